"""Plays that distinguish the game of one choice of readings from those of others."""
