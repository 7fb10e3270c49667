"""Petite Mort as games of the engine and of the oracle, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from tests.oracles import petite_mort as pm
from tests.oracles.search import Position, Walker
from tests.spec.games import game

from rulewright.dsl.ir.program import Chance, Decision
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame

VARIANT = {2: "two", 3: "standard", 4: "four"}


def tables(**chosen: str) -> tuple[tuple[str, str], ...]:
    """Small tables, some of them replaced by others."""
    small = {
        name: f"{name.lower()}s_small"
        for name in ("Ailment", "Character", "Trait", "Scythe", "Objective")
    }
    return tuple((small | chosen).items())


SMALL = {
    "small": pm.Rules(2, 1, 1, 2, 2, 2, tables=tables()),
    "small_rows": pm.Rules(
        2,
        2,
        2,
        3,
        2,
        1,
        tables=tables(Character="characters_five", Trait="traits_eight", Scythe="scythes_four"),
    ),
    "small_three": pm.Rules(
        3, 1, 1, 2, 2, 1, tables=tables(Character="characters_three", Trait="traits_twelve")
    ),
    "small_four": pm.Rules(
        4,
        1,
        1,
        1,
        1,
        1,
        tables=tables(Character="characters_five", Trait="traits_twelve", Scythe="scythes_four"),
    ),
}
"""What the instances of these names are."""


def read(rules: pm.Rules, **readings: str) -> pm.Rules:
    return replace(rules, changed=(*rules.changed, *readings.items()))


@cache
def engine(rules: pm.Rules) -> PythonGame:
    """The engine's game for the same rules."""
    parameters = {
        "row": rules.row, "scythes": rules.scythes, "pawns": rules.pawns, "spare": 0,
        "pawns_needed": rules.needed, "powas": rules.powas, "youngest": rules.youngest,
        "twins": rules.twins,
    }  # fmt: skip
    readings = {**dict(rules.tables), **dict(rules.changed)}
    variant = VARIANT[rules.players]
    return game("petite-mort", variant=variant, parameters=parameters, readings=readings)


class RoundWalker(Walker):
    """A round may begin in the midst of another's decisions: only what is asked tells them apart."""

    def key(self, at: Position) -> Hashable:
        over = not at.chosen and self.over(at.state) is not None
        key: Hashable = at.state if over else self.ask(at).key
        return key


def oracle(rules: pm.Rules) -> tuple[Walker, Any]:
    """A walker and the state in which it begins."""
    play = pm.Game(rules)
    return RoundWalker(play.round, play.over), play.first()


def choices(game: PythonGame, state: Any) -> dict[tuple[Any, ...], Action]:
    """The engine's legal actions by the oracle's names for them."""
    node = game.program.nodes[game.node(state)]
    if isinstance(node, Chance):
        return {(node.name, *a.args): a for a in game.legal(state)}
    assert isinstance(node, Decision)
    return {(node.choices[a.choice].name, *a.args): a for a in game.legal(state)}


def row(game: PythonGame, state: Any, name: str) -> list[Any]:
    """A map of the engine."""
    values = game.value(state, name)
    assert isinstance(values, tuple)
    return list(values)


def rows(game: PythonGame, state: Any, name: str, length: int) -> list[list[Any]]:
    """A map of the engine, cut into rows."""
    values = row(game, state, name)
    return [list(values[i : i + length]) for i in range(0, len(values), length)]


def same_tables(game: PythonGame, state: Any, t: pm.Table) -> None:
    """What lies where is the same for the engine and for the oracle."""
    for name in ("hand", "blade", "buried", "grave", "marked"):
        ours = getattr(t, name)
        assert rows(game, state, name, len(ours[0])) == ours, name
    for name in ("pawn", "tokens", "reaping", "used"):
        assert row(game, state, name) == getattr(t, name), name
    for name, pack in (("character", t.characters), ("trait", t.traits), ("scythe", t.scythes)):
        assert row(game, state, f"{name}_pack") == pack, name
    assert (game.value(state, "powa"), game.value(state, "spent")) == (t.powa, t.spent)
    assert row(game, state, "wild") == [n for places in t.wild for n in places]
    worn = [kinds for row in t.worn for kinds in row]
    assert rows(game, state, "worn", len(worn[0])) == worn
    nobody = len(t.buried[0])
    lives = [nobody if c is None else c for row in t.lives for c in row]
    assert row(game, state, "lives") == lives


def play_both(rules: pm.Rules, seed: int, limit: int = 1000) -> tuple[str, list[Any]]:
    """A random play on both; compares who decides, what is legal, the tables and the end.

    Returns how play ended (``stuck`` and ``cut off`` are possible) and every sharing of cards.
    """
    game, play, random = engine(rules), pm.Game(rules), Random(seed)
    at, state = play.first(), game.new()
    shared: list[Any] = []
    while play.over(at) is None:
        running = play.round(at)
        asked = next(running)
        try:
            while limit:
                limit -= 1
                assert game.decides(state) == asked.player
                legal = choices(game, state)
                assert sorted(legal) == sorted(asked.choices)
                if not legal:
                    return "stuck", shared
                choice = random.choice(asked.choices)
                state = game.apply(state, legal[choice])
                asked = running.send(choice)
        except StopIteration as end:
            at = end.value
        if not limit:
            return "cut off", shared
        shared.extend(at.table.shared)
        if not (play.over(at) or "").startswith("fault"):
            same_tables(game, state, at.table)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.label == play.over(at)
    return outcome.label, shared
