"""The names of values and options at the table, whatever their types.

A ``Kind`` called Ka and the Ka of another enumeration have the same name, and so do the 2 of ``0..2`` and
the 2 of ``1..3``, whatever numbers represent them; the first value of one type and the first of another do
not. Within a type no two values have the same name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Node, Parameter, Program
from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    Value,
    field_values,
    lowest,
    none_of,
    scalar_values,
)
from rulewright.dsl.ir.unknown import refuse
from rulewright.engines.game import Action

Label = str | tuple["Label", ...] | frozenset["Label"]
"""The text of a number or a value; a tuple for a record and a list, a set for a set and a map."""

ActionName = tuple[str, tuple[Label, ...]]
"""The name of an option at the table: its name and its arguments."""

NONE: Label = ()
"""The label of *none*, which not even an enumeration's value can have."""


def label(t: Type, value: Value) -> Label:
    """The label of a value."""
    match t, value:
        case Bool(), _:
            return "yes" if value else "no"
        case Int(), int():
            return str(int(value))
        case Enum(_, labels), int():
            return labels[value]
        case Option(inner), int():
            return NONE if value == none_of(t) else label(inner, value)
        case Record(of=element), int() if element is not None:
            return label(Set(element), value)
        case Record(), int():
            return tuple(label(field, v) for _, field, v in field_values(t, value))
        case Set(element), int():
            return frozenset(name for i, name in enumerate(_all(element)) if value >> i & 1)
        case Map(key, inner), tuple():
            pairs = zip(_all(key), value, strict=True)
            return frozenset((name, label(inner, v)) for name, v in pairs)
        case List(element, _), tuple():
            return ("list", *(label(element, v) for v in value))
    raise TypeError(f"{value!r} is no value of {t}")


def text(name: Label) -> str:
    """The label of a scalar as a person reads it."""
    if isinstance(name, str):
        return name
    if isinstance(name, frozenset):
        return f"{{{', '.join(sorted(map(text, name)))}}}"
    return "none" if name == NONE else f"({', '.join(map(text, name))})"


@cache
def _all(t: Scalar) -> tuple[Label, ...]:
    """The labels of the values of a type, by their ordinals."""
    return tuple(label(t, value) for value in scalar_values(t))


@cache
def labels(t: Scalar) -> dict[int, Label]:
    """The label of each value of a type."""
    return dict(enumerate(_all(t), start=lowest(t)))


class ActionLabels:
    """The names of a program's options, by node and choice."""

    def __init__(self, program: Program) -> None:
        self._named = tuple(
            tuple((name, _arguments(parameters)) for name, parameters in offered(node))
            for node in program.nodes
        )

    def keys(self, node: int, actions: Sequence[Action]) -> list[ActionName]:
        """The names of these actions at a node."""
        named = self._named[node]
        found: list[ActionName] = []
        for choice, args in actions:
            name, called = named[choice]
            found.append((name, tuple(c[a] for c, a in zip(called, args, strict=True))))
        return found


def offered(node: Node) -> tuple[tuple[str, tuple[Parameter, ...]], ...]:
    """The names of a node's choices and their parameters; a roll of chance has no name."""
    match node:
        case Decision(choices=choices):
            return tuple((choice.name, choice.parameters) for choice in choices)
        case Chance(parameter=parameter):
            return (("", (parameter,)),)
        case End() | Fault():
            return ()
        case _:
            refuse(node)


def _arguments(parameters: Sequence[Parameter]) -> tuple[dict[int, Label], ...]:
    return tuple(labels(_scalar(parameter)) for parameter in parameters)


def _scalar(parameter: Parameter) -> Scalar:
    t = parameter.type
    assert not isinstance(t, Set | Map | List), "an option is about scalars"
    return t
