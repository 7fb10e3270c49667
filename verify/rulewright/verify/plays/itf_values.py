"""Values of the IR in the Informal Trace Format of Apalache, and back.

Integers are ``{"#bigint": "…"}``, sets ``{"#set": […]}``, maps ``{"#map": [[key, value], …]}``,
lists arrays, records objects, labels of enumerations and ``none`` strings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    lowest,
    none_of,
    scalar_values,
    show,
    size,
    strides,
)

from .json_values import Json, JsonStyle
from .strict_json import shortened

NONE = "none"
MOST_DIGITS = 30
"""No type has a value of more digits, and reading very many takes long."""


class ItfError(ValueError):
    """Some JSON is not a value of the type it should have."""


def _map_in_itf(key: Scalar) -> Callable[[list[Json]], Json]:
    def together(entries: list[Json]) -> Json:
        pairs = zip(scalar_values(key), entries, strict=True)
        return {"#map": [[write(k), entry] for k, entry in pairs]}

    write = _ITF.writer(key)
    return together


_ITF = JsonStyle(
    number=lambda number: {"#bigint": str(number)},
    none=NONE,
    set=lambda members: {"#set": members},
    map=_map_in_itf,
)


def to_itf(t: Type, value: Value) -> Json:
    """A value of type ``t`` as JSON."""
    return _ITF.json(t, value)


def from_itf(t: Type, data: Json) -> Value:
    """The value of type ``t`` that the JSON stands for. Raises ItfError if there is none."""
    match t:
        case Bool() if isinstance(data, bool):
            return data
        case Int(lo, hi):
            number = _integer(data)
            if lo <= number <= hi:
                return number
        case Enum(_, labels) if isinstance(data, str) and data in labels:
            return labels.index(data)
        case Option(inner):
            return none_of(t) if data == NONE else from_itf(inner, data)
        case Record(of=element) if element is not None:
            return from_itf(Set(element), data)
        case Record(_, fields) if isinstance(data, dict) and set(data) == {n for n, _ in fields}:
            return _record(t, data)
        case Set(element):
            chosen = {_ordinal(element, item) for item in _tagged(data, "#set")}
            return sum(1 << i for i in chosen)
        case Map(key, inner):
            return _map(key, inner, _tagged(data, "#map"))
        case List(element, limit) if isinstance(data, list) and len(data) <= limit:
            return tuple(from_itf(element, item) for item in data)
    raise ItfError(f"{shortened(data)} is no value of {show(t)}")


def _integer(data: Json) -> int:
    text = data.get("#bigint") if isinstance(data, dict) else None
    if isinstance(text, str) and text.removeprefix("-").isdecimal() and text.isascii():
        if len(text) > MOST_DIGITS:
            raise ItfError(f"{shortened(data)} is no value of any type: it has too many digits")
        return int(text)
    raise ItfError(f'{shortened(data)} is no integer; write {{"#bigint": "1"}}')


def _tagged(data: Json, tag: str) -> Sequence[Json]:
    items = data.get(tag) if isinstance(data, dict) else None
    if isinstance(items, list):
        return items
    raise ItfError(f'{shortened(data)} should be {{"{tag}": […]}}')


def _ordinal(t: Scalar, data: Json) -> int:
    value = from_itf(t, data)
    assert isinstance(value, int)
    return int(value) - lowest(t)


def _record(t: Record, data: dict[str, Json]) -> int:
    parts = zip(t.fields, strides(t), strict=True)
    return sum(_ordinal(field, data[name]) * step for (name, field), step in parts)


def _map(key: Scalar, inner: Type, pairs: Sequence[Json]) -> Value:
    found: dict[int, Value] = {}
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2:
            raise ItfError(f"{shortened(pair)} is no pair of a key and a value")
        found[_ordinal(key, pair[0])] = from_itf(inner, pair[1])
    if len(found) != size(key) or len(pairs) != size(key):
        raise ItfError(f"a map from {show(key)} needs each of its {size(key)} keys once")
    return tuple(found[i] for i in range(size(key)))
