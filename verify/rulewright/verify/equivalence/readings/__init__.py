"""The readings of a ruleset: which of them make another game, and the games to ask that in."""
