"""An engine and an oracle that have to do the same, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracles.search import Position, Walker

from rulewright.dsl.ir.program import Decision
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame


def choices(game: PythonGame, state: Any) -> dict[tuple[Any, ...], Action]:
    """The engine's legal actions by the oracle's names for them."""
    node = game.program.nodes[game.node(state)]
    assert isinstance(node, Decision)
    return {(node.choices[a.choice].name, *a.args): a for a in game.legal(state)}


def compare(game: PythonGame, state: Any, oracle: Walker, at: Position) -> dict[Any, Action]:
    """Check that both say the same of a position; the legal actions by the oracle's names."""
    label = oracle.over(at.state) if not at.chosen else None
    outcome = game.outcome(state)
    assert (outcome.label if outcome else None) == label
    if label is not None:
        return {}
    asked = oracle.ask(at)
    legal = choices(game, state)
    assert game.decides(state) == asked.player
    assert set(legal) == set(asked.choices)
    assert len(legal) == len(asked.choices)
    return legal


def same_play(
    game: PythonGame, oracle: Walker, first: Any, seed: int, limit: int
) -> Iterator[tuple[Any, Position]]:
    """Play at random on both; every position that they come to."""
    state, at = game.new(), Position(first)
    for choice in oracle.walk(first, seed, limit):
        legal = compare(game, state, oracle, at)
        at = oracle.play(at, choice)
        state = game.apply(state, legal[choice])
        yield state, at
    compare(game, state, oracle, at)


def same_game(game: PythonGame, oracle: Walker, first: Any) -> set[str]:
    """Compare both wherever play can come to; the labels of the ends, among them '' for none."""
    start = (game.new(), Position(first))
    seen = {(start[0], oracle.key(start[1]))}
    open_ = [start]
    ends = set()
    while open_:
        state, at = open_.pop()
        legal = compare(game, state, oracle, at)
        ends.add("" if at.chosen else oracle.over(at.state) or "")
        for choice, action in legal.items():
            after = (game.apply(state, action), oracle.play(at, choice))
            key = (after[0], oracle.key(after[1]))
            if key not in seen:
                seen.add(key)
                open_.append(after)
    return ends
