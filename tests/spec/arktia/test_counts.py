"""Complete search of small continents of ice against numbers that were calculated independently."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.oracles.arktia import DISKUS, READINGS, Rules
from tests.oracles.search import Counts
from tests.spec.arktia.games import (
    BAY,
    FIVE,
    FIVE_IN_LINE,
    FOUR_IN_LINE,
    LAKE,
    RHOMBUS,
    SIX,
    STAR,
    THREE_AROUND,
    THREE_IN_LINE,
    board,
    counted,
    engine,
)
from tests.spec.games import game
from tests.tiers import every, slow

from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.turns import explore_turns

LARGE = 100
"""More positions than this take a quarter of a second."""

TWO, ONE_EACH = (1, 1, 0), (1, 1, 1)
G, Y, R = "Green", "Yellow", "Red"
GY, GR, YR, GYR = "Green+Yellow", "Green+Red", "Yellow+Red", "Green+Yellow+Red"

KNOWN = {
    # From two implementations that are not ours.
    Rules(THREE_IN_LINE, TWO): Counts(83, 90, 5, {G: 14, Y: 14, GY: 8}),
    Rules(FOUR_IN_LINE, TWO): Counts(267, 304, 7, {G: 56, Y: 58, GY: 22}),
    Rules(RHOMBUS, TWO): Counts(411, 540, 7, {G: 104, Y: 12, GY: 60}),
    Rules(STAR, ONE_EACH): Counts(2333, 3656, 10, {G: 520, Y: 520, GY: 168}),
    # From tests/oracles/arktia: other continents, pieces and numbers of players.
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
    Rules(RHOMBUS, TWO, 3): Counts(769, 956, 6, {G: 224, Y: 88}),
    Rules(RHOMBUS, TWO, 4): Counts(529, 528, 4, {"Green+Yellow+Red+Blue": 320}),
    Rules(FIVE, TWO, 4): Counts(6979, 8858, 7, {G: 1744, Y: 864, R: 368}),
    Rules(FIVE, TWO, neutrals=True, neutral_kinds=(DISKUS,)): Counts(
        779, 1067, 7, {G: 198, Y: 114, GY: 16}
    ),
    Rules(SIX, TWO, neutrals=True, neutral_kinds=(DISKUS,)): Counts(
        5504, 8518, 10, {G: 1508, Y: 804, GY: 316}
    ),
}

ALONE = {
    # From tests/oracles/arktia: one reading changed.
    ("water", "enclosed", FIVE): Counts(2517, 4118, 9, {G: 554, Y: 332, GY: 280}),
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
    ("starter", "last_seat", RHOMBUS): Counts(411, 540, 7, {G: 12, Y: 104, GY: 60}),
    ("thaw_by", "everybody", FIVE): Counts(2131, 3560, 9, {G: 514, Y: 146, GY: 212}),
}
CHANGED = {
    Rules(tiles, TWO, changed=((name, option),)): counts
    for (name, option, tiles), counts in ALONE.items()
} | {
    # Who begins is a matter of names: Red, Green, Yellow for Green, Yellow, Red.
    Rules(FIVE, TWO, 3, changed=(("starter", "last_seat"),)): Counts(
        4833, 6278, 9, {R: 746, G: 406, Y: 124, GR: 442, YR: 248, GY: 124}
    ),
    Rules(FOUR_IN_LINE, TWO, 3, changed=(("no_melt", "spared"),)): Counts(
        369, 464, 6, {G: 28, Y: 28, R: 56, GYR: 32}
    ),
    # A reading can matter only together with another one.
    Rules(FOUR_IN_LINE, TWO, changed=(("lone", "from_third"), ("second_blocked", "waits"))): Counts(
        295, 352, 7, {G: 56, Y: 62, GY: 26}
    ),
}
ALTERNATIVES = [(name, option) for name, options in READINGS.items() for option in options[1:]]


def turns(rules: Rules) -> Counts:
    graph = explore_turns(engine(rules), Budget())
    assert graph.complete
    ends = {"gap" if k.startswith("fault") else k: n for k, n in graph.terminal.items()}
    return Counts(len(graph.states), graph.transitions, graph.depth, ends)


def placed(counts: dict[Rules, Counts]) -> list[Any]:
    """The cases; those with many positions are for the slow run."""
    large = [rules for rules, known in counts.items() if known.states > LARGE]
    return [rules for rules in counts if rules not in large] + slow(large)


@pytest.mark.heavy
@pytest.mark.parametrize("rules", placed(KNOWN), ids=str)
def test_engine_counts_what_is_known(rules: Rules) -> None:
    assert turns(rules) == KNOWN[rules]


@pytest.mark.heavy
@pytest.mark.parametrize("rules", placed(CHANGED), ids=str)
def test_engine_counts_what_is_known_in_other_readings(rules: Rules) -> None:
    assert turns(rules) == CHANGED[rules]


@pytest.mark.parametrize("rules", placed({**KNOWN, **CHANGED}), ids=str)
def test_oracle_counts_what_is_known(rules: Rules) -> None:
    assert counted(rules) == {**KNOWN, **CHANGED}[rules]


@pytest.mark.heavy
@pytest.mark.parametrize(
    "reading",
    every(48, [(reading,) for reading in ALTERNATIVES]),
    ids="=".join,
)
def test_every_reading_alone_with_three_players(reading: tuple[str, str]) -> None:
    """The engine counts what the oracle counts, whichever reading is changed."""
    waiting = reading[0] == "second_blocked"
    rules = Rules(THREE_IN_LINE if waiting else FOUR_IN_LINE, TWO, 3, changed=(reading,))
    assert turns(rules) == counted(rules)


NEUTRAL = (
    "neutral_number",
    "together",
    "opening",
    "neutral_moves",
    "neutral_colours",
    "looked",
    "water",
    "ties",
)


@pytest.mark.heavy
@pytest.mark.parametrize(
    "reading", every(18, [(r,) for r in ALTERNATIVES if r[0] in NEUTRAL]), ids="=".join
)
def test_readings_of_neutral_pieces(reading: tuple[str, str]) -> None:
    rules = Rules(FIVE, TWO, neutrals=True, neutral_kinds=(DISKUS,), changed=(reading,))
    assert turns(rules) == counted(rules)


@pytest.mark.heavy
@pytest.mark.parametrize("option", ["every_turn", *slow(["after_moves", "always"])])
def test_when_it_is_looked_for_what_is_cut_off(option: str) -> None:
    rules = Rules(FIVE_IN_LINE, TWO, changed=(("looked", option),))
    assert turns(rules) == KNOWN[Rules(FIVE_IN_LINE, TWO)]


MOVING = (("second_blocked", "moves"),)
WITH_ONE_NEUTRAL = Rules(FOUR_IN_LINE, TWO, neutrals=True, neutral_kinds=(DISKUS,))


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("rules", "readings"),
    [
        (Rules(FOUR_IN_LINE, TWO), {"no_tile_seen": "before_too"}),
        *slow(
            [
                (Rules(RHOMBUS, TWO), {"stopped_tiles": "of_their_end"}),
                (Rules(THREE_IN_LINE, TWO, 4, changed=MOVING), {"first_blocked": "opens_later"}),
                (WITH_ONE_NEUTRAL, {"neutral_number": "three_in_all"}),
                (WITH_ONE_NEUTRAL, {"neutral_number": "three_in_all", "neutral_colours": "two"}),
                (WITH_ONE_NEUTRAL, {"starter": "last_seat", "opening": "anywhere"}),
            ]
        ),
    ],
    ids=str,
)
def test_what_a_reading_changes(rules: Rules, readings: dict[str, str]) -> None:
    """The engine counts what the oracle counts, and not what it counts by default."""
    changed = replace(rules, changed=(*rules.changed, *readings.items()))
    assert turns(changed) == counted(changed)
    assert turns(changed) != turns(rules)


@pytest.mark.heavy
def test_with_three_players_one_colour_is_left_for_the_neutral_pieces() -> None:
    """Four colours are in the box: no player can have a neutral one of their own."""
    three = game("arktia", variant="three_neutral", readings={"neutral_colours": "two"})
    state = three.new()
    for _ in range(9):
        state = three.apply(state, three.legal(state)[0])
    lying = [colour for tower in board(three, state) for colour, _ in tower or ()]
    assert lying == 9 * [3]
