"""Symbolic values of every type, and what is calculated with them."""
