"""Where two readings of Circle of Life part: the tool and the oracle find the same depth."""

from __future__ import annotations

from collections import deque

import pytest
from tests.oracles import circle
from tests.oracles.search import Position, Walker
from tests.spec.circle.readings import FREQUENT, HOME, OTHER_OPTIONS
from tests.spec.games import circle_game, circle_oracle
from tests.tiers import every, slow

from rulewright.verify.equivalence.bisimulation import Equivalent, compare
from rulewright.verify.equivalence.pair import DistinguishingPlay
from rulewright.verify.limits import Budget

SIZES = {"standard": (2, 3, 3), "aggressive": (2, 3, 3), "three": (2, 3, 1)}


def seen(oracle: Walker, at: Position) -> tuple[object, ...]:
    """How play is over, or who decides and what may be done."""
    label = oracle.over(at.state) if not at.chosen else None
    if label is not None:
        return (label,)
    asked = oracle.ask(at)
    return (asked.player, *sorted(asked.choices))


def depth(first: circle.Rules, second: circle.Rules) -> int | None:
    """The decisions of a shortest play after which the oracle's games differ; None for no play."""
    oracles = circle_oracle(first), circle_oracle(second)
    start = Position(circle.first(first)), Position(circle.first(second))
    waiting = deque([(start, 0)])
    known = {tuple(o.key(p) for o, p in zip(oracles, start, strict=True))}
    while waiting:
        pair, played = waiting.popleft()
        views = [seen(o, p) for o, p in zip(oracles, pair, strict=True)]
        if views[0] != views[1]:
            return played
        for choice in () if len(views[0]) == 1 else views[0][1:]:
            after = tuple(o.play(p, choice) for o, p in zip(oracles, pair, strict=True))
            key = tuple(o.key(p) for o, p in zip(oracles, after, strict=True))
            if key not in known:
                known.add(key)
                waiting.append(((after[0], after[1]), played + 1))
    return None


@pytest.mark.heavy
@pytest.mark.parametrize("frequent", [False, *slow([True])], ids=["usual", "frequent"])
@pytest.mark.parametrize(("name", "option"), every(24, OTHER_OPTIONS))
def test_the_depth_is_that_of_the_oracle(name: str, option: str, frequent: bool) -> None:
    variant = HOME.get(name, "standard")
    others = {k: v for k, v in FREQUENT.items() if frequent and k != name}
    first = circle.Rules(variant, *SIZES[variant], tuple(others.items()))
    second = circle.Rules(variant, *SIZES[variant], tuple({**others, name: option}.items()))
    result = compare(circle_game(first), circle_game(second), Budget())
    assert isinstance(result, DistinguishingPlay | Equivalent)
    found = len(result) if isinstance(result, DistinguishingPlay) else None
    assert found == depth(first, second)
