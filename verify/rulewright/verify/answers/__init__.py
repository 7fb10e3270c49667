"""Answers kept beside a ruleset: written, read, and checked again before anybody sees them."""
