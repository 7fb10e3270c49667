"""Two games side by side in C, for comparisons that are too long for Python."""
