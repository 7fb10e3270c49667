"""The seam to the provers: what a solver may be asked, and the answers it may give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Action

from ..execution.process import Failed, Finished, isolated
from ..kernel.certificate import Certificate


@dataclass(frozen=True, slots=True)
class Found:
    """Actions from the beginning that lead to what the check is about; still to be replayed.

    ``shortest``: it is known that no fewer do.
    """

    actions: tuple[Action, ...]
    shortest: bool = False


@dataclass(frozen=True, slots=True)
class NotWithin:
    """No play of up to so many decisions does."""

    decisions: int


@dataclass(frozen=True, slots=True)
class Guess:
    """Perhaps no play does, whatever its length: a certificate, for the kernel to check."""

    certificate: Certificate


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

    def induction(self, program: Program, check: int, seconds: float) -> Guess | GaveUp:
        """Guess why there is none."""

    def bounded(self, program: Program, check: int, seconds: float) -> Found | NotWithin | GaveUp:
        """Look for one in plays of growing length, the shortest first."""


class NoProver:
    """Gives up at once."""

    def induction(self, program: Program, check: int, seconds: float) -> Guess | GaveUp:
        """Give up."""
        return GaveUp("no prover was asked")

    def bounded(self, program: Program, check: int, seconds: float) -> Found | NotWithin | GaveUp:
        """Give up."""
        return GaveUp("no prover was asked")


GRACE = 0.5
"""So many seconds more than it was given a prover may take before it is ended."""


class SmtProver:
    """Asks the SMT solver, in a process of its own, where it is loaded when it is first asked."""

    def induction(self, program: Program, check: int, seconds: float) -> Guess | GaveUp:
        """A certificate for the kernel."""
        match isolated(_induction, (program, check, seconds), seconds + GRACE):
            case Finished(reply):
                return reply
            case Failed(why):
                return GaveUp(why)

    def bounded(self, program: Program, check: int, seconds: float) -> Found | NotWithin | GaveUp:
        """Bounded search."""
        match isolated(_bounded, (program, check, seconds), seconds + GRACE):
            case Finished(reply):
                return reply
            case Failed(why):
                return GaveUp(why)


def _induction(program: Program, check: int, seconds: float) -> Guess | GaveUp:
    from ..proof.effort import NORMAL
    from ..proof.guess import NoGuess, guess

    # The process is ended when its seconds are over.
    found = guess(program, check, NORMAL)
    return GaveUp(found.why) if isinstance(found, NoGuess) else Guess(found)


def _bounded(program: Program, check: int, seconds: float) -> Found | NotWithin | GaveUp:
    from ..proof import bmc
    from ..proof.obligations import target_of

    target = target_of(program.checks[check])
    if target is None:
        return GaveUp("the solver is not asked such questions")
    match bmc.search(program, target, seconds):
        case bmc.Witness(actions, shortest):
            return Found(actions, shortest)
        case bmc.Nowhere(decisions):
            return NotWithin(decisions)
        case bmc.Unknown(why):
            return GaveUp(why)
