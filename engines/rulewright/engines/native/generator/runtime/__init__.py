"""What every generated file of C has, whatever the game: text that is put in as it is."""
