"""The language in which solvers are asked: terms, shared and folded, and their text."""
