"""Asks a solver within a number of units of work: the same on every machine, under every load."""

from __future__ import annotations

from contextlib import suppress

from ...effort.proving import PROVING
from ...limits import Tick
from ..backends.z3 import BY_SAT, PLAIN, asked_by
from ..solver import Result, SolverLimit, Undecided, Unsat
from .term_solver import TermSolver


class OutOfUnits(Exception):  # noqa: N818
    """All units are spent."""


class Meter:
    """A budget of units; what is spent of a part is spent of the whole.

    ``tick`` is called whenever units are spent. It may raise, to end the work.
    """

    def __init__(self, units: int, tick: Tick, whole: Meter | None = None) -> None:
        self.left = units
        self._tick = tick
        self._whole = whole

    def part(self, share: float) -> Meter:
        """A part (0 to 1) of the units that are left. Raises OutOfUnits."""
        self.spend(0)
        return Meter(int(self.left * share), self._tick, self)

    def spend(self, units: int) -> None:
        """Count some units as spent. Raises OutOfUnits if fewer were left."""
        self._tick()
        self._count(units)
        if self.left < 0:
            raise OutOfUnits

    def _count(self, units: int) -> None:
        self.left -= units
        if self._whole is not None:
            self._whole._count(units)

    def need(self) -> None:
        """Raise OutOfUnits if there are none left."""
        self.spend(0)
        if self.left <= 0:
            raise OutOfUnits

    def ticking(self, units: int) -> Tick:
        """Counts a step of other work as this many units. The result raises OutOfUnits."""
        return lambda: self.spend(units)


class MeteredSolver:
    """A solver, and the units for which it may be asked.

    ``why``: the reason why the last undecided question was not decided.
    """

    def __init__(
        self, meter: Meter, most: int, solver: TermSolver | None = None, way: str = PLAIN
    ) -> None:
        """``most``: the units for one question. ``way``: how models are asked for."""
        self.meter = meter
        self.why = ""
        self._most = most
        self._solver = solver or TermSolver()
        self._way = way

    def part(self, share: float) -> MeteredSolver:
        """The same solver for that share of the units that are left. Raises OutOfUnits."""
        return MeteredSolver(self.meter.part(share), self._most, self._solver, self._way)

    def at_most(self, units: int) -> MeteredSolver:
        """The same solver with no more units than that for one question."""
        return MeteredSolver(self.meter, min(self._most, units), self._solver, self._way)

    def by_sat(self) -> MeteredSolver:
        """The same solver, which is asked for models by SAT."""
        return MeteredSolver(self.meter, self._most, self._solver, BY_SAT)

    def excludes(self, script: str) -> bool:
        """Whether a script has no model: asked by SAT for a share of the units that are left, as the
        kernel's solver does first, and then by the solver's default strategy. Raises OutOfUnits."""
        with suppress(OutOfUnits):
            by_sat = self.part(PROVING.by_sat).read(asked_by(script, BY_SAT))
            if not isinstance(by_sat, Undecided):
                return isinstance(by_sat, Unsat)
        return isinstance(self.read(script), Unsat)

    def model(self, script: str, asked: int) -> Result:
        """The answer to a script that prints ``asked`` values, in the solver's way of asking. Raises
        OutOfUnits."""
        return self.read(asked_by(script, self._way), asked)

    def read(self, script: str, asked: int = 0) -> Result:
        """The answer to a script that prints ``asked`` values. Raises OutOfUnits."""
        # To the solver, zero units would mean no limit.
        self.meter.need()
        limit = SolverLimit.of(min(self.meter.left, self._most))
        result, spent = self._solver.read(script, limit, asked)
        self.meter.spend(spent)
        if isinstance(result, Undecided):
            self.why = result.why
            self.meter.need()
        return result
