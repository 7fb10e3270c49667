"""How long a move may be; a file of its own, as the command line asks for it before anything else is loaded."""

MOVE_LIMIT = 1_000_000
"""The most passes of loops in one move, by default."""
