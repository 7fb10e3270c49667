"""What comes about in some game."""
