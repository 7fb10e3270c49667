"""Bounded search: a prover looks for a play of growing length, the engine plays it again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar, TypeVar

from rulewright.dsl.ir.program import Check
from rulewright.engines.game import Game

from ...kernel.certificate import Certificate
from ...limits import Deadline
from ...plays.play import ReplayError
from ...progress import Tell
from ...properties.witness import Witness, replay
from ...results.attempt import Way
from ...results.check_result import CheckResult
from ...results.verdict import Bounded, Explained, Unanswerable, Unknown
from ..method import Finds, Method
from ..provers import CandidateWitness, GaveUp, NotWithin, Prover
from ..task import Task, TaskOutcome
from ..tools import Tools
from .explicit import found
from .provable import MORE, SOLVER_UNITS, one_by_one, provable, ticking

S = TypeVar("S", bound=Hashable)


class BoundedSearch(Method):
    """Answers one question with a play, or excludes all plays up to a length."""

    way: ClassVar[Way] = "bounded search"
    finds: ClassVar[Finds] = "plays"
    unit = SOLVER_UNITS
    may_fail = True

    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Look for a play for each of the task's questions."""
        return one_by_one(tools, task, deadline, look_for_play)


def look_for_play(
    game: Game[S], number: int, prover: Prover, units: int, deadline: Deadline,
    known: Sequence[Certificate] = (),
) -> CheckResult:  # fmt: skip
    """Ask the prover for a play, and replay it. Raises OutOfTime."""
    check = game.program.checks[number]
    target = provable(check, number)
    if target is None:
        return CheckResult(check, Unknown(Unanswerable()))
    reply = prover.bounded(game.program, number, units, ticking(deadline))
    match reply:
        case CandidateWitness(actions, shortest):
            try:
                return shown(check, replay(game, actions, target), shortest=shortest)
            except ReplayError as error:
                why = f"a prover's play could not be replayed: {error}"
                return CheckResult(check, Unknown(Explained(why)))
        case NotWithin(decisions):
            return CheckResult(check, Bounded(decisions))
        case GaveUp(reason):
            return CheckResult(check, Unknown(Explained(reason), MORE))


def shown(check: Check, witness: Witness, *, shortest: bool) -> CheckResult:
    """What a prover's play shows, and whether there may be a shorter one."""
    note = "" if shortest else "found by a solver; there may be a shorter one"
    return CheckResult(check, found(check, witness), note)
