"""From a program to the text of a C file."""
