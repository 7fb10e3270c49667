"""Plays that an engine is tried with, and in what it differs from the rules."""
