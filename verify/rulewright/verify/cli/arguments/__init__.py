"""The command line: options that commands share, and the games they select."""
