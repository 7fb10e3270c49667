"""Values as plain JSON, for engines to send and to compare.

Numbers are numbers, labels texts, none is null, a record an object of its fields, a set a list of
its members in order, a map an object (a key of several parts is written ``a1, X``), a list a list.
What a player may not see is ``{"hidden": true}``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from typing import TypeVar

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.types import Scalar, SeenValue, Type, Value, show_value
from rulewright.engines.game import Game

from ...effort.conforming import EXAMINING
from ...plays.json_values import Json, JsonStyle, Writer

S = TypeVar("S", bound=Hashable)


def hidden() -> dict[str, Json]:
    """The representation of a value that a player may not see."""
    return {"hidden": True}


def position(game: Game[S], state: S) -> dict[str, Json]:
    """Everything that the ruleset declares, seen or not."""
    return {
        v.name: plain(v.type, game.value(state, v.name))
        for v in game.program.variables
        if v.declared
    }


def view(game: Game[S], state: S, player: int) -> dict[str, Json]:
    """What a player sees of it."""
    seen: Mapping[str, SeenValue] = game.view(state, player)
    return {v.name: plain(v.type, seen[v.name]) for v in game.program.variables if v.declared}


def plain(t: Type, value: SeenValue) -> Json:
    """A value of type ``t``; None is hidden. Equal values may be one object, which nobody may change.

    >>> from rulewright.dsl.ir.types import Bool, Enum, Map
    >>> plain(Map(Bool(), Enum("Player", ("X", "O"))), (1, None))
    {'no': 'O', 'yes': {'hidden': True}}
    """
    return _written(t, value)


def value_of(t: Type, sent: Json) -> Value:
    """The inverse of :func:`plain`. Raises ValueError for what is no value of ``t``.

    >>> from rulewright.dsl.ir.types import Bool, Enum, Map
    >>> value_of(Map(Bool(), Enum("Player", ("X", "O"))), {"no": "O", "yes": "X"})
    (1, 0)
    """
    match t, sent:
        case ty.Bool(), bool():
            return sent
        case ty.Int(lo, hi), int() if not isinstance(sent, bool) and lo <= sent <= hi:
            return sent
        case ty.Enum(_, labels), str() if sent in labels:
            return labels.index(sent)
        case ty.Option(), None:
            return ty.none_of(t)
        case ty.Option(inner), _:
            return value_of(inner, sent)
        case ty.Record(of=element), list() if element is not None:
            return value_of(ty.Set(element), sent)
        case ty.Record(_, fields), dict() if sent.keys() == {name for name, _ in fields}:
            steps = zip(fields, ty.strides(t), strict=True)
            return sum(step * _ordinal(field, sent[name]) for (name, field), step in steps)
        case ty.Set(element), list():
            places = {_ordinal(element, member) for member in sent}
            if len(places) == len(sent):
                return sum(1 << place for place in places)
        case ty.Map(key, inner), dict():
            keys = _key_texts(key)
            if sent.keys() == set(keys):
                return tuple(value_of(inner, sent[k]) for k in keys)
        case ty.List(element, limit), list() if len(sent) <= limit:
            return tuple(value_of(element, each) for each in sent)
    raise ValueError(f"{sent!r} is no value of {ty.show(t)}")


def _ordinal(t: Scalar, sent: Json) -> int:
    value = value_of(t, sent)
    assert isinstance(value, int), "values of scalars are numbers"
    return value - ty.lowest(t)


def _object(key: Scalar) -> Callable[[list[Json]], Json]:
    texts = _key_texts(key)
    return lambda entries: dict(zip(texts, entries, strict=True))


_PLAIN = JsonStyle(number=int, none=None, set=list, map=_object, hidden=hidden)


@cache
def _writer(t: Type) -> Writer:
    return _PLAIN.writer(t)


@lru_cache(EXAMINING.written)
def _written(t: Type, value: SeenValue) -> Json:
    return _writer(t)(value)


@cache
def _key_texts(key: Scalar) -> tuple[str, ...]:
    """The keys of a map as text."""
    texts = (show_value(key, k) for k in ty.scalar_values(key))
    return tuple(text.removeprefix("(").removesuffix(")") for text in texts)
