"""Claims that compare sums: what one store changes, and what one sum implies about another."""
