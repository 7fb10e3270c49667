"""The IR as quantifier-free formulas: bounded search and induction with a solver."""
