"""Plays that an engine is tested with, and how it differs from the rules."""
