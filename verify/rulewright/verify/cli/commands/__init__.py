"""A file for each command: its options, whom it asks, and where the answer goes. Rooms by what one is about."""
