"""Puts the same questions to another solver: two that agree are more than one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..effort.encoding import SOLVING
from ..limits import Deadline
from .solver import Sat, Solver, SolverLimit, Undecided, Unsat

LIMIT = SolverLimit(SOLVING.crosscheck_units, SOLVING.crosscheck_seconds)
"""For each question."""


class UnsatisfiableScript(Protocol):
    """A script that, according to one solver, has no model."""

    @property
    def title(self) -> str:
        """Which one it is."""

    @property
    def shows(self) -> str:
        """What is shown if there is no model."""

    @property
    def script(self) -> str:
        """SMT-LIB 2, with one ``(check-sat)`` at its end."""


@dataclass(frozen=True, slots=True)
class CrossCheck:
    """The results: how many questions which solver confirmed, and why the others were not confirmed."""

    confirmed: Mapping[str, int]
    undecided: tuple[tuple[str, str], ...] = ()

    @property
    def asked(self) -> int:
        """How many questions there were."""
        return sum(self.confirmed.values()) + len(self.undecided)

    def __add__(self, other: CrossCheck) -> CrossCheck:
        """Both together."""
        confirmed = Counter(self.confirmed) + Counter(other.confirmed)
        return CrossCheck(confirmed, self.undecided + other.undecided)


class Disagreement(Exception):  # noqa: N818
    """A solver found a model where another found that there is none: one of them is wrong."""

    def __init__(self, question: UnsatisfiableScript, solver: str) -> None:
        super().__init__(f"{solver} finds a model for what was said to have none: {question.title}")
        self.question = question
        self.solver = solver


def cross_check(
    questions: Iterable[UnsatisfiableScript],
    solvers: Sequence[Solver],
    limit: SolverLimit,
    deadline: Deadline,
) -> CrossCheck:
    """Ask the solvers each question, one after the other, until one decides it.

    Raises Disagreement at the first answer other than ``unsat``. When the deadline has passed, the rest is
    undecided.
    """
    confirmed = Counter[str]()
    undecided: list[tuple[str, str]] = []
    for question in questions:
        why = ["no time was left"] if deadline.passed() else []
        for solver in () if why else solvers:
            match solver.check(question.script, limit):
                case Unsat():
                    confirmed[solver.name] += 1
                    break
                case Sat():
                    raise Disagreement(question, solver.name)
                case Undecided(reason):
                    why.append(f"{solver.name}: {reason}")
        else:
            undecided.append((question.title, "; ".join(why)))
    return CrossCheck(confirmed, tuple(undecided))
