"""The largest known number, which the search in C makes a matter of seconds."""

from __future__ import annotations

import pytest
from tests.oracles.arktia import Rules
from tests.oracles.search import Counts
from tests.spec.arktia.games import FIVE, STAR, engine

from rulewright.engines.native.compiler import available
from rulewright.verify.explicit.native.build import compiled
from rulewright.verify.explicit.native.search import explore_turns
from rulewright.verify.limits import Budget

MISSING = available()
pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))


@pytest.mark.slow
def test_a_star_with_a_piece_of_each_kind() -> None:
    graph = explore_turns(
        compiled(engine(Rules(STAR, (1, 1, 1)))), Budget(), keep_transitions=False
    )
    assert graph.complete
    found = Counts(len(graph.states), graph.transitions, graph.depth, dict(graph.terminal))
    assert found == Counts(2333, 3656, 10, {"Green": 520, "Yellow": 520, "Green+Yellow": 168})


@pytest.mark.slow
def test_five_tiles_with_a_piece_of_each_kind() -> None:
    graph = explore_turns(
        compiled(engine(Rules(FIVE, (1, 1, 1)))), Budget(), keep_transitions=False
    )
    assert graph.complete
    found = Counts(len(graph.states), graph.transitions, graph.depth, dict(graph.terminal))
    known = {"Green": 53344, "Yellow": 49258, "Green+Yellow": 14864}
    assert found == Counts(302376, 837661, 20, known)
