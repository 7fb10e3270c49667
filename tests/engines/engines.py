"""The engines, for the tests that every one of them must pass."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import islice, product
from typing import Any

import pytest
from tests.reference_eval import Position, Reference, evaluate

from rulewright.dsl.ir.program import Program, Variable
from rulewright.engines.common.state_codec import StateCodec
from rulewright.engines.game import Action, Game, IllegalAction, Step
from rulewright.engines.native.compiler import available
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame

Engine = Callable[[Program], Any]

NEEDS_COMPILER = pytest.mark.skipif(available() is not None, reason=str(available()))
ENGINES = (
    pytest.param(PythonGame, id="python"),
    pytest.param(NativeGame, id="native", marks=(NEEDS_COMPILER, pytest.mark.thorough)),
)

CONCEIVABLE = [Action(n, args) for n in range(2) for args in product(range(5), range(-3, 4))]
"""Actions of the random games, legal or not."""


def accepted(game: Game[Any], state: Hashable, action: Action) -> Step[Any] | None:
    try:
        return game.step(state, action)
    except IllegalAction:
        return None


class Reading:
    """An engine beside the meaning of the IR: where a position of the one is a state of the other."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.reference = Reference(game.program)
        self._layout = StateCodec(game.program)

    def encoded(self, position: Position) -> bytes:
        return self._layout.encode(position.node, position.values)

    def state(self, position: Position) -> Hashable:
        """The engine's state for a position; it must be what the position's values say."""
        state: Hashable = self.game.decode(self.encoded(position))
        assert self.game.node(state) == position.node
        kept = [v.name for v in self.game.program.variables if v.kind != "scratch"]
        assert tuple(self.game.value(state, name) for name in kept) == position.values
        return state

    def answers(self, others: tuple[Variable, ...]) -> Iterator[tuple[object, object]]:
        """What the engine and what the meaning say of each check and strategy, in two positions."""
        program = self.game.program
        other = Position(0, tuple(v.initial for v in others if v.kind != "scratch"))
        assert self.game.new() == self.state(self.reference.new())
        for position in (self.reference.new(), other):
            scope, state = self.reference.scope(position), self.state(position)
            for i, check in enumerate(program.checks):
                yield self.game.holds(i, state), evaluate(check.property, scope)
            for i, strategy in enumerate(program.strategies):
                inner = scope.bind(strategy.params[0].name, 0)
                yield self.game.strategy_value(i, state, 0), evaluate(strategy.body, inner)

    def play(self, positions: int, following: int) -> None:
        """Compare all that can be done in the first few positions that a game comes to."""
        waiting = [self.reference.new()]
        assert self.game.new() == self.state(waiting[0])
        for position in islice(waiting, positions):  # which grows meanwhile
            state, legal = self.state(position), self.reference.legal(position)
            assert self.game.legal(state) == legal
            steps = {action: accepted(self.game, state, action) for action in CONCEIVABLE}
            assert [action for action, step in steps.items() if step is not None] == legal
            for action in legal[:following]:
                after, turns = self.reference.step(position, action)
                assert steps[Action(*action)] == Step(self.state(after), turns)
                waiting.append(after)
