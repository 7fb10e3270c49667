"""A language server: what an editor asks of rulesets. One file a feature, built on one index."""
