"""What every generated C file contains, whatever the game: text that is inserted unchanged."""
