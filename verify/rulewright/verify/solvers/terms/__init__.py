"""The language of questions to solvers: terms, shared and folded, and their text."""
