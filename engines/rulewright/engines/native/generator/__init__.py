"""From a program to the text of a file of C."""
