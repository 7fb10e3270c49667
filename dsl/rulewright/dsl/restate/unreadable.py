"""What is said of a text that is no claim."""

from __future__ import annotations


class UnreadableClaimError(ValueError):
    """A text is no claim about this program; the message says why."""
