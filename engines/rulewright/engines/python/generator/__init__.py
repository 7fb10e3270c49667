"""From a program to the text of a module of Python."""
