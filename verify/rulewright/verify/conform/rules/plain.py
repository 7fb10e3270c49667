"""Values as the plainest JSON there is, for engines to send and to compare.

Numbers are numbers, labels texts, none is null, a record an object of its fields, a set a list of
its members in order, a map an object (a key of several parts is written ``a1, X``), a list a list.
What a player may not see is ``{"hidden": true}``.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from rulewright.dsl.ir.program import Variable
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
    elements,
    field_values,
    none_of,
    scalar_values,
    show,
    show_value,
)
from rulewright.engines.game import Game

from ..connection.protocol import Json

S = TypeVar("S", bound=Hashable)


def hidden() -> dict[str, Json]:
    """What stands for a value that a player may not see."""
    return {"hidden": True}


def public(variable: Variable) -> bool:
    """Whether the ruleset declares the variable: only these are compared."""
    return variable.kind in ("state", "supply")


def position(game: Game[S], state: S) -> dict[str, Json]:
    """All that the ruleset declares, seen or not."""
    return {
        v.name: plain(v.type, game.value(state, v.name))
        for v in game.program.variables
        if public(v)
    }


def view(game: Game[S], state: S, player: int) -> dict[str, Json]:
    """What a player sees of it."""
    seen: Mapping[str, Value | None] = game.view(state, player)
    return {v.name: plain(v.type, seen[v.name]) for v in game.program.variables if public(v)}


def plain(t: Type, value: Value | None) -> Json:
    """A value of type ``t``; None is hidden.

    >>> plain(Option(Enum("Player", ("X", "O"))), 1)
    'O'
    """
    if value is None:
        return hidden()
    match t, value:
        case Bool(), _:
            return bool(value)
        case Int(), int():
            return int(value)
        case Enum(_, labels), int():
            return labels[value]
        case Option(inner), int():
            return None if value == none_of(t) else plain(inner, value)
        case Record(), int():
            return {name: plain(field, v) for name, field, v in field_values(t, value)}
        case Set(element), int():
            return [plain(element, v) for v in elements(t, value)]
        case Map(key, inner), tuple():
            pairs = zip(scalar_values(key), value, strict=True)
            return {key_text(key, k): plain(inner, v) for k, v in pairs}
        case List(element, _), tuple():
            return [plain(element, v) for v in value]
    raise TypeError(f"{value!r} is no value of {show(t)}")


def key_text(t: Scalar, value: Value) -> str:
    """A key of a map as text."""
    return show_value(t, value).removeprefix("(").removesuffix(")")
