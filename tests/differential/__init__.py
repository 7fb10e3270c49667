"""One ruleset, several meanings: the second meaning of the language against the tool."""
