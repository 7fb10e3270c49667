"""Do two readings of a text make two games? Where they differ, and the shortest play that shows it."""
