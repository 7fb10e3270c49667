"""What is seen in the text of a ruleset alone."""
