"""Run Run Run!, clause by clause: what each reading does, in positions made for it."""

from __future__ import annotations

import pytest
from tests.spec.scenes import asked, ends, ever, follow, legal, outcome, positions, scene
from tests.tiers import every, slow

from rulewright.engines.game import CHANCE
from rulewright.engines.python.game import PythonGame

SMALL = {"side": 3, "gates": 1, "mechanisms": 1, "waking": 3, "first_torches": 0, "torch_tokens": 3}
TABLES = {
    "Place": "places_open", "Token": "tokens_torch", "MummyFace": "mummy_die_small",
    "CombatFace": "combat_die_hit", "Adventurer": "adventurers_two", "Foe": "foes_with_fury",
}  # fmt: skip


def small(play: str, parameters: dict[str, int] | None = None, **readings: str) -> PythonGame:
    numbers = SMALL | (parameters or {})
    return scene(
        "run-run-run", "standard", play, parameters=numbers, readings={**TABLES, **readings}
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


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("torches", "readings", "end"),
    [
        (1, {"torches_to_snuff": "none_goes"}, "Ada"),
        (2, {"torches_go": "to_box"}, "draw"),
        *slow(
            [
                (1, {}, "lost"),
                (2, {"torches_to_snuff": "none_goes"}, "lost"),
                (3, {"torches_go": "to_box"}, "Ada"),
            ]
        ),
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


@pytest.mark.heavy
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


@pytest.mark.heavy
def test_a_mummy_that_wakes_moves_with_the_next_symbol_or_the_moves_come_first() -> None:
    """The first heart wakes a mummy beside the Pharaoh's room; two more symbols come up."""
    assert ends(small(THREE_DICE)) == {"lost", "draw"}
    assert ends(small(THREE_DICE, symbols_done="moves_first")) == {"draw"}


@pytest.mark.heavy
def test_the_damage_of_a_boss_is_shared_as_its_card_says() -> None:
    """Of four cards each of the two has one: the boss takes both, and somebody has lost the last."""
    boss = SHARED.replace("Horde", "Fury")
    everyone = small(boss, victims="everyone")
    assert sorted(legal(everyone, everyone.new())) == ["q Ada", "q Bo"]
    assert outcome(small(SHARED, victims="everyone")) is None


GIVEN_UP = """
    gain_torches(1)
    begin(Halting)
    cooperate(Ada)
    if torch = 3: lose
    draw
"""


@pytest.mark.parametrize(("option", "end"), [("to_table", "lost"), ("to_box", "draw")])
def test_torches_that_are_given_up_at_a_halt(option: str, end: str) -> None:
    game = small(GIVEN_UP, torches_go=option)
    offers = ["stay_away", "offer_none"]
    assert outcome(game, *offers, "give_up_torch") == end


HALTING = """
    if %s: take 2 of pile[Plaza] to waste[Plaza]
    begin(Halting)
    cooperate(Ada)
    Ada chooses p in Player
    draw
"""


@pytest.mark.parametrize(("discard", "early"), [("yes", False), ("no", True)])
def test_a_halt_is_early_if_the_discard_is_empty_when_it_begins(discard: str, early: bool) -> None:
    """Not if the halt itself has taken the last cards."""
    assert ever(small(HALTING % discard), "early_halt") == early


WALKED_IN = """
    take pile[Plaza] to laid[c2]
    join(c2, chamber)
    lair[Horde] := c2
    take 2 of heart to life[Horde]
    take pile[Plaza] to hand[Ada, Plaza]
    take pile[PlazaEye] to hand[Ada, PlazaEye]
    player_phase(Ada)
    draw
"""
WOKEN_BESIDE = """
    take pile[Plaza] to laid[c2]
    join(c2, chamber)
    stands[Ada] := c2
    asleep := {Biter}
    repeat %d times: take heart to gathered
    mummy_phase(Ada)
    player_phase(Ada)
    draw
"""


MET_ONE = """
    take pile[Plaza] to laid[c2]
    take pile[PlazaEye] to laid[c1]
    join(c2, chamber)
    join(c1, c2)
    stands[Ada] := c2
    lair[Horde] := c1
    take 2 of heart to life[Horde]
    take pile[PlazaFeather] to hand[Ada, PlazaFeather]
    take pile[PlazaScarab] to hand[Ada, PlazaScarab]
    mummy_phase(Ada)
    if stopped = {Horde}: player_phase(Ada)
    draw
"""


@pytest.mark.slow
def test_a_mummy_that_met_somebody_has_attacked_already_and_is_not_asked_about() -> None:
    game = small(MET_ONE, {"halts": 1, "waking": 5})
    assert ever(game, "damage_done") is False
    assert any(game.value(s, "stopped") for s in positions(game))
    assert not ever(game, "when_attacked")


@pytest.mark.heavy
def test_who_walks_to_a_mummy_is_not_attacked_by_anybody() -> None:
    assert not ever(small(WALKED_IN, {"halts": 1}), "when_attacked")


@pytest.mark.heavy
@pytest.mark.parametrize(("hearts", "differs"), [(2, True), *slow([(1, False)])])
def test_a_mummy_that_is_there_at_the_end_of_the_phase_and_met_nobody(
    hearts: int, differs: bool
) -> None:
    """The third heart wakes one: by the summary it attacks, though it has met nobody."""
    assert ever(small(WOKEN_BESIDE % hearts, {"halts": 1}), "when_attacked") == differs


ONE_AWAKE = """
    take pile[Plaza] to laid[c2]
    take 2 of heart to life[Horde]
    lair[Horde] := c2
    asleep := {Biter}
    %s
    draw
"""
HEARTS = {
    "add_heart(Ada, no)\n    if gathered = 1: win Ada": ("Ada", "Ada"),
    "repeat 2 times: add_heart(Ada, no)\n    if gathered = 2: win Ada": ("Ada", "draw"),
    "spring_trap(Ada)\n    if lair[Biter] is not none: win Ada": ("Ada", "draw"),
    "if boss_hearts(Giant) = 7: win Ada\n    if boss_hearts(Giant) = 6: win Bo": ("Ada", "Bo"),
}


@pytest.mark.heavy
@pytest.mark.parametrize("done", every(2, list(HEARTS)))
def test_the_hearts_are_one_stock_or_those_of_the_mummies_and_those_of_the_boss(done: str) -> None:
    """Three wake a mummy here and nine are in the box, so that six are for a boss of its own."""
    for option, end in zip(("shared", "apart"), HEARTS[done], strict=True):
        readings = {"heart_stock": option, "hearts_short": "what_is_left", "Foe": "foes"}
        assert ends(small(ONE_AWAKE % done, {"heart_tokens": 9}, **readings)) == {end}


DUG = """
    take pile[Plaza] to laid[c2]
    join(c2, chamber)
    dig(c2, chamber)
    player_phase(Ada)
    if c2 in joined[chamber] and chamber in joined[c2]: win Ada
    draw
"""


@pytest.mark.heavy
@pytest.mark.parametrize(("option", "end"), [("for_good", "Ada"), *slow([("this_turn", "draw")])])
def test_how_long_a_secret_passage_is_there(option: str, end: str) -> None:
    assert outcome(small(DUG, {"halts": 0}, passage_lasts=option)) == end


TOKEN = """
    take chests[Torch1] to tokens[%s, Torch1]
    mummy_phase(Ada)
    draw
"""
DRAWN = """
    draw_token(Ada)
    draw
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("option", "ada", "bo", "drawn"),
    [*slow([("own_turn", None, None, None), ("whole_turn", 0, None, 0)]), ("any_time", 0, 1, 0)],
)
def test_when_a_token_may_be_used(
    option: str, ada: int | None, bo: int | None, drawn: int | None
) -> None:
    """Who is asked about a token while the mummies act, and when one has been drawn."""

    def first(play: str, after: int) -> int | None:
        game = small(play, token_when=option)
        state = game.new()
        for _ in range(after):
            state = game.apply(state, game.legal(state)[0])
        return None if game.outcome(state) or game.decides(state) == CHANCE else game.decides(state)

    assert (first(TOKEN % "Ada", 0), first(TOKEN % "Bo", 0), first(DRAWN, 1)) == (ada, bo, drawn)


RUNNING = """
    take pile[Plaza] to laid[c2]
    take pile[PlazaEye] to laid[c1]
    join(c2, chamber)
    join(c1, c2)
    %s
    mummy_phase(Ada)
    draw
"""
AWAKE = "lair[Runner] := c1"
WAKING = "asleep := {Runner}\n    repeat 2 times: take heart to gathered"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("where", "option", "seen"),
    [
        (WAKING, "moves", {"lost", "draw"}),
        (WAKING, "stays", {"draw"}),
        *slow([(AWAKE, "moves", {"lost"}), (AWAKE, "stays", {"lost"})]),
    ],
)
def test_a_mummy_that_moves_one_place_more_and_has_only_just_woken(
    where: str, option: str, seen: set[str]
) -> None:
    """One symbol comes up: whoever is two places away is home with the place more."""
    assert ends(small(RUNNING % where, extra_new=option)) == seen


ONE_CARD_LEFT = """
    take pile[Plaza] to laid[d2]
    join(d2, chamber)
    lair[Horde] := d2
    take 2 of heart to life[Horde]
    take pile[PlazaEye] to hand[Ada, PlazaEye]
    player_phase(Ada)
    draw
"""


@pytest.mark.slow
def test_who_may_discard_the_last_card_in_a_fight_may_begin_one_with_it() -> None:
    assert outcome(small(ONE_CARD_LEFT, {"halts": 0})) == "draw"
    deadly = small(ONE_CARD_LEFT, {"halts": 0}, last_card="deadly")
    assert outcome(deadly, "fight", "go d2", "spend PlazaEye") == "lost"


BESIDE_A_MUMMY = """
    take pile[Plaza] to laid[c2]
    join(c2, chamber)
    lair[Horde] := c2
    take 2 of heart to life[Horde]
    stands[Bo] := c2
    stands[Ada] := %s
    begin(Halting)
    cooperate(Ada)
    draw
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("option", "where", "asked_first"),
    [("free", "chamber", 1), ("held", "chamber", 0), ("held", "c2", 1)],
)
def test_who_is_held_by_a_mummy_cannot_join_a_halt_elsewhere(
    option: str, where: str, asked_first: int
) -> None:
    game = small(BESIDE_A_MUMMY % where, {"halts": 1}, hemmed_in=option)
    assert game.decides(game.new()) == asked_first


LANDING = """
    take pile[Plaza] to laid[c2]
    take pile[PlazaEye] to laid[c1]
    door := e1
    stands[Ada] := c2
    take chests[Torch1] to tokens[Ada, Torch1]
    use_tokens(Ada)
    draw
"""


@pytest.mark.parametrize(("option", "elsewhere"), [("any_room", 3), ("places_only", 1)])
def test_where_a_token_may_take_its_player(option: str, elsewhere: int) -> None:
    """To the other place, or to the Pharaoh's room and the door as well."""
    game = small(LANDING, teleport_where=option)
    assert len([a for a in legal(game, game.new()) if a.startswith("teleport")]) == elsewhere


SHARED_OUT = """
    take 2 of pile[Plaza] to waste[Plaza]
    for c in {PlazaEye, PlazaFeather}: take pile[c] to waste[c]
    begin(Halting)
    cooperate(Ada)
    let n = sum q in Player: cards(q)
    if n = 4: win Ada
    if n = 2: win Bo
    draw
"""


@pytest.mark.heavy
@pytest.mark.parametrize(("option", "asked_first"), [("last", 1), ("first", CHANCE)])
def test_the_cards_of_a_halt_are_drawn_before_or_after_it_is_asked_who_joins(
    option: str, asked_first: int
) -> None:
    """There are as many of them, two in all or two for each who is there."""
    game = small(SHARED_OUT, halt_draw=option)
    assert game.decides(game.new()) == asked_first
    assert ends(game) == {"Bo"}
    assert ends(small(SHARED_OUT, halt_draw=option, halt_cards="two_each")) == {"Ada", "Bo"}


def test_tokens_that_were_never_there_have_not_run_out() -> None:
    """What is asked about tokens for torch mechanisms can fail in a box without any."""
    found = asked(
        "run-run-run", "standard", "Ada chooses p in Player\nlose", parameters={"caches": 0}
    )
    assert not found["corners_run_out"]
