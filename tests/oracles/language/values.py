"""Values and types of the language, as this interpreter has them.

A truth value is a bool, a number an int, *none* is None, a value of an enumeration a
:class:`Label`, a record a tuple of its fields, a set a frozenset, a list a tuple, a map a
:class:`Map`. Types matter for three things only: what a variable can hold, the order of values,
and which enumeration ``next`` goes round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from rulewright.dsl.span import Span

Value = object


class Label(str):
    """A value of an enumeration: equal to every value of the same name."""

    __slots__ = ("enum",)
    enum: Enum

    def __new__(cls, text: str, enum: Enum) -> Label:
        made = super().__new__(cls, text)
        made.enum = enum
        return made

    @property
    def index(self) -> int:
        return self.enum.labels.index(str(self))


class Items(tuple[Value, ...]):
    """A list, or a list of sets, each item with the key by which it is chosen."""

    keys: tuple[Value, ...]

    @staticmethod
    def of(pairs: list[tuple[Value, Value]]) -> Items:
        made = Items(item for _, item in pairs)
        made.keys = tuple(key for key, _ in pairs)
        return made


class Map:
    """A map: ``arity`` keys; one key is itself, several are a tuple."""

    __slots__ = ("_entries", "_hash", "arity")

    def __init__(self, entries: Mapping[Value, Value], arity: int) -> None:
        self._entries = dict(entries)
        self.arity = arity
        self._hash: int | None = None

    def __getitem__(self, key: Value) -> Value:
        return self._entries[key]

    def keys(self) -> Iterator[Value]:
        return iter(self._entries)

    def put(self, key: Value, value: Value) -> Map:
        assert key in self._entries, (key, self._entries)
        return Map({**self._entries, key: value}, self.arity)

    def part(self, first: tuple[Value, ...]) -> Map:
        """What is left of the map if the first keys are given."""
        n = len(first)
        rest = {k[n:]: v for k, v in self._entries.items() if k[:n] == first}
        left = self.arity - n
        if left == 1:
            return Map({k[0]: v for k, v in rest.items()}, 1)
        return Map(rest, left)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and self._entries == other._entries

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self._entries.values()))
        return self._hash

    def __repr__(self) -> str:
        return repr(self._entries)


@dataclass(frozen=True)
class Truth:
    pass


@dataclass(frozen=True)
class Range:
    lo: int
    hi: int


@dataclass(frozen=True)
class Enum:
    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Maybe:
    inner: Type


@dataclass(frozen=True)
class Record:
    name: str
    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class SetOf:
    element: Type


@dataclass(frozen=True)
class ListOf:
    element: Type
    limit: int


@dataclass(frozen=True)
class MapOf:
    keys: tuple[Type, ...]
    value: Type


Type = Truth | Range | Enum | Maybe | Record | SetOf | ListOf | MapOf


class FaultHappened(Exception):  # noqa: N818
    """A statement cannot be done."""

    def __init__(self, span: Span) -> None:
        super().__init__(span.line)
        self.span = span


class DoesNotFit(Exception):  # noqa: N818
    """A number leaves its range, or a list grows too long."""


def every(t: Type) -> list[Value]:
    """All values of a scalar type, ascending."""
    match t:
        case Truth():
            return [False, True]
        case Range(lo, hi):
            return list(range(lo, hi + 1))
        case Enum(_, labels):
            return [Label(text, t) for text in labels]
        case Maybe(inner):
            return [*every(inner), None]
        case Record(_, fields):
            return list(product(*(every(f) for _, f in fields)))
        case SetOf(element):
            found: list[frozenset[Value]] = [frozenset()]
            for value in every(element):
                found += [one | {value} for one in found]
            return list(found)
    raise TypeError(f"{t} has no values to list")


def keys_of(t: MapOf) -> list[Value]:
    """All keys of a map, ascending."""
    if len(t.keys) == 1:
        return every(t.keys[0])
    return list(product(*(every(k) for k in t.keys)))


def rank(value: Value) -> tuple[object, ...]:
    """By what scalars are ordered: none comes last."""
    match value:
        case None:
            return (1, 0)
        case Label():
            return (0, value.index)
        case tuple():
            return (0, tuple(rank(v) for v in value))
        case frozenset():
            return (0, tuple(sorted(map(rank, value), reverse=True)))
        case _:
            return (0, value)


def ascending(values: frozenset[Value]) -> list[Value]:
    return sorted(values, key=rank)


def resting(t: Type) -> Value:
    """What a variable holds before its initial value has been worked out."""
    match t:
        case Truth():
            return False
        case Range(lo, _):
            return lo
        case Enum(_, labels):
            return Label(labels[0], t)
        case Maybe():
            return None
        case Record(_, fields):
            return tuple(resting(f) for _, f in fields)
        case SetOf():
            return frozenset()
        case ListOf():
            return ()
        case MapOf():
            return Map(dict.fromkeys(keys_of(t), resting(t.value)), len(t.keys))


def fitted(value: Value, t: Type) -> Value:
    """The value as one of the type. Raises DoesNotFit where the language has a fault for it."""
    match t:
        case Truth():
            assert isinstance(value, bool), value
            return value
        case Range(lo, hi):
            assert isinstance(value, int), (value, t)
            if not lo <= value <= hi:
                raise DoesNotFit
            return value
        case Enum(_, labels):
            assert isinstance(value, Label), (value, t)
            assert value in labels, (value, t)
            return value if value.enum == t else Label(value, t)
        case Maybe(inner):
            return None if value is None else fitted(value, inner)
        case Record(_, fields):
            assert isinstance(value, tuple), value
            return tuple(fitted(v, f) for v, (_, f) in zip(value, fields, strict=True))
        case SetOf(element):
            assert isinstance(value, frozenset), (value, t)
            return frozenset(fitted(v, element) for v in value)
        case ListOf(element, limit):
            assert isinstance(value, tuple), value
            if len(value) > limit:
                raise DoesNotFit
            return tuple(fitted(v, element) for v in value)
        case MapOf():
            assert isinstance(value, Map), value
            return Map({k: fitted(value[k], t.value) for k in value.keys()}, value.arity)  # noqa: SIM118


def shown(value: Value) -> str:
    """A scalar as a person types it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return f"({', '.join(map(shown, value))})"
        case frozenset():
            return f"{{{', '.join(map(shown, ascending(value)))}}}"
        case _:
            return str(value)


def same(a: Value, b: Value) -> bool:
    """Whether two values are equal; nothing equals nothing alone."""
    return a == b and (a is None) == (b is None)


def entry(held: Map, keys: tuple[Value, ...]) -> Value:
    """An entry of a map, or the part of it that belongs to the first keys."""
    if held.arity == 1:
        return held[keys[0] if len(keys) == 1 else keys]
    return held[keys] if len(keys) == held.arity else held.part(keys)
