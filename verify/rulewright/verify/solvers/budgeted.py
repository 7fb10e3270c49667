"""Asking a solver for as long as the time lasts."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from .solver import Result, Undecided
from .term_solver import TermSolver
from .terms import Term

Clock = Callable[[], float]


class OutOfTime(Exception):  # noqa: N818
    """The time is up before a formula is complete."""


class TimedSolver:
    """A solver, and the time in which it may be asked.

    ``why`` tells of the last question that was not decided why it was not.
    """

    def __init__(
        self,
        seconds: float,
        most: float,
        *,
        solver: TermSolver | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        """``seconds``: for all questions; ``most``: for one of them."""
        self.solver = solver or TermSolver()
        self.why = ""
        self._most = most
        self._clock = clock
        self._deadline = clock() + seconds

    @property
    def left(self) -> float:
        """How many seconds are left; negative when the time is up."""
        return self._deadline - self._clock()

    def part(self, share: float) -> TimedSolver:
        """The same solver for that share of the time that is left. Raises OutOfTime."""
        self.tick()
        return TimedSolver(self.left * share, self._most, solver=self.solver, clock=self._clock)

    def tick(self) -> None:
        """Raise OutOfTime if the time is up."""
        if self.left < 0:
            raise OutOfTime

    def ask(
        self, constraints: Sequence[Term], wanted: Sequence[Term] = (), named: Sequence[Term] = ()
    ) -> Result:
        """Whether the constraints (and the named ones) can be true together. Raises OutOfTime."""
        self.tick()
        result = self.solver.ask(constraints, min(self.left, self._most), wanted, named)
        if isinstance(result, Undecided):
            self.why = result.why
        return result
