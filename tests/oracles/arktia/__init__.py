"""Arktia in plain Python: an oracle for the tests that shares no code with the tool.

The rules were written down from the rulebook a second time, as one generator per turn that asks
for decisions. A tile is the number of its place in ``Rules.tiles`` (axial coordinates), a piece is
a pair of colour and kind; the colours from ``players`` on are neutral.
"""

from .board import over, scores
from .position import (
    DISKUS,
    GLOBUS,
    KINDS,
    NEUTRALS,
    PLAYERS,
    READINGS,
    TORUS,
    Ask,
    Board,
    Choice,
    Rules,
    State,
    first,
)
from .turns import turn

__all__ = [
    "DISKUS",
    "GLOBUS",
    "KINDS",
    "NEUTRALS",
    "PLAYERS",
    "READINGS",
    "TORUS",
    "Ask",
    "Board",
    "Choice",
    "Rules",
    "State",
    "first",
    "over",
    "scores",
    "turn",
]
