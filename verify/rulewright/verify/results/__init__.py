"""Answers as data: what was found out, and the evidence for it."""
