"""Two engines side by side: whatever is asked of the one is asked of the other."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Unrested
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame

BROAD = 20
"""With at most so many legal actions, all that can follow is compared."""


def same_answers(one: Any, here: Any, other: Any, there: Any) -> Any:
    """Ask both engines about one state; its legal actions."""
    program: Program = one.program
    assert one.encode(here) == other.encode(there)
    assert other.decode(one.encode(here)) == there
    assert one.decides(here) == other.decides(there)
    assert one.outcome(here) == other.outcome(there)
    legal = one.legal(here)
    assert list(other.legal(there)) == list(legal)
    for v in program.variables:
        assert one.value(here, v.name) == other.value(there, v.name)
    for player in range(len(program.players.labels)):
        assert one.view(here, player) == other.view(there, player)
        for i in range(len(program.strategies)):
            assert one.strategy_value(i, here, player) == other.strategy_value(i, there, player)
    for i, check in enumerate(program.checks):
        asked = [None] if check.player is None else range(len(program.players.labels))
        for player_ in asked:
            assert one.holds(i, here, player_) == other.holds(i, there, player_), check.name
    for action in legal[:3]:
        assert one.weight(here, action) == other.weight(there, action)
        assert one.text(here, action) == other.text(there, action)
    if len(legal) <= BROAD:
        assert encoded(one, here) == encoded(other, there)
    return legal


def encoded(game: Any, state: Any) -> list[tuple[Any, ...]]:
    return [
        (action, str(step))
        if isinstance(step, Unrested)
        else (action, game.encode(step.state), step.turns)
        for action, step in game.successors(state)
    ]


def same_plays(program: Program, seed: int, plays: int, moves: int) -> int:
    """Random plays on both engines; how many states were compared."""
    one, other, random, looked_at = PythonGame(program), NativeGame(program), Random(seed), 0
    for _ in range(plays):
        here, there = one.new(), other.new()
        for _ in range(moves):
            looked_at += 1
            legal = same_answers(one, here, other, there)
            if not legal:
                break
            action = random.choice(legal)
            mine, theirs = one.step(here, action), other.step(there, action)
            assert mine.turns == theirs.turns
            here, there = mine.state, theirs.state
    return looked_at
