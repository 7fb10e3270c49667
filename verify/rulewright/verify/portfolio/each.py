"""The same checks of several games that differ in little: the time is shared fairly.

In a first turn every game is asked in one way: by a proof, which is how a full box is answered, or
by complete search. What answers the first game is tried with the others. What is open then is asked
in every way, in the time that is left. What a game does not need of its part goes to those that
come after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.engines.game import Game

from ..explicit.searcher import Searcher
from ..limits import Budget, Deadline
from ..results.check_result import InstanceResult
from .portfolio import PLAYS, THOROUGH, Effort, answer_checks, merged, stronger
from .provers import Prover

FIRST_TURNS = 0.7
"""That part of the time the first turns take together."""
PROVING = Effort(search=0.05, chance=0.05, least=1.0, induction_alone=True)
SEARCHING = Effort(search=0.9, chance=0.05)
SEARCH_TURNS = 2
"""So many turns a search of the first game may take, which tells whether it is worth while."""

Tell = Callable[[int, int], None]


def silent(game: int, open_games: int) -> None:
    """Tell nobody which game is looked at, and how many are open."""


def answer_each(
    games: Sequence[Game[Any]],
    budget: Budget,
    *,
    only: frozenset[str] | None = None,
    seed: int = 0,
    plays: int = PLAYS,
    searcher: Searcher | None = None,
    prover: Prover | None = None,
    tell: Tell = silent,
) -> list[InstanceResult]:
    """What can be found out about each game; ``budget`` limits the seconds of all together.

    With ``only``, the checks of these names are answered, and no others. ``tell`` is told the
    number of each game that is looked at, and how many of those before it are open.
    """
    reports: list[InstanceResult] = []

    def ask(
        number: int, seconds: float | None, names: frozenset[str] | None, how: Effort
    ) -> InstanceResult:
        tell(number, sum(bool(_open(report)) for report in reports))
        return answer_checks(
            games[number], budget.within(seconds), only=names, seed=seed, plays=plays, effort=how,
            searcher=searcher, prover=prover,
        )  # fmt: skip

    def again(number: int, seconds: float | None, how: Effort) -> None:
        before = reports[number]
        reports[number] = _together(before, ask(number, seconds, _open(before), how))

    whole, first = budget.start(), budget.share(FIRST_TURNS).start()
    way = PROVING
    for number in range(len(games)):
        turns = len(games) - number
        reports.append(ask(number, _part(first, turns), only, way))
        if number == 0 and (proved_not := _open(reports[0])):
            again(number, _part(first, max(1, turns / SEARCH_TURNS)), SEARCHING)
            way = SEARCHING if _open(reports[0]) < proved_not else PROVING
    waiting = [number for number, report in enumerate(reports) if _open(report)]
    for done, number in enumerate(waiting):
        again(number, _part(whole, len(waiting) - done), THOROUGH)
    return reports


def _part(deadline: Deadline, parts: float) -> float | None:
    left = deadline.left()
    return None if left is None else left / parts


def _open(report: InstanceResult) -> frozenset[str]:
    return frozenset(answer.check.name for answer in report.answers if answer.holds is None)


def _together(before: InstanceResult, after: InstanceResult) -> InstanceResult:
    """What both reports say of one game, the second of them of some of the checks."""
    later = {answer.check.name: answer for answer in after.answers}
    answers = (
        stronger(answer, later[answer.check.name]) if answer.check.name in later else answer
        for answer in before.answers
    )
    further = max(before.coverage, after.coverage, key=lambda coverage: coverage.states)
    return replace(
        before,
        answers=tuple(answers),
        defects=tuple(merged(before.defects, after.defects)),
        coverage=further,
    )
