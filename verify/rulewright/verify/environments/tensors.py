"""What somebody sees of a position, as a row of numbers from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.dsl.ir.program import Variable
from rulewright.dsl.ir.types import (
    List,
    Map,
    SeenValue,
    Set,
    Type,
    lowest,
    scalar,
    show_value,
    size,
)
from rulewright.engines.common.observation import visible
from rulewright.engines.game import CHANCE, Game

from ..plays.play import resting_variables

ONE_HOT = 64
"""The most values of a scalar that has a place for each; with more it is written in binary digits."""

LooksUp = Callable[[str], SeenValue]


class Tensors:
    """The rows of one program, all of the same ``length``.

    First who decides (a place for each player, then chance), then at which node play rests, then the
    variables in order, with zeros for what is hidden. A scalar has a place for each value, or one for *it is
    seen* and then binary digits; a set a place for each element, a list one scalar for each item that it may have.
    """

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        program = game.program
        self._variables = resting_variables(program)
        self._players = len(program.players.labels)
        self._public = frozenset(
            v.name
            for v in self._variables
            if all(visible(program, v, p) is True for p in range(self._players))
        )
        self.length = self._players + 1 + len(program.nodes) + sum(
            _length(v.type) for v in self._variables
        )  # fmt: skip

    def of_player(self, state: Any, player: int) -> list[float]:
        """What a player sees."""
        return self._row(state, self._game.view(state, player).get)

    def public(self, state: Any) -> list[float]:
        """What everybody sees."""
        return self._row(
            state, lambda name: self._game.value(state, name) if name in self._public else None
        )

    def whole(self, state: Any) -> list[float]:
        """Everything."""
        return self._row(state, lambda name: self._game.value(state, name))

    def _row(self, state: Any, seen: LooksUp) -> list[float]:
        row = [0.0] * (self._players + 1)
        decides = self._game.decides(state)
        if decides is not None:
            row[self._players if decides == CHANCE else decides] = 1.0
        row += _place(self._game.node(state), len(self._game.program.nodes))
        for variable in self._variables:
            row += _encoded(variable.type, seen(variable.name))
        return row


def observed(variables: tuple[Variable, ...], seen: LooksUp) -> Iterator[str]:
    """What is seen of variables as text, one after another; nothing of what is hidden."""
    for v in variables:
        value = seen(v.name)
        if isinstance(v.type, Map) and isinstance(value, tuple):
            entries = ("?" if x is None else show_value(v.type.value, x) for x in value)
            yield f"{v.name}=[{','.join(entries)}]"
        else:
            yield f"{v.name}={'?' if value is None else show_value(v.type, value)}"


def _length(t: Type) -> int:
    match t:
        case Map(key, inner):
            return size(key) * _length(inner)
        case Set(element):
            return size(element)
        case List(element, most):
            return most * _length(element)
        case _:
            count = size(scalar(t))
            return count if count <= ONE_HOT else 1 + (count - 1).bit_length()


def _encoded(t: Type, value: SeenValue) -> list[float]:
    if value is None:
        return [0.0] * _length(t)
    match t, value:
        case Map(_, inner), tuple():
            return [x for entry in value for x in _encoded(inner, entry)]
        case Set(element), int():
            return [float(value >> ordinal & 1) for ordinal in range(size(element))]
        case List(element, _), tuple():
            row = [x for entry in value for x in _encoded(element, entry)]
            return row + [0.0] * (_length(t) - len(row))
        case _, int():
            plain = scalar(t)
            ordinal, count = int(value) - lowest(plain), size(plain)
            if count <= ONE_HOT:
                return _place(ordinal, count)
            digits = (count - 1).bit_length()
            return [1.0, *(float(ordinal >> digit & 1) for digit in range(digits))]
    raise TypeError(f"{value!r} is no value of {t}")


def _place(at: int, length: int) -> list[float]:
    row = [0.0] * length
    row[at] = 1.0
    return row
