"""Comparison of other people's engines: whether an implementation of a game follows the rules."""
