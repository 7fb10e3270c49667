"""What a player imagines depends on what the player may see, and on nothing else that is hidden."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.dsl.playing import game

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.types import Value
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame, PythonState

PARTS = """
enum Kind: Red, Green, Blue
supply stack[k: Kind] = 3 seen by none
supply coin = 9
state hand: Player, Kind -> 0..3 = 0 seen by owner
state lying: list of Kind up to 4 = [] seen by none
state slot: Player -> Kind? = none seen by owner
state shown: Kind? = none
state purse: Player -> 0..9 = 0 seen by owner
state secret: Player = C seen by none
"""
DEAL = """
for p in Player
  roll k of Kind with weight stack[k]
  take stack[k] to hand[p, k]
  roll l of Kind with weight stack[l]
  take stack[l] to slot[p]
roll m of Kind with weight stack[m]
take stack[m] to lying
roll o of Kind with weight stack[o]
take stack[o] to shown
take 4 of coin to purse[A]
roll s of Player
secret := s
choose A
  stop
    draw
"""
COMPONENTS = ("stack", "hand", "lying", "slot")


def dealt(seed: int) -> tuple[PythonGame, PythonState]:
    """The game after everything has been dealt by chance."""
    played = PythonGame(instantiate(load_text(game(DEAL, PARTS), "sample.rules")))
    state, chance = played.new(), Random(seed)
    while played.decides(state) == -1:
        state = played.apply(state, chance.choice(played.legal(state)))
    return played, state


def kinds(played: PythonGame, state: PythonState) -> Counter[int]:
    """How many components of each kind there are, wherever they are."""
    found: Counter[int] = Counter()
    for name in ("stack", "hand"):
        numbers = played.value(state, name)
        assert isinstance(numbers, tuple)
        for i, number in enumerate(numbers):
            assert isinstance(number, int)
            found[i % 3] += number
    for name in ("lying", "slot", "shown"):
        held = played.value(state, name)
        found.update(k for k in (held if isinstance(held, tuple) else (held,)) if k != 3)
    return +found


def sizes(value: Value) -> list[int]:
    """How many components lie in each part of a place: three counts, a list, or one of them."""
    assert isinstance(value, tuple)
    return [sum(value[i : i + 3]) for i in range(0, len(value), 3)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("player", range(3))
def test_what_is_seen_stays_and_nothing_is_lost(seed: int, player: int) -> None:
    played, state = dealt(seed)
    assert kinds(played, state) == Counter({0: 3, 1: 3, 2: 3})
    for luck in range(20):
        other = played.determinize(state, player, Random(luck))
        assert played.view(other, player) == played.view(state, player)
        assert played.decode(played.encode(other)) == other
        assert played.node(other) == played.node(state)
        assert kinds(played, other) == kinds(played, state)
        for name in ("stack", "hand"):
            assert sizes(played.value(other, name)) == sizes(played.value(state, name))
        assert len(played.value(other, "lying")) == 1


@pytest.mark.thorough
def test_what_is_no_component_of_a_kind_is_as_it_was_at_the_start() -> None:
    played, state = dealt(1)
    assert played.value(state, "purse") == (4, 0, 0)
    assert played.value(played.determinize(state, 0, Random(0)), "purse") == (4, 0, 0)
    assert played.value(played.determinize(state, 1, Random(0)), "purse") == (0, 0, 0)
    assert {
        played.value(played.determinize(dealt(n)[1], 0, Random(n)), "secret") for n in range(9)
    } == {2}


@pytest.mark.parametrize("seed", range(8))
def test_positions_that_look_alike_are_imagined_alike(seed: int) -> None:
    """Whatever is hidden: the same view, the same luck, the same imagined position."""
    played, state = dealt(seed)
    for player in range(3):
        twin = played.determinize(state, player, Random(seed + 100))
        changed = list(twin)
        names = [v.name for v in played.program.variables if v.kind != "scratch"]
        changed[1 + names.index("secret")] = seed % 3
        twin = PythonState(tuple(changed))
        twin = played.decode(played.encode(twin))
        for luck in range(20):
            assert played.determinize(twin, player, Random(luck)) == played.determinize(
                state, player, Random(luck)
            )


@pytest.mark.thorough
def test_every_deal_is_imagined_equally_often() -> None:
    """Player B holds one card in hand and one in a slot; A sees its own two and the one shown.

    Of nine cards six are hidden from A. A card in hand is each of them with the same chance.
    """
    played, state = dealt(3)
    mine = kinds(played, state)
    hand, slot = played.value(state, "hand"), played.value(state, "slot")
    assert isinstance(hand, tuple)
    assert isinstance(slot, tuple)
    seen = Counter([hand.index(1), slot[0], played.value(state, "shown")])
    hidden = mine - seen
    assert sum(hidden.values()) == 6
    found: Counter[int] = Counter()
    for luck in range(3000):
        imagined = played.value(played.determinize(state, 0, Random(luck)), "hand")
        assert isinstance(imagined, tuple)
        found[imagined[3:6].index(1)] += 1
    for kind, number in hidden.items():
        # Five standard deviations of a share of at most 1/2 among 3000.
        assert abs(found[kind] / 3000 - number / 6) < 5 * 0.5 / 3000**0.5


def test_where_nothing_is_hidden_nothing_is_imagined() -> None:
    played = PythonGame(instantiate(load_text(game("choose A\n  stop\n    draw"), "sample.rules")))
    assert not played.has_hidden(0)
    assert played.determinize(played.new(), 0, Random(0)) == played.new()
    hiding, _ = dealt(0)
    assert [hiding.has_hidden(p) for p in range(3)] == [True, True, True]


def test_a_game_goes_to_another_process() -> None:
    import pickle

    played, state = dealt(2)
    again = pickle.loads(pickle.dumps(played))
    assert again.legal(again.decode(played.encode(state))) == played.legal(state)
