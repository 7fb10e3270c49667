"""Input and output of commands: streams, text for terminals, a game at the table."""
