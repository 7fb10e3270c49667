"""Findings that no check asks for and every author would want to know: a file for each kind."""
