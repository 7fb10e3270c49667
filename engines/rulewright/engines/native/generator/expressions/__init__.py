"""Expressions as C: a file for each group of them, listed in ``module.py``."""
