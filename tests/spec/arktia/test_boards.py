"""Any continent can be given, as a list of tiles or as a picture; a bad one is one clear message."""

from __future__ import annotations

import pytest
from tests.oracles.search import Counts
from tests.shipped import ruleset
from tests.spec.games import game
from tests.tiers import slow

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.turns import explore_turns

TWO = {"globi": 1, "diski": 1, "tori": 0}
RHOMBUS = Counts(411, 540, 7, {"Green": 104, "Yellow": 12, "Green+Yellow": 60})


@pytest.mark.heavy
@pytest.mark.parametrize(
    "ice", ["# #/ # #", *slow(["rhombus", "0,0 1,0 0,1 1,1", "7,3 8,3 7,4 8,4"])]
)
def test_a_shape_a_list_of_tiles_and_a_picture_are_the_same_continent(ice: str) -> None:
    graph = explore_turns(
        game("arktia", variant="bare", parameters=TWO, readings={"ice": ice}), Budget()
    )
    found = Counts(len(graph.states), graph.transitions, graph.depth, dict(graph.terminal))
    assert graph.complete
    assert found == RHOMBUS


@pytest.mark.parametrize(
    ("ice", "message"),
    [
        ("0,0 1,x", "'1,x' is no tile: expected two numbers such as 2,-1"),
        ("0,0 0,0", "the tile 0,0 is given twice"),
        ("rhombuss", "there is no shape rhombuss"),
        ("# #/x", "line 2, column 1 of the picture: expected # or a blank, found 'x'"),
        ("# #/# #", "line 2, column 1 of the picture: this tile is not staggered"),
    ],
)
def test_a_bad_continent_is_one_message(ice: str, message: str) -> None:
    with pytest.raises(RulesetError) as caught:
        instantiate(ruleset("arktia"), variant="bare", readings={"ice": ice})
    (only,) = caught.value.diagnostics
    assert only.message.startswith(message)
    assert only.span.line > 1
