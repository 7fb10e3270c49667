"""Actions as numbers: fixed for a program, whatever the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Chance, Parameter, Program
from rulewright.dsl.ir.types import Bool, Scalar, lowest, scalar, size
from rulewright.engines.game import Action

Signature = tuple[str, tuple[Scalar, ...]]


class Numbering:
    """Every action that somebody can ever take has a number, and so has every result of chance.

    An option with the same name and parameters of the same types has the same numbers at every
    decision. ``actions`` and ``outcomes`` are how many there are, at least one each.
    """

    def __init__(self, program: Program) -> None:
        self._offsets: dict[int, Sequence[int]] = {}
        self._types: dict[int, Sequence[tuple[Scalar, ...]]] = {}
        actions = _Row()
        outcomes = _Row()
        for number, node in enumerate(program.nodes):
            if not goes_on(node):
                continue
            signatures = [(c.name, _types(parameters_of(c))) for c in choices_of(node)]
            row = outcomes if isinstance(node, Chance) else actions
            self._types[number] = [types for _, types in signatures]
            self._offsets[number] = [row.offset(s) for s in signatures]
        self.actions = max(1, actions.length)
        self.outcomes = max(1, outcomes.length)

    def number(self, node: int, action: Action) -> int:
        """The number of an action at a node."""
        number = 0
        types = self._types[node][action.choice]
        for t, value in zip(types, action.args, strict=True):
            number = number * size(t) + int(value) - lowest(t)
        return self._offsets[node][action.choice] + number

    def action(self, node: int, number: int) -> Action:
        """The action of a number at a node. Raises ValueError if the node has no such action."""
        for choice, (offset, types) in enumerate(
            zip(self._offsets[node], self._types[node], strict=True)
        ):
            if offset <= number < offset + _count(types):
                return Action(choice, _arguments(types, number - offset))
        raise ValueError(f"{number} is the number of no action here")


class _Row:
    """Consecutive numbers, some for each signature."""

    def __init__(self) -> None:
        self.length = 0
        self._known: dict[Signature, int] = {}

    def offset(self, signature: Signature) -> int:
        """The first number of a signature."""
        if signature not in self._known:
            self._known[signature] = self.length
            self.length += _count(signature[1])
        return self._known[signature]


def _types(parameters: Iterable[Parameter]) -> tuple[Scalar, ...]:
    return tuple(scalar(p.type) for p in parameters)


def _count(types: Sequence[Scalar]) -> int:
    count = 1
    for t in types:
        count *= size(t)
    return count


def _arguments(types: Sequence[Scalar], number: int) -> tuple[int, ...]:
    found: list[int] = []
    for t in reversed(types):
        number, ordinal = divmod(number, size(t))
        value = lowest(t) + ordinal
        found.append(bool(value) if isinstance(t, Bool) else value)
    return tuple(reversed(found))
