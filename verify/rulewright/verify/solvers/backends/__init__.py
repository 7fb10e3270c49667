"""A file for each solver, and what runs one in a process of its own."""
