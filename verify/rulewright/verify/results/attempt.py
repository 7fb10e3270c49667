"""How an answer was looked for, and how far each way was taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Way = Literal[
    "complete search",
    "random play",
    "guided play",
    "bounded search",
    "proof",
    "fewer moves",
    "shorter play",
]
"""A way of answering questions."""
NOT_STARTED = "not started"
"""What an attempt came to for which there was no time."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way in which a question was asked.

    ``effort``: its limit, in repeatable units (``10,000 positions``). ``came_to``: its result.
    ``cut``: seconds, or somebody, ended it before its effort was spent, so that another run may get
    further.
    """

    way: Way
    effort: str
    came_to: str
    cut: bool = False

    @property
    def started(self) -> bool:
        """Whether anything was tried."""
        return self.came_to != NOT_STARTED
