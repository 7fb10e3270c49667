"""The seam to the provers: what a solver may be asked, and the answers it may give."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Action

from ..execution.process import Failed, Finished, isolated


@dataclass(frozen=True, slots=True)
class Found:
    """Actions from the beginning that lead to what the check is about; still to be replayed."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class NotWithin:
    """No play of up to so many decisions does; ``whole``: and there are no longer plays."""

    decisions: int
    whole: bool = False


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


CUTPOINT_SHARE = 0.6
"""That share of its time a proof by induction is first tried from cut point to cut point."""
GRACE = 0.5
"""So many seconds more than it was given a prover may take before it is ended."""


class SmtProver:
    """Asks the SMT solver, in a process of its own, where it is loaded when it is first asked."""

    def induction(self, program: Program, check: int, seconds: float) -> Never | GaveUp:
        """Induction on the number of decisions."""
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


def _induction(program: Program, check: int, seconds: float) -> Never | GaveUp:
    from ..proof import k_induction
    from ..proof.obligations import target_of
    from ..proof.over_cone import Kept
    from ..proof.strategy import prove_by_cutpoints

    target = target_of(program.checks[check])
    if target is None:
        return GaveUp("the solver is not asked such questions")
    begun = time.monotonic()
    kept = prove_by_cutpoints(program, target, seconds * CUTPOINT_SHARE)
    if isinstance(kept, Kept):
        return Never(kept.reasons)
    match k_induction.prove(program, target, seconds - (time.monotonic() - begun)):
        case k_induction.Proof(reasons, steps):
            more = (f"by {steps} decisions at a time",) if steps > 1 else ()
            return Never((*reasons, *more))
        case k_induction.NoProof(why):
            return GaveUp(why)


def _bounded(program: Program, check: int, seconds: float) -> Found | NotWithin | GaveUp:
    from ..proof import bmc
    from ..proof.obligations import target_of

    target = target_of(program.checks[check])
    if target is None:
        return GaveUp("the solver is not asked such questions")
    match bmc.search(program, target, seconds):
        case bmc.Witness(actions):
            return Found(actions)
        case bmc.Nowhere(decisions, whole):
            return NotWithin(decisions, whole)
        case bmc.Unknown(why):
            return GaveUp(why)
