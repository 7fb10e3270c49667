"""Complete search of small continents of ice against numbers that were calculated independently."""

from __future__ import annotations

import pytest
from tests.oracles.arktia import Rules
from tests.oracles.search import Counts
from tests.spec.arktia_games import (
    BAY,
    FIVE,
    FIVE_IN_LINE,
    FOUR_IN_LINE,
    LAKE,
    RHOMBUS,
    STAR,
    THREE_AROUND,
    THREE_IN_LINE,
    counted,
    engine,
)

from rulewright.verify.budget import Budget
from rulewright.verify.search.turns import explore_turns

TWO, ONE_EACH = (1, 1, 0), (1, 1, 1)
G, Y, R = "Green", "Yellow", "Red"
GY, GR, YR, GYR = "Green+Yellow", "Green+Red", "Yellow+Red", "Green+Yellow+Red"

KNOWN = {
    # From two implementations that are not ours.
    Rules(THREE_IN_LINE, TWO): Counts(83, 90, 5, {G: 14, Y: 14, GY: 8}),
    Rules(FOUR_IN_LINE, TWO): Counts(267, 304, 7, {G: 56, Y: 58, GY: 22}),
    Rules(RHOMBUS, TWO): Counts(411, 540, 7, {G: 104, Y: 12, GY: 60}),
    Rules(STAR, ONE_EACH): Counts(2333, 3656, 10, {G: 520, Y: 520, GY: 168}),
    # From tests/oracles/arktia.py: other continents, pieces and numbers of players.
    Rules(THREE_AROUND, TWO): Counts(85, 108, 5, {G: 30}),
    Rules(FIVE_IN_LINE, TWO): Counts(843, 1128, 9, {G: 188, Y: 156, GY: 86}),
    Rules(FIVE, TWO): Counts(2513, 4106, 9, {G: 554, Y: 332, GY: 280}),
    Rules(LAKE, TWO): Counts(2521, 3600, 9, {G: 420, Y: 336, GY: 504}),
    Rules(BAY, TWO): Counts(549, 650, 8, {G: 112, Y: 96, GY: 70}),
    Rules(RHOMBUS, (0, 2, 1)): Counts(3119, 7188, 12, {G: 650, Y: 420, GY: 186}),
    Rules(FIVE_IN_LINE, TWO, 3): Counts(
        1059, 1234, 9, {G: 110, Y: 110, R: 220, GR: 36, YR: 36, GYR: 8}
    ),
    Rules(FIVE, TWO, 3): Counts(4833, 6278, 9, {G: 746, Y: 406, R: 124, GY: 442, GR: 248, YR: 124}),
    Rules(RHOMBUS, TWO, 4): Counts(529, 528, 4, {"Green+Yellow+Red+Blue": 320}),
}

ALONE = {
    # From tests/oracles/arktia.py: one reading changed.
    ("water", "melted", BAY): Counts(569, 670, 8, {G: 118, Y: 102, GY: 70}),
    ("early_stop", "may_stop", FOUR_IN_LINE): Counts(609, 814, 7, {G: 140, Y: 142, GY: 47}),
    ("second_blocked", "waits", FOUR_IN_LINE): Counts(1323, 2102, 12, {G: 268, Y: 276, GY: 94}),
    ("second_blocked", "moves", FOUR_IN_LINE): Counts(1633, 2786, 11, {G: 288, Y: 300, GY: 116}),
    ("lone", "whenever", FOUR_IN_LINE): Counts(33, 32, 2, {GY: 24}),
    ("thaw_from", "same_turn", FOUR_IN_LINE): Counts(123, 134, 5, {G: 36, Y: 18}),
    ("melt_order", "melt_first", FIVE_IN_LINE): Counts(787, 1064, 8, {G: 172, Y: 140, GY: 86}),
    ("no_melt", "spared", FOUR_IN_LINE): Counts(373, 558, 10, {G: 60, Y: 62, GY: 32}),
    ("stuck", "waits", RHOMBUS): Counts(423, 548, 7, {G: 108, Y: 12, GY: 64}),
    ("stopping", "this_turn", RHOMBUS): Counts(527, 640, 9, {G: 128, Y: 32, GY: 84}),
    ("even", "nobody", RHOMBUS): Counts(411, 540, 7, {G: 104, Y: 12, "draw": 60}),
}
CHANGED = {
    Rules(tiles, TWO, changed=((name, option),)): counts
    for (name, option, tiles), counts in ALONE.items()
}


def turns(rules: Rules) -> Counts:
    graph = explore_turns(engine(rules), Budget())
    assert graph.complete
    return Counts(len(graph.states), graph.transitions, graph.depth, dict(graph.terminal))


@pytest.mark.parametrize("rules", KNOWN, ids=str)
def test_engine_counts_what_is_known(rules: Rules) -> None:
    assert turns(rules) == KNOWN[rules]


@pytest.mark.parametrize("rules", CHANGED, ids=str)
def test_engine_counts_what_is_known_in_other_readings(rules: Rules) -> None:
    assert turns(rules) == CHANGED[rules]


@pytest.mark.parametrize("rules", [*KNOWN, *CHANGED], ids=str)
def test_oracle_counts_what_is_known(rules: Rules) -> None:
    assert counted(rules) == {**KNOWN, **CHANGED}[rules]
