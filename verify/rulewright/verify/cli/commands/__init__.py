"""A file for each command: its options, the code it calls, and its output. Grouped into folders by
subject."""
