"""About plays: to count them all, to see many at random, to play, and to play again."""
