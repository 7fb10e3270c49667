"""Small programs of the IR, built by hand, whose numbers are known from elsewhere.

Every backend is tested on them. Where the numbers come from stands with each program.
"""

from __future__ import annotations

from rulewright.dsl.ir.program import Program

from .boards import apart, tictactoe
from .chance import cards, dice, hands
from .faults import leak, spin, stillborn
from .movement import carousel, hanoi, hexagon

__all__ = [
    "EXAMPLES",
    "apart",
    "cards",
    "carousel",
    "dice",
    "hands",
    "hanoi",
    "hexagon",
    "leak",
    "spin",
    "stillborn",
    "tictactoe",
]

EXAMPLES: tuple[Program, ...] = (
    tictactoe(),
    hanoi(3),
    carousel(),
    apart(5),
    apart(5, at_most=1),
    dice(),
    hands(),
    hexagon(),
    cards(),
    leak(5),
    stillborn(),
)
"""Every example whose actions all come to an end."""
