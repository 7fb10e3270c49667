"""What a command reads and writes: streams, what a terminal can be shown, a game at the table."""
