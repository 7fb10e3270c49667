"""How much of what was found out is told on one screen: from the layout that tells most to the tersest."""

from __future__ import annotations

from dataclasses import dataclass

from ...findings.kinds import Severity


@dataclass(frozen=True, slots=True)
class ScreenLayout:
    """How much is told, and how much is counted and pointed to.

    ``same``: so many questions stand on a line of their own that were answered as expected, and alike wherever
    asked; ``differing``: whether those do whose answers differ from game to game, and are as expected or
    open. ``named``: so many lines at most for those that do not, and for readings, of which nothing more is to
    be said. ``wrong``, ``decide``, ``know``: so many findings of a severity at most. ``close``: without empty lines, and without what is not proved of faults.
    """

    same: int
    differing: bool
    named: int
    wrong: int
    decide: int
    know: int
    close: bool = False

    def listed(self, severity: Severity) -> int:
        """How many findings of a severity are told at most."""
        most = {
            Severity.WRONG: self.wrong,
            Severity.DECIDE: self.decide,
            Severity.KNOW: self.know,
        }
        return most[severity]


_ALL = 1000
LAYOUTS = (
    ScreenLayout(_ALL, True, _ALL, _ALL, _ALL, _ALL),
    *(ScreenLayout(same, True, 3, 8, 4, 5) for same in (_ALL, 16, 12, 8, 4, 0)),
    *(ScreenLayout(0, differing, 2, 8, 3, 3) for differing in (True, False)),
    *(ScreenLayout(0, False, 1, wrong, decide, decide) for wrong, decide in ((5, 2), (3, 1))),
    *(ScreenLayout(0, False, 1, wrong, 1, 1, close=True) for wrong in (3, 2, 1)),
)
"""From the one that tells most on: the first that fits on the screen is taken."""
