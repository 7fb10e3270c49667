"""What values and options are called at the table, whatever type they are of.

A ``Kind`` called Ka and the Ka of another enumeration are called alike, and so are the 2 of ``0..2``
and the 2 of ``1..3``, whatever numbers stand for them; the first value of one type and the first of
another are not. Within a type no two values are called alike.
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
"""The text of a number or a value; a record and a list in a tuple, a set and a map in a set."""

ActionName = tuple[str, tuple[Label, ...]]
"""An option as it is called at the table: its name and its arguments."""

NONE: Label = ()
"""What *none* is called: not even an enumeration's value may be called so."""


def label(t: Type, value: Value) -> Label:
    """What a value is called."""
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
    """What a scalar is called, as a person reads it."""
    if isinstance(name, str):
        return name
    if isinstance(name, frozenset):
        return f"{{{', '.join(sorted(map(text, name)))}}}"
    return "none" if name == NONE else f"({', '.join(map(text, name))})"


@cache
def _all(t: Scalar) -> tuple[Label, ...]:
    """What the values of a type are called, by their ordinals."""
    return tuple(label(t, value) for value in scalar_values(t))


@cache
def labels(t: Scalar) -> dict[int, Label]:
    """What each value of a type is called."""
    return dict(enumerate(_all(t), start=lowest(t)))


class ActionLabels:
    """What the options of a program are called, by node and choice."""

    def __init__(self, program: Program) -> None:
        self._named = tuple(
            tuple((name, _arguments(parameters)) for name, parameters in offered(node))
            for node in program.nodes
        )

    def keys(self, node: int, actions: Sequence[Action]) -> list[ActionName]:
        """What these actions at a node are called."""
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
