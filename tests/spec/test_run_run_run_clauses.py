"""Run Run Run!, clause by clause: what each reading does, in positions made for it."""

from __future__ import annotations

import pytest
from tests.spec.scenes import follow, legal, outcome, scene

from rulewright.engines.python.game import PythonGame

SMALL = {"side": 3, "gates": 1, "mechanisms": 1, "waking": 3, "first_torches": 0, "torch_tokens": 3}
TABLES = {
    "Place": "places_open", "Token": "tokens_torch", "MummyFace": "mummy_die_small",
    "CombatFace": "combat_die_hit", "Adventurer": "adventurers_two", "Foe": "foes_with_fury",
}  # fmt: skip


def small(play: str, **readings: str) -> PythonGame:
    parameters = SMALL | {"side": 3}
    return scene(
        "run-run-run", "standard", play, parameters=parameters, readings={**TABLES, **readings}
    )


SNUFFED = """
    take pile[Plaza] to laid[c2]
    gain_torches(%d)
    asleep := {Snuffer}
    repeat 3 times: take heart to gathered
    wake(Ada)
    if light = 1: win Ada
    if torch = 3: lose
    draw
"""


@pytest.mark.parametrize(
    ("torches", "readings", "end"),
    [
        (1, {}, "lost"),
        (1, {"torches_to_snuff": "none_goes"}, "Ada"),
        (2, {"torches_to_snuff": "none_goes"}, "lost"),
        (2, {"snuffed_go": "to_box"}, "draw"),
        (3, {"snuffed_go": "to_box"}, "Ada"),
    ],
)
def test_torches_that_a_mummy_puts_out(torches: int, readings: dict[str, str], end: str) -> None:
    game = small(SNUFFED % torches, **readings)
    state = game.new()
    while game.outcome(state) is None:
        state = game.apply(state, game.legal(state)[0])
    found = game.outcome(state)
    assert found is not None
    assert found.label == end


SHARED = """
    take pile[Plaza] to laid[c2]
    stands[Ada] := c2
    stands[Bo] := c2
    take pile[Plaza] to hand[Bo, Plaza]
    take pile[PlazaEye] to hand[Bo, PlazaEye]
    lair[Horde] := c2
    attack(Horde, Ada)
    draw
"""


def test_damage_may_be_given_to_an_adventurer_without_cards() -> None:
    game = small(SHARED)
    assert sorted(legal(game, game.new())) == ["q Ada", "q Bo"]
    assert outcome(game, "q Ada") == "draw"
    only = small(SHARED, empty_handed="to_others")
    assert all(only.value(only.apply(only.new(), a), "hand") for a in only.legal(only.new()))
    assert follow(only) != follow(game)


THREE_DICE = """
    take pile[Plaza] to laid[c2]
    join(c2, chamber)
    take pile[Plaza] to laid[e1]
    lair[Horde] := e1
    asleep := {Biter, Snuffer}
    repeat 2 times: take heart to gathered
    mummy_phase(Ada)
    draw
"""


def ends(game: PythonGame) -> set[str]:
    """How a scene can end, whatever is chosen."""
    found, seen, waiting = set[str](), {game.new()}, [game.new()]
    while waiting:
        state = waiting.pop()
        over = game.outcome(state)
        if over is not None:
            found.add(over.label)
        after = {game.apply(state, action) for action in game.legal(state)} - seen
        seen |= after
        waiting += after
    return found


def test_a_mummy_that_wakes_moves_with_the_next_symbol_or_the_moves_come_first() -> None:
    """The first heart wakes a mummy beside the Pharaoh's room; two more symbols come up."""
    assert ends(small(THREE_DICE)) == {"lost", "draw"}
    assert ends(small(THREE_DICE, symbols_done="moves_first")) == {"draw"}
