"""The error for a text that is not a claim."""

from __future__ import annotations


class UnreadableClaimError(ValueError):
    """A text is not a claim about this program; the message says why."""
