"""What stands on the command line: options that commands share, and what they choose."""
