"""The comparison of an engine, with what is asked of it as keywords."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.engines.game import Game
from rulewright.verify.conform import examine as comparing
from rulewright.verify.conform.examination import StartsEngine
from rulewright.verify.conform.trials.discrepancy import Discrepancy
from rulewright.verify.limits import Budget
from rulewright.verify.progress import TellText


def examine(
    make: StartsEngine, game: Game[Any], budget: Budget, *, tell: TellText = lambda _: None,
    counts: Callable[[Discrepancy], bool] = lambda _: True, **asked: Any,
) -> comparing.ConformanceResult:  # fmt: skip
    """The result of a comparison; ``asked``: the other fields of a plan."""
    return comparing.examine(make, game, comparing.Plan(budget, **asked), tell, counts)
