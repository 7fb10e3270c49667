"""Arktia on both sides: the engine's game and the oracle's for the same instance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracles import arktia
from tests.oracles.arktia import Rules, State
from tests.oracles.search import Counts, Position, Walker
from tests.spec.games import game

from rulewright.dsl.ir.program import Decision
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame

Tiles = tuple[tuple[int, int], ...]


def rows(*spans: tuple[int, int]) -> Tiles:
    """A shape row by row: where each begins, and its length."""
    return tuple(
        (q, r) for r, (left, length) in enumerate(spans) for q in range(left, left + length)
    )


THREE_IN_LINE = rows((0, 3))
FOUR_IN_LINE = rows((0, 4))
FIVE_IN_LINE = rows((0, 5))
THREE_AROUND = rows((0, 2), (0, 1))
RHOMBUS = rows((0, 2), (0, 2))
STAR = ((0, 0), (1, 0), (-1, 1), (0, -1))
FIVE = rows((0, 3), (0, 2))
SIX = rows((0, 3), (0, 3))
LAKE = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
BAY = LAKE[:-1]
FLOWER = ((0, 0), *LAKE)
EIGHTEEN = rows((1, 4), (0, 5), (0, 5), (0, 4))
TWENTYSEVEN = rows((0, 5), (-1, 6), (-1, 5), (-2, 6), (-2, 5))
THIRTYSIX = rows((1, 5), (0, 6), (-1, 7), (-1, 7), (-1, 6), (-1, 5))

BOX = {
    "standard": Rules(EIGHTEEN, (3, 3, 3), 2, True),
    "three": Rules(TWENTYSEVEN, (3, 3, 3), 3),
    "three_neutral": Rules(TWENTYSEVEN, (3, 3, 3), 3, True),
    "four": Rules(THIRTYSIX, (3, 3, 3), 4),
}
VARIANTS = {2: "standard", 3: "three", 4: "four"}


def oracle(rules: Rules) -> Walker:
    return Walker(lambda s: arktia.turn(rules, s), lambda s: arktia.over(rules, s))


def counted(rules: Rules) -> Counts:
    return oracle(rules).count(arktia.first(rules), turns=True)


def engine(rules: Rules) -> PythonGame:
    """The engine's game on the same tiles, in the same order."""
    globi, diski, tori = rules.pieces
    sizes = {"globi": globi, "diski": diski, "tori": tori, "neutrals": int(rules.neutrals)}
    ice = " ".join(f"{q},{r}" for q, r in rules.tiles)
    readings = {**dict(rules.changed), "ice": ice}
    whole = len(rules.neutral_kinds) == len(arktia.KINDS)
    variant = VARIANTS[rules.players] if whole else "guests"
    return game("arktia", variant=variant, parameters=sizes, readings=readings)


def as_sold(variant: str) -> PythonGame:
    return game("arktia", variant=variant)


def choices(game: PythonGame, state: Any) -> dict[tuple[Any, ...], Action]:
    """The engine's legal actions by the oracle's names for them."""
    node = game.program.nodes[game.node(state)]
    assert isinstance(node, Decision)
    return {(node.choices[a.choice].name, *a.args): a for a in game.legal(state)}


def board(game: PythonGame, state: Any) -> arktia.Board:
    """The engine's towers as the oracle has them."""
    towers: Any = game.value(state, "tower")
    frozen: Any = game.value(state, "frozen")
    return tuple(
        tuple(divmod(piece, len(arktia.KINDS)) for piece in tower) if frozen >> t & 1 else None
        for t, tower in enumerate(towers)
    )


def lingering(random: Random, offered: tuple[tuple[Any, ...], ...]) -> tuple[Any, ...]:
    """A random choice of somebody who seldom stops as long as there is something else to do."""
    others = [c for c in offered if c != ("stop",)]
    return random.choice(others if others and random.random() < 0.98 else list(offered))


def same_play(
    game: PythonGame, rules: Rules, seed: int, limit: int = 600
) -> Iterator[tuple[Any, State]]:
    """Play at random on both; compare who decides, what is legal, the boards and the end."""
    random, walker = Random(seed), oracle(rules)
    state, at = game.new(), Position(arktia.first(rules))
    for _ in range(limit):
        outcome = game.outcome(state)
        label = None if at.chosen else walker.over(at.state)
        if outcome is not None or label is not None:
            assert outcome is not None
            assert outcome.kind == "fault" if label == "gap" else outcome.label == label
            if outcome.scores is not None:
                assert tuple(outcome.scores) == arktia.scores(rules, at.state)
            return
        asked, legal = walker.ask(at), choices(game, state)
        assert game.decides(state) == asked.player
        assert set(legal) == set(asked.choices)
        assert len(legal) == len(asked.choices)
        choice = lingering(random, asked.choices)
        state, at = game.apply(state, legal[choice]), walker.play(at, choice)
        if not at.chosen and not at.state.gap:
            assert board(game, state) == at.state.board
            assert game.value(state, "points") == at.state.points
            yield state, at.state
