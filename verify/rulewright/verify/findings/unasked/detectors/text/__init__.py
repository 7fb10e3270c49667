"""What the text of a ruleset alone shows."""
