"""About what the rules imply: to ask all checks, and to look at the answers."""
