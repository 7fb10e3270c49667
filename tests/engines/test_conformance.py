"""The rules for engines, broken one at a time: each is missed by somebody, and noticed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from tests import ir_examples as examples
from tests.engines.common.test_determinization import dealt

from rulewright.dsl.ir.code import Const, Local
from rulewright.dsl.ir.program import Function, Program
from rulewright.dsl.ir.types import Int
from rulewright.engines.conformance import conform
from rulewright.engines.game import Action, EndlessLoop, Step, Unrested
from rulewright.engines.python.game import PythonGame, State

CARDS = examples.hands()
PLACES = examples.tictactoe()
ROUND = examples.spin()
DEALT = dealt(0)[0].program


def with_strategy(program: Program) -> Program:
    number = Int(0, 3)
    player = Local("p", program.players)
    strategy = Function("calm", (player,), number, Const(2, number))
    return replace(program, strategies=(strategy,))


class Forgets(PythonGame):
    """One of the successors is missing."""

    def successors(self, state: State) -> Iterator[tuple[Action, Step[State] | Unrested]]:
        yield from list(super().successors(state))[1:]


class Counts(PythonGame):
    """Too many turns begin."""

    def successors(self, state: State) -> Iterator[tuple[Action, Step[State] | Unrested]]:
        for action, step in super().successors(state):
            yield action, step if isinstance(step, Unrested) else Step(step.state, step.turns + 1)


class Hurries(PythonGame):
    """What never rests is said to rest."""

    def successors(self, state: State) -> Iterator[tuple[Action, Step[State] | Unrested]]:
        for action, step in super().successors(state):
            yield action, Step(state, 0) if isinstance(step, EndlessLoop) else step


class Stays(PythonGame):
    """An action that is not tested leads nowhere."""

    def apply_legal(self, state: State, action: Action) -> State:
        return state


class Consents(PythonGame):
    """Every action is allowed, if one asks for it alone."""

    def allows(self, state: State, action: Action) -> bool:
        return True


class Denies(PythonGame):
    """No action is allowed, if one asks for it alone."""

    def allows(self, state: State, action: Action) -> bool:
        return False


class Boasts(PythonGame):
    """A strategy says more than its type has."""

    def strategy_value(self, strategy: int, state: State, player: int) -> int:
        return 4


class Peeks(PythonGame):
    """What is seen is drawn anew."""

    def determinize(self, state: State, player: int, rng: Random) -> State:
        return self.new()


class Gambles(PythonGame):
    """The same random numbers draw different states."""

    drawn = 0

    def determinize(self, state: State, player: int, rng: Random) -> State:
        self.drawn += 1
        return super().determinize(state, player, Random(self.drawn))


class Reveals(PythonGame):
    """Nothing is said to be hidden, but something is drawn."""

    def has_hidden(self, player: int) -> bool:
        return False


BROKEN: Sequence[tuple[type[PythonGame], Program, str]] = (
    (Forgets, PLACES, "successors of other actions"),
    (Counts, PLACES, "elsewhere among the successors"),
    (Hurries, ROUND, "elsewhere among the successors"),
    (Stays, PLACES, "elsewhere untested"),
    (Consents, PLACES, "is not legal, but is allowed"),
    (Denies, PLACES, "is legal, and is not allowed"),
    (Boasts, with_strategy(PLACES), "calm says 4"),
    (Peeks, PLACES, "play rests elsewhere|what is seen has changed"),
    (Gambles, DEALT, "drawn otherwise"),
    (Reveals, CARDS, "nothing is hidden"),
)


@pytest.mark.parametrize(
    ("engine", "program", "message"), BROKEN, ids=lambda x: getattr(x, "__name__", "")
)
def test_what_is_broken_is_noticed(
    engine: type[PythonGame], program: Program, message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        conform(engine(program), 1, plays=20)


@pytest.mark.parametrize("program", [CARDS, DEALT, with_strategy(PLACES)])
def test_what_is_whole_passes(program: Program) -> None:
    assert conform(PythonGame(program), 1) > 0
