"""About the text: to begin a ruleset, to have it checked, laid out and explained, in an editor, too."""
