"""Answers kept beside a ruleset: written, read, and checked again before they are shown."""
