"""Answering every check of an instance within a budget.

First a complete search, all checks in one pass. What it leaves open, random plays try to answer
with a witness, and then a prover is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from rulewright.engines.game import Game

from ..execution.interruption import GRACE, ending_in_time
from ..explicit.searcher import PythonSearcher, Searcher, SearchRequest, SearchResult
from ..limits import Budget, Deadline, OutOfTime
from ..properties.registry import kind_of
from ..properties.target import TrapTarget
from ..results.check_result import CheckResult, Coverage, Defect, InstanceResult
from ..results.verdict import Bounded, Sampled, Unknown, counted
from ..stategraph.graph import Stop
from .methods import explicit
from .methods.proof import provable, prove, shorten
from .methods.simulation import RandomPlays, sample
from .provers import NoProver, Prover

S = TypeVar("S", bound=Hashable)

PLAYS = 10_000
"""So many random plays at most."""
SHORTEST = 2.0
"""With less than so many seconds it is not worth while to ask a prover."""
PROVER_SECONDS = 60.0
"""What a prover gets for a check if the budget has no limit in seconds."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How the time is spent: on search, on random plays (parts of it, 0 to 1), the rest on proofs.

    ``least``: so many seconds a search may always take, if there are as many. With
    ``induction_alone`` the prover is asked whether a check always holds, not for plays.
    """

    search: float = 0.4
    chance: float = 0.1
    least: float = 0.0
    induction_alone: bool = False

    def for_search(self, budget: Budget) -> Budget:
        """What of a budget is for search."""
        if budget.seconds is None:
            return budget
        return budget.within(min(budget.seconds, max(self.least, self.search * budget.seconds)))


THOROUGH = Effort()


def answer_checks(
    game: Game[S],
    budget: Budget,
    *,
    only: frozenset[str] | None = None,
    seed: int = 0,
    plays: int = PLAYS,
    effort: Effort = THOROUGH,
    searcher: Searcher | None = None,
    prover: Prover | None = None,
    progress: Callable[[int], None] = lambda states: None,
) -> InstanceResult:
    """What can be found out about the game's instance within the budget.

    With ``only``, the checks of these names are answered, and no others.
    """
    deadline = budget.start()
    checks = [n for n, c in enumerate(game.program.checks) if only is None or c.name in only]
    request = SearchRequest(game, effort.for_search(budget), frozenset(checks), progress)
    searched = (searcher or PythonSearcher()).ask(request)
    with ending_in_time(deadline, GRACE):
        answers = explicit.answers(game, searched.graph, searched.observed, checks)
        defects = explicit.defects(game, searched.graph, searched.observed)
    coverage = _coverage(searched)
    del searched  # It may be large, and provers run in processes that begin as copies of this one.
    if coverage.stopped and _open(answers):
        chance = sample(game, _open(answers), seed, plays, budget.share(effort.chance).start())
        answers |= chance.answers
        defects = merged(defects, chance.defects)
        for number in _open(answers):
            answers[number] = _with_sample(answers[number], chance.plays, coverage.stopped)
        _ask(game, answers, chance, prover or NoProver(), deadline, effort)
    return InstanceResult(
        instance=game.program.instance,
        answers=tuple(answers[number] for number in checks),
        defects=tuple(defects),
        coverage=coverage,
    )


def _coverage(searched: SearchResult[S]) -> Coverage:
    graph = searched.graph
    return Coverage(
        states=len(graph.states),
        transitions=graph.transitions,
        depth=graph.depth,
        terminal=graph.terminal,
        stopped=graph.stopped,
        engine=searched.engine,
    )


def _ask(
    game: Game[S], answers: dict[int, CheckResult], chance: RandomPlays, prover: Prover,
    deadline: Deadline, effort: Effort,
) -> None:  # fmt: skip
    """Ask the prover for what is open, and then for shorter plays than the random ones.

    Where the time is too short for all, those asked first get it.
    """
    waiting = [n for n in _open(answers) if provable(answers[n].check, n) is not None]
    if not effort.induction_alone:
        waiting += sorted(chance.answers)
    for turn, number in enumerate(waiting):
        left = deadline.left()
        if left is not None and left < SHORTEST:
            return
        seconds = _seconds(left, len(waiting) - turn)
        # What a prover finds is played again, which may take longer than there is time.
        with suppress(OutOfTime), ending_in_time(deadline):
            if number in chance.answers:
                answers[number] = shorten(game, number, answers[number], prover, seconds)
            else:
                asked = prove(game, number, prover, seconds, plays=not effort.induction_alone)
                answers[number] = stronger(answers[number], asked)


def _open(answers: dict[int, CheckResult]) -> list[int]:
    return [number for number, answer in sorted(answers.items()) if answer.holds is None]


def _seconds(left: float | None, checks: int) -> float:
    return PROVER_SECONDS if left is None else max(left / checks, min(left, SHORTEST))


def merged(known: Sequence[Defect], more: Sequence[Defect]) -> list[Defect]:
    """All of the known defects, and those of the others that are not among them."""
    messages = {defect.message for defect in known}
    return [*known] + [defect for defect in more if defect.message not in messages]


def _with_sample(answer: CheckResult, plays: int, stopped: Stop) -> CheckResult:
    """An open answer with what random plays add: hardly anything.

    Where moves are too long to be followed, it stays unknown: the plays know no more of them.
    """
    if not plays or isinstance(kind_of(answer.check).target(0), TrapTarget):
        return answer
    if isinstance(answer.verdict, Unknown) and stopped.limit != "move":
        return replace(answer, verdict=Sampled(plays), note=answer.verdict.why)
    return replace(answer, note=f"{counted(plays, 'random play')} showed nothing either")


def stronger(before: CheckResult, asked: CheckResult) -> CheckResult:
    """The better of what was known and what was found out later."""
    match before.verdict, asked.verdict:
        case Bounded(searched), Bounded(solved):
            return replace(before, verdict=Bounded(max(searched, solved)))
        case _, Unknown():
            return before
        case _, Bounded():
            return replace(before, verdict=asked.verdict)
        case _:
            return asked
