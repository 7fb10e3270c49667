"""Which questions a prover can be asked, and asking it one after the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeVar

from rulewright.dsl.ir.program import Check
from rulewright.engines.game import Game

from ...execution.interruption import ending_in_time
from ...kernel.certificate import Certificate
from ...limits import Deadline, OutOfTime
from ...properties.registry import kind_of
from ...properties.target import DeadlockTarget, DivergenceTarget, StateTarget, StepTarget, Target
from ...results.check_result import CheckResult
from ...results.verdict import Unknown, stopped_at
from ...stategraph.graph import OUT_OF_TIME
from ..provers import Prover
from ..task import Task, TaskOutcome
from ..tools import Tools

S = TypeVar("S", bound=Hashable)

MORE = "raise --effort"
"""The advice where a prover gave up."""
SOLVER_UNITS = "units of the solver"
"""What the amount of a task for a prover counts."""


def provable(check: Check, number: int) -> Target | None:
    """What a prover's play for a check must show; None for kinds that provers are not asked."""
    target = kind_of(check).target(number)
    asked = StateTarget | StepTarget | DeadlockTarget | DivergenceTarget
    return target if isinstance(target, asked) else None


def ticking(deadline: Deadline) -> Callable[[], None]:
    """What raises OutOfTime when the deadline has passed."""

    def tick() -> None:
        if deadline.passed():
            raise OutOfTime("the time is up")

    return tick


class Asks(Protocol):
    """Asks a prover one question about a game, as far as some units last. May raise OutOfTime."""

    def __call__(
        self, game: Game[S], number: int, prover: Prover, units: int, deadline: Deadline,
        known: Sequence[Certificate] = (),
    ) -> CheckResult: ...  # fmt: skip


def one_by_one(tools: Tools[S], task: Task, deadline: Deadline, ask: Asks) -> TaskOutcome:
    """The answers to the questions of a task, each with the units of the task; those for which
    the time was up are unknown."""
    answers: dict[int, CheckResult] = {}
    for number in task.checks:
        try:
            with ending_in_time(deadline):
                answers[number] = ask(
                    tools.game, number, tools.prover, task.amount or 0, deadline, task.known
                )
        except OutOfTime:
            check = tools.game.program.checks[number]
            answers[number] = CheckResult(check, stopped_at(OUT_OF_TIME))
    why = [a.verdict.why for a in answers.values() if isinstance(a.verdict, Unknown)]
    return TaskOutcome(answers, came_to="; ".join(dict.fromkeys(why)), cut=deadline.passed())
