"""What holds in every possible game: each of them is searched completely."""
