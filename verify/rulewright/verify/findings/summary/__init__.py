"""What a reader should know of one ruleset: its questions, its findings, what is accepted."""
