"""How Python is written: names, constants, precedence, indentation."""
