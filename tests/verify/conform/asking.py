"""The comparison of an engine, with what is asked of it as keywords."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import Game
from rulewright.engines.python.game import PythonGame
from rulewright.verify.answers.kept import Kept
from rulewright.verify.conform import examine as comparing
from rulewright.verify.conform.confirmed import WHOLLY, ShorteningEffort
from rulewright.verify.conform.examination import StartsEngine
from rulewright.verify.conform.trials.coverage import Goal
from rulewright.verify.conform.trials.discrepancy import Discrepancy
from rulewright.verify.conform.trials.known import apart, written_down
from rulewright.verify.limits import Budget, Deadline
from rulewright.verify.progress import TellText


def examine(
    make: StartsEngine, game: Game[Any], budget: Budget, *, tell: TellText = lambda _: None,
    counts: Callable[[Discrepancy], bool] = lambda _: True, shrinking: Budget | ShorteningEffort = WHOLLY, **asked: Any,
) -> comparing.ConformanceResult:  # fmt: skip
    """The result of a comparison; ``asked``: the other fields of a plan. ``shrinking``: or seconds alone."""
    if isinstance(shrinking, Budget):
        assert shrinking.seconds is not None
        shrinking = ShorteningEffort(seconds=shrinking.seconds)
    asked["shrinking"] = shrinking
    return comparing.examine(make, game, comparing.Plan(budget, **asked), tell, counts)


def known(
    game: PythonGame, ruleset: Ruleset, kept: Kept | None, deadline: Deadline
) -> dict[Goal, tuple[str, ...]]:
    """All plays that are known of a game, those among them that are looked for until the deadline."""
    found = written_down(game, ruleset, kept)
    looked_for = apart(game, ruleset, tuple(found), deadline)
    return found | {goal: play for goal, play in looked_for if play is not None}
