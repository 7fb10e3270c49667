"""Commands about the text: starting, checking, formatting and explaining a ruleset, also in an editor."""
