"""What nobody asked about and every author would want to know: a file for each kind."""
