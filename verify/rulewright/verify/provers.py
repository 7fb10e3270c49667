"""The seam to the provers: what a solver may be asked, and the answers it may give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir.program import Program
from rulewright.engines.interface import Action


@dataclass(frozen=True, slots=True)
class Found:
    """Actions from the beginning that lead to what the check is about; still to be replayed."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class NotWithin:
    """No play of up to so many decisions does."""

    decisions: int


@dataclass(frozen=True, slots=True)
class Never:
    """No play does, whatever its length, for these reasons."""

    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GaveUp:
    """No answer in time, or the question is beyond this prover."""

    why: str


class Prover(Protocol):
    """Answers questions about what a check of a program looks for.

    That is, for ``never`` and ``reachable`` a position with the property, for ``always`` one
    without it, for ``never_by`` and ``some_by`` a player's action that leads to one, for ``acts``
    a decision without a legal option. Other kinds may be given up.
    """

    def induction(self, program: Program, check: int, seconds: float) -> Never | GaveUp:
        """Try to show that there is none."""

    def bounded(self, program: Program, check: int, seconds: float) -> Found | NotWithin | GaveUp:
        """Look for one in plays of growing length, the shortest first."""


class NoProver:
    """Gives up at once."""

    def induction(self, program: Program, check: int, seconds: float) -> Never | GaveUp:
        """Give up."""
        return GaveUp("no prover was asked")

    def bounded(self, program: Program, check: int, seconds: float) -> Found | NotWithin | GaveUp:
        """Give up."""
        return GaveUp("no prover was asked")


def smt_prover() -> Prover:
    """The solver."""
    return NoProver()
