"""Complete search of small wheels against numbers that were calculated independently."""

from __future__ import annotations

import pytest
from tests.oracles.circle import Rules
from tests.oracles.search import Counts
from tests.spec.games import circle_game, counted
from tests.tiers import every, slow

from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore
from rulewright.verify.stategraph.graph import StateGraph
from rulewright.verify.stategraph.turns import explore_turns

PAIRS = {"Life+Death": 54, "Life+Mummy": 54, "Death+Mummy": 54, "Life+Death+Mummy": 54}

KNOWN = {
    # From two implementations that are not ours, one in Python and one in C.
    Rules("three", 2, 3, 2): Counts(
        6744, 16890, 11, {"Life": 465, "Death": 465, "Mummy": 465, **PAIRS, "draw": 144}
    ),
    Rules("aggressive", 2, 3, 2): Counts(236, 592, 4, {"Life": 75, "Death": 75}),
    Rules("standard", 2, 3, 2): Counts(184, 410, 4, {"Life": 45, "Death": 45}),
    # From tests/oracles/circle.
    Rules("three", 2, 3, 3): Counts(
        8100, 20166, 11, {"Life": 917, "Death": 917, "Mummy": 917, **PAIRS, "draw": 144}
    ),
    Rules("aggressive", 2, 3, 3): Counts(834, 2854, 6, {"Life": 128, "Death": 206}),
    Rules("aggressive", 2, 4, 2): Counts(538, 1284, 4, {"Life": 196, "Death": 196}),
    Rules("aggressive", 3, 3, 3): Counts(6542, 27114, 6, {"Life": 1848, "Death": 1848}),
    Rules("standard", 2, 3, 3): Counts(632, 1619, 8, {"Life": 104, "Death": 131}),
    Rules("standard", 2, 4, 4): Counts(3444, 9308, 12, {"Life": 490, "Death": 866}),
    Rules("standard", 3, 3, 3): Counts(3799, 11511, 9, {"Life": 957, "Death": 957}),
}

KNOWN_QUICKLY = [
    *(rules for rules in KNOWN if KNOWN[rules].states < 2000),
    *slow(rules for rules in KNOWN if KNOWN[rules].states >= 2000),
]

KNOWN_TURNS = {
    Rules("three", 2, 3, 2): (6744, 16887),
    Rules("aggressive", 2, 3, 2): (236, 590),
    Rules("standard", 2, 3, 3): (611, 1654),
    Rules("standard", 2, 4, 4): (3208, 9596),
}


def name(rules: Rules) -> str:
    return f"{rules.variant}-{rules.rings}-{rules.segments}-{rules.pieces}"


def counts(graph: StateGraph) -> Counts:
    assert graph.complete
    return Counts(len(graph.states), graph.transitions, graph.depth, dict(graph.terminal))


@pytest.mark.parametrize("rules", KNOWN_QUICKLY, ids=name)
def test_engine_counts_what_is_known(rules: Rules) -> None:
    assert counts(explore(circle_game(rules), Budget())) == KNOWN[rules]


@pytest.mark.parametrize("rules", KNOWN_QUICKLY, ids=name)
def test_oracle_counts_what_is_known(rules: Rules) -> None:
    assert counted(rules) == KNOWN[rules]


@pytest.mark.parametrize("rules", [*KNOWN_TURNS][1:3] + slow([*KNOWN_TURNS][::3]), ids=name)
def test_whole_turns(rules: Rules) -> None:
    graph = explore_turns(circle_game(rules), Budget())
    oracle = counted(rules, turns=True)
    assert (len(graph.states), graph.transitions) == KNOWN_TURNS[rules]
    assert (oracle.states, oracle.transitions) == KNOWN_TURNS[rules]
    assert dict(graph.terminal) == oracle.terminal


READINGS = [
    Rules("standard", 2, 3, 3, (("beside_whom", "of_life"),)),
    Rules("standard", 2, 3, 3, (("first_turn", "opening"),)),
    Rules("standard", 2, 3, 3, (("freedom", "kept"),)),
    Rules("standard", 2, 3, 3, (("freedom", "must_place"),)),
    Rules("standard", 2, 3, 3, (("birth_place", "detached"),)),
    Rules("standard", 2, 4, 4, (("birth_duty", "must"),)),
    Rules("standard", 2, 4, 4, (("birth_chain", "once"),)),
    Rules("standard", 2, 4, 3, (("centre", "meeting"),)),
    Rules("standard", 2, 3, 3, (("other_goal", "own_turn"),)),
    Rules("standard", 2, 3, 3, (("goal_time", "after_powers"),)),
    Rules("aggressive", 2, 4, 3, (("double_turn", "stepwise"),)),
    Rules("aggressive", 2, 4, 3, (("more_than", "overall"),)),
    Rules("aggressive", 2, 3, 3, (("empty_ring", "may_not"),)),
    Rules("three", 2, 3, 2, (("last_turns", "others"),)),
    Rules("three", 2, 3, 2, (("last_goal", "awaits"),)),
    Rules("three", 2, 3, 2, (("three_destiny", "upheld"),)),
    Rules("three", 2, 3, 1, (("no_place", "may_pass"),)),
    Rules("three", 2, 3, 2, (("shared_goal", "mover"),)),
    Rules("three", 2, 3, 2, (("shared_goal", "seat"),)),
    Rules("three", 2, 3, 2, (("shared_goal", "nobody"),)),
]


@pytest.mark.heavy
@pytest.mark.parametrize(
    "rules", every(10, READINGS), ids=lambda r: "-".join((name(r), *r.changed[0]))
)
def test_readings_count_as_the_oracle_does(rules: Rules) -> None:
    assert counts(explore(circle_game(rules), Budget())) == counted(rules)
