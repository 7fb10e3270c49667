"""A shorter play than one that random play found, by bounded search."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import ClassVar, TypeVar

from rulewright.engines.game import Game

from ...limits import Deadline
from ...plays.play import ReplayError
from ...progress import Tell
from ...properties.witness import replay
from ...results.attempt import Way
from ...results.check_result import CheckResult
from ...results.verdict import Reached, Refuted
from ..method import Finds, Method, improved
from ..provers import CandidateWitness, NotWithin, Prover
from ..task import Task, TaskOutcome
from ..tools import Tools
from .bounded_search import shown
from .provable import SOLVER_UNITS, provable, ticking

S = TypeVar("S", bound=Hashable)


class ShorterPlay(Method):
    """Makes a known answer better."""

    way: ClassVar[Way] = "shorter play"
    finds: ClassVar[Finds] = "plays"
    unit = SOLVER_UNITS
    shortens = True
    may_fail = True

    def perform(self, tools: Tools[S], task: Task, deadline: Deadline, tell: Tell) -> TaskOutcome:
        """Look for a shorter play for each of the task's answers."""

        def shorter(known: tuple[int, CheckResult]) -> tuple[int, CheckResult]:
            number, answer = known
            found = shorten(tools.game, number, answer, tools.prover, task.amount or 0, deadline)
            return number, replace(found, attempts=answer.attempts)

        known = zip(task.checks, task.answers, strict=True)
        return TaskOutcome(dict(improved(known, shorter, deadline)), cut=deadline.passed())


def shorten(
    game: Game[S], number: int, answer: CheckResult, prover: Prover, units: int,
    deadline: Deadline,
) -> CheckResult:  # fmt: skip
    """The answer with a shorter witness, if the prover finds one, else as it was.

    What is said of its length is left out if the prover knows that no play is shorter. Raises
    OutOfTime.
    """
    target = provable(answer.check, number)
    if target is None or not isinstance(answer.verdict, Reached | Refuted):
        return answer
    reply = prover.bounded(game.program, number, units, ticking(deadline))
    length = len(answer.verdict.witness)
    match reply:
        case NotWithin(decisions) if decisions >= length - 1:
            return replace(answer, note="")
        case CandidateWitness(actions, True) if len(actions) == length:
            return replace(answer, note="")
        case _:
            pass
    if not isinstance(reply, CandidateWitness) or len(reply.actions) >= length:
        return answer
    try:
        witness = replay(game, reply.actions, target)
    except ReplayError:
        return answer
    return shown(answer.check, witness, shortest=reply.shortest)
