"""The seam to the provers: what a solver may be asked, and the answers it may give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Action

from ..effort.proving import PROVING, ProofEffort
from ..kernel.certificate import Certificate
from ..limits import Tick


@dataclass(frozen=True, slots=True)
class CandidateWitness:
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
    """Answers questions about what a check of a program looks for, as far as some units last.

    That is, for ``never`` and ``reachable`` a position with the property, for ``always`` one
    without it, for ``never_by`` and ``some_by`` a player's action that leads to one, for ``acts``
    a decision without a legal option. Other kinds may be given up. ``tick`` is called now and then
    and may raise, to end the work.
    """

    def induction(
        self,
        program: Program,
        check: int,
        units: int,
        tick: Tick,
        known: Sequence[Certificate],
        again: bool = False,
    ) -> Guess | GaveUp:
        """Guess why there is none; ``known`` proofs of other checks may help. ``again``: it was asked before,
        with fewer of them and as many units."""

    def bounded(
        self, program: Program, check: int, units: int, tick: Tick
    ) -> CandidateWitness | NotWithin | GaveUp:
        """Look for one in plays of growing length, the shortest first."""


class NoProver:
    """Gives up at once."""

    def induction(self, *_: object, **__: object) -> GaveUp:
        """Give up."""
        return GaveUp("no prover was asked")

    bounded = induction


class SmtProver:
    """Asks the SMT solver; what that needs is loaded when it is first asked."""

    def induction(
        self,
        program: Program,
        check: int,
        units: int,
        tick: Tick,
        known: Sequence[Certificate],
        again: bool = False,
    ) -> Guess | GaveUp:
        """A certificate for the kernel."""

        from ..proof.guess import NoGuess, guess

        effort = ProofEffort(units, max(1, int(units * PROVING.question)))
        found = guess(program, check, effort, tick, known, again=again)
        return GaveUp(found.why) if isinstance(found, NoGuess) else Guess(found)

    def bounded(
        self, program: Program, check: int, units: int, tick: Tick
    ) -> CandidateWitness | NotWithin | GaveUp:
        """Bounded search."""
        from ..proof import bmc
        from ..proof.obligations import target_of
        from ..solvers.solver import Undecided

        target = target_of(program.checks[check])
        if target is None:
            return GaveUp("the solver is not asked such questions")
        match bmc.search(program, target, units, tick):
            case bmc.Proposal(actions, shortest):
                return CandidateWitness(actions, shortest)
            case bmc.Nowhere(decisions):
                return NotWithin(decisions)
            case Undecided(why):
                return GaveUp(why)
