"""Arithmetic, sets and lists, comparisons."""
