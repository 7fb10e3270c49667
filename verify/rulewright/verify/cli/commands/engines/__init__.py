"""About engines: one made of a ruleset, and others held to it."""
