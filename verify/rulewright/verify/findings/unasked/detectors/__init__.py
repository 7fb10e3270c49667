"""A file for each thing that is noticed although nobody asked about it."""
