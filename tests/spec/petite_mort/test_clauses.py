"""Petite Mort, clause by clause: what each reading does, in positions made for it."""

from __future__ import annotations

import pytest
from tests.spec.scenes import asked, follow, legal, outcome, scene
from tests.tiers import slow

from rulewright.engines.game import CHANCE
from rulewright.engines.python.game import PythonGame

SMALL = {"row": 1, "scythes": 1, "pawns": 2, "pawns_needed": 2, "powas": 2}
TABLES = {
    "Ailment": "ailments_small", "Character": "characters_five", "Trait": "traits_twelve",
    "Scythe": "scythes_four", "Objective": "objectives_small",
}  # fmt: skip


def four(play: str, **readings: str) -> PythonGame:
    return scene("petite-mort", "four", play, parameters=SMALL, readings={**TABLES, **readings})


TWO_REAP_A_NEWBORN = """
    take character_pack[Baker] to lives[Ada, 1]
    laid[Bo] := [Harvest(Attack, Ada, 1)]
    laid[Cy] := [Harvest(Attack, Ada, 1)]
    share_out(Ada, 1)
    if dead(Bo) = 1: win Bo
    if dead(Cy) = 1: win Cy
    draw
"""


@pytest.mark.heavy
def test_who_gets_a_used_harvest_card_falls_by_lot_or_by_the_order_of_choosing() -> None:
    by_lot = four(TWO_REAP_A_NEWBORN)
    assert by_lot.decides(by_lot.new()) == CHANCE
    assert {outcome(by_lot, move) for move in legal(by_lot, by_lot.new())} == {"Bo", "Cy"}
    by_choice = four(TWO_REAP_A_NEWBORN, completed_how="by_choice")
    assert by_choice.decides(by_choice.new()) == 1
    assert outcome(by_choice, "keep_character") == "Bo"


ONE_CARD = """
    for p in {Ada, Cy}
      take character_pack[Baker] to lives[p, 1]
      take powa to added[p, 1, Heart]
    take scythe_pack[Attack] to blade[Bo, Attack]
    lay_scythes()
    reveal()
    let pawns = reaping[Bo]
    let reaped = count p in Player: reapers(p, 1) > 0
    clear_up()
    if used[Attack] = 1 and reaping[Bo] = 0 and reaped = 2 and pawns = 2: win Bo
    if used[Attack] = 1 and reaping[Bo] = 0 and reaped = 2 and pawns = 1: win Cy
    if used[Attack] = 1 and reaping[Bo] = 0 and reaped = 1 and pawns = 1: win Dan
    draw
"""
FIRST = ["rest", "reap Attack Ada 1", "rest", "rest"]
SECOND = ["rest", "reap_too Attack Cy 1", "rest", "rest"]
NOBODY = ["rest"] * 4


@pytest.mark.parametrize(("option", "end"), [("each_card", "Cy"), ("each_character", "Bo")])
def test_one_harvest_card_may_take_several_characters(option: str, end: str) -> None:
    """Bo has one card; a pawn lies for it, or for each of the two characters."""
    game = four(ONE_CARD, one_card="takes_several", pawn_for=option)
    assert outcome(game, *FIRST, *SECOND, *NOBODY) == end
    assert outcome(game, *FIRST, *NOBODY, *NOBODY) == "Dan"
    after = follow(game, *FIRST, *SECOND, "rest")
    assert legal(game, after) == ["rest"]


@pytest.mark.parametrize("option", ["each_card", "each_character"])
def test_or_there_is_a_card_for_each_character(option: str) -> None:
    game = four(ONE_CARD, pawn_for=option)
    assert outcome(game, *FIRST) == "Dan"


THREE_TRAITS = """
    take character_pack[Baker] to lives[Ada, 1]
    take 3 of trait_pack[Greedy] to worn[Ada, 1, Greedy]
    deathbed()
    if dead(Ada) = 1: win Ada
    draw
"""


def test_the_deathbed_is_a_duty_or_a_right() -> None:
    assert outcome(four(THREE_TRAITS)) == "Ada"
    may = four(THREE_TRAITS, bed_duty="may")
    assert outcome(may, "say_farewell") == "Ada"
    assert outcome(may, "wait") == "draw"


ATTACHING = """
    take character_pack[Baker] to lives[Ada, 1]
    take 3 of trait_pack[Greedy] to hand[Ada, Greedy]
    attach_traits(Ada)
    draw
"""


@pytest.mark.parametrize(("option", "most"), [("two", 2), ("any", 3)])
def test_how_many_traits_one_character_is_given_in_a_phase(option: str, most: int) -> None:
    game = four(ATTACHING, traits_attached="for_each", at_once_on_one=option)
    state = follow(game, *["attach Greedy 1"] * 2)
    found = game.outcome(state)
    assert (most == 2) == (found is None and legal(game, state) == ["enough"])
    if most == 3:
        assert outcome(game, *["attach Greedy 1"] * 3) == "draw"


def test_where_a_pack_is_empty_the_rules_may_be_taken_to_say_nothing() -> None:
    assert outcome(four("continue_or_end()\nlose")) == "draw"
    label = outcome(four("continue_or_end()\nlose", pack_out="unsaid"))
    assert label is not None
    assert label.startswith("fault")


WEAKENED = """
    take character_pack[Baker] to lives[Ada, 1]
    take %d of trait_pack[Greedy] to worn[Ada, 1, Greedy]
    take trait_pack[Sporty] to worn[Ada, 1, Sporty]
    %s
    take scythe_pack[Attack] to blade[Bo, Attack]
    if may_reap(Bo, Attack, Ada, 1): win Bo
    draw
"""


@pytest.mark.parametrize("kind", ["named", *slow(["any"])])
@pytest.mark.parametrize(
    ("red", "tokens", "one_for_one", "altogether"),
    [(0, 1, "draw", "draw"), (0, 2, "Bo", "Bo"), (1, 1, "Bo", "draw"), (2, 0, "Bo", "draw")],
)
def test_two_tokens_weaken_where_there_is_one_green_icon(
    kind: str, red: int, tokens: int, one_for_one: str, altogether: str
) -> None:
    """Whatever a green icon does to the red ones that cards show."""
    there = "added[Ada, 1, Heart]" if kind == "named" else "wild[Ada, 1]"
    placed = f"take {tokens} of powa to {there}"
    for option, end in (("one_for_one", one_for_one), ("altogether", altogether)):
        readings = {"cancelling": option, "powa_kind": kind, "Trait": "traits_small"}
        assert outcome(four(WEAKENED % (red, placed), **readings)) == end


SEATS = {"first_wins": "Ada", "second_wins": "Bo", "third_wins": "Cy", "fourth_wins": "Dan"}


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("variant", "players"), [("standard", 3), *slow([("two", 2), ("four", 4)])]
)
def test_it_is_asked_of_every_player_whether_they_can_win(variant: str, players: int) -> None:
    for winner in list(SEATS.values())[:players]:
        found = asked("petite-mort", variant, f"win {winner}")
        said = {n: so for n, so in found.items() if n.endswith("_wins") and n != "nobody_wins"}
        assert said == {n: SEATS[n] == winner for n in list(SEATS)[:players]}
