"""Expressions of the IR as text in the language of rulesets, and back."""
