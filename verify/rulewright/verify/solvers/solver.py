"""What decides a script of SMT-LIB 2, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ..effort.encoding import SOLVING


@dataclass(frozen=True, slots=True)
class Sat:
    """There is a model: the values of the requested Bool variables, by name."""

    values: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unsat:
    """There is no model."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """No answer, and why."""

    why: str


Result = Sat | Unsat | Undecided


@dataclass(frozen=True, slots=True)
class SolverLimit:
    """How far one script may be taken.

    ``units``: in the solver's own count of its work, which is the same on every machine and under every
    load; a solver that does not count has only ``seconds``. ``seconds``, by the clock, are for the case
    that the units do not end it. ``memory_mb``: of 2**20 bytes each.
    """

    units: int
    seconds: float
    memory_mb: int = SOLVING.memory_mb

    @classmethod
    def steady(cls, seconds: float) -> SolverLimit:
        """About this many seconds of work, and the same work however busy the machine is."""
        return cls(int(seconds * SOLVING.units_per_second), seconds * SOLVING.leeway)

    @classmethod
    def of(cls, units: int) -> SolverLimit:
        """This many units, and far more time than they should take."""
        return cls(units, units / SOLVING.units_per_second * SOLVING.leeway)


class Solver(Protocol):
    """Decides scripts of SMT-LIB 2 in the logic QF_UFBV that end with one ``(check-sat)``."""

    @property
    def name(self) -> str:
        """What it is called, with its version."""

    def check(self, script: str, limit: SolverLimit) -> Result:
        """Whether what the script asserts can be true.

        Undecided if the solver fails in any way, or does not end within the limit. Nothing that it started
        is left when this returns or raises.
        """
