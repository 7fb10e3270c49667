"""The readings of a ruleset: which of them make another game, and in which games to ask that."""
