"""From a program to the text of a Python module."""
