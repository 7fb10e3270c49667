"""Do two readings of a text make two games? Where they part, and by which shortest play."""
