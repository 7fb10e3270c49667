"""What is so in every game that there can be: each of them is searched whole."""
