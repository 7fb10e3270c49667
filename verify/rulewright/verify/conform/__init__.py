"""Engines of others: whether an implementation of a game follows the rules."""
