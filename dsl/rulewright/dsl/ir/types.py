"""Types of the IR. Every type has a known, finite set of values.

One representation of values serves every backend and every trace:

=========  =====================================================================
type       a value of it
=========  =====================================================================
Bool       ``False`` / ``True``
Int        the integer itself, ``lo <= v <= hi``
Enum       the index of its label
Option     a value of the inner type, or, for *none*, one more than its highest
Record     its fields' ordinals as one mixed-radix integer, first field slowest
Set        a bit mask; bit ``i`` stands for the element with ordinal ``i``
Map        a tuple of values, one for each key, by the key's ordinal
List       a tuple of at most ``limit`` values
=========  =====================================================================

Bool, Int, Enum, Option and Record are *scalars*: only they are elements of sets and lists,
fields of records and keys of maps. The *ordinal* of a scalar counts its values from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard


@dataclass(frozen=True, slots=True)
class Bool:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Int:
    """The integers from ``lo`` to ``hi``, both included."""

    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class Enum:
    """A named, ordered, finite set of labels (players, pieces, elements of a board)."""

    name: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A value of ``inner`` or none."""

    inner: Bool | Int | Enum | Record


@dataclass(frozen=True, slots=True)
class Record:
    """A tuple of named scalars; also the key of a map with several indices.

    ``of``: it is a set of values of that type, where only a scalar is allowed; see `subsets`.
    """

    name: str
    fields: tuple[tuple[str, Scalar], ...]
    of: Scalar | None = None


@dataclass(frozen=True, slots=True)
class Set:
    """Any subset of the values of ``element``."""

    element: Scalar


@dataclass(frozen=True, slots=True)
class Map:
    """A value for every key."""

    key: Scalar
    value: Scalar | Set | List


@dataclass(frozen=True, slots=True)
class List:
    """At most ``limit`` values in order."""

    element: Scalar
    limit: int


Scalar = Bool | Int | Enum | Option | Record
Type = Scalar | Set | Map | List
Value = bool | int | tuple["Value", ...]
SeenValue = bool | int | tuple["SeenValue", ...] | None
"""A value as somebody sees it: None is what they may not see, such as an entry of a map."""


def subsets(element: Scalar) -> Record:
    """The type of sets as elements of sets, keys and fields: whether each value is in it.

    A value of it is the same number as that of the set, a bit mask.

    >>> t = subsets(Int(3, 5))
    >>> show(t), show_value(t, 5), bounds(t)
    ('set of 3..5', '{3, 5}', (0, 7))
    """
    fields = tuple((f"_{i}", Bool()) for i in reversed(range(size(element))))
    return Record(f"set of {show(element)}", fields, element)


def members(t: Type) -> Scalar | None:
    """The element type of sets that are represented as scalars of this type; None for other types."""
    return t.of if isinstance(t, Record) else None


def is_scalar(t: Type) -> TypeGuard[Scalar]:
    """Whether a value of ``t`` is one integer with an ordinal."""
    return isinstance(t, Bool | Int | Enum | Option | Record)


def scalar(t: Type) -> Scalar:
    """``t``, where only a scalar is allowed."""
    assert is_scalar(t), f"{t} is no scalar"
    return t


def optional(t: Type) -> Option:
    """``t`` or none, where ``t`` is known to be a scalar other than an option."""
    assert isinstance(t, Bool | Int | Enum | Record), f"{t} cannot stand in an option"
    return Option(t)


def lowest(t: Scalar) -> int:
    """The value of ``t`` with ordinal 0."""
    if isinstance(t, Int):
        return t.lo
    if isinstance(t, Option):
        return lowest(t.inner)
    return 0


def size(t: Scalar) -> int:
    """How many values the scalar ``t`` has (at least 0)."""
    match t:
        case Bool():
            return 2
        case Int(lo, hi):
            return max(0, hi - lo + 1)
        case Enum(_, labels):
            return len(labels)
        case Option(inner):
            return size(inner) + 1
        case Record(_, fields):
            n = 1
            for _, field in fields:
                n *= size(field)
            return n


def bounds(t: Scalar) -> tuple[int, int]:
    """The lowest and the highest value of ``t`` as integers (Bool: 0 and 1)."""
    lo = lowest(t)
    return lo, lo + size(t) - 1


def none_of(t: Option) -> int:
    """The value that stands for *none* in ``t``."""
    return bounds(t)[1]


def strides(t: Record) -> tuple[int, ...]:
    """For each field of ``t``, what one step of that field's ordinal adds to the record's value.

    >>> strides(Record("r", (("a", Int(1, 3)), ("b", Bool()))))
    (2, 1)
    """
    result: list[int] = []
    step = 1
    for _, field in reversed(t.fields):
        result.append(step)
        step *= size(field)
    return tuple(reversed(result))


def scalar_values(t: Scalar) -> tuple[Value, ...]:
    """Every value of a scalar type, ascending.

    >>> scalar_values(Option(Enum("Player", ("X", "O")))), scalar_values(Bool())
    ((0, 1, 2), (False, True))
    """
    lo, hi = bounds(t)
    return tuple(_restore(t, value) for value in range(lo, hi + 1))


def elements(t: Set, value: int) -> tuple[Value, ...]:
    """The elements of a set, ascending.

    >>> elements(Set(Int(3, 6)), 0b1010)
    (4, 6)
    """
    lo = lowest(t.element)
    chosen = (i for i in range(value.bit_length()) if value >> i & 1)
    return tuple(_restore(t.element, lo + i) for i in chosen)


def field_values(t: Record, value: int) -> tuple[tuple[str, Scalar, Value], ...]:
    """The content of a record: each field's name, type and value.

    >>> field_values(Record("r", (("a", Int(1, 3)), ("b", Bool()))), 5)
    (('a', Int(lo=1, hi=3), 3), ('b', Bool(), True))
    """
    return tuple(
        (name, field, _restore(field, lowest(field) + value // step % size(field)))
        for (name, field), step in zip(t.fields, strides(t), strict=True)
    )


def owners(t: Type) -> Scalar | None:
    """The type of the players who own the entries of a map: its key, or the first part of it."""
    match t:
        case Map(Record("", ((_, first), *_)), _):
            return first
        case Map(key, _):
            return key
        case _:
            return None


def default(t: Type) -> Value:
    """The value a variable of ``t`` holds while nothing reads it.

    None for options, the empty set or list, no, and the lowest value otherwise.
    """
    match t:
        case Bool():
            return False
        case Option():
            return none_of(t)
        case Set():
            return 0
        case List():
            return ()
        case Map(key, value):
            return (default(value),) * size(key)
        case _:
            return lowest(t)


def contains(t: Type, value: Value) -> bool:
    """Whether ``value`` is one of the values of ``t`` in the common representation."""
    match t:
        case Bool():
            return isinstance(value, bool)
        case Int(lo, hi):
            return isinstance(value, int) and lo <= value <= hi
        case Set(element):
            return isinstance(value, int) and 0 <= value < 1 << size(element)
        case Map(key, inner):
            return (
                isinstance(value, tuple)
                and len(value) == size(key)
                and all(contains(inner, v) for v in value)
            )
        case List(element, limit):
            return (
                isinstance(value, tuple)
                and len(value) <= limit
                and all(contains(element, v) for v in value)
            )
        case _:
            lo, hi = bounds(t)
            return isinstance(value, int) and lo <= value <= hi


def show(t: Type) -> str:
    """The type as the language writes it."""
    match t:
        case Bool():
            return "Bool"
        case Int(lo, hi):
            return f"{lo}..{hi}"
        case Enum(name, _):
            return name
        case Option(inner):
            return f"{show(inner)}?"
        case Record(name, fields):
            return name or ", ".join(show(field) for _, field in fields)
        case Set(element):
            return f"set of {show(element)}"
        case Map(key, value):
            return f"{show(key)} -> {show(value)}"
        case List(element, limit):
            return f"list of {show(element)} up to {limit}"


def show_value(t: Type, value: SeenValue) -> str:
    """``value`` of type ``t`` as a person writes it; None is hidden.

    >>> show_value(Option(Enum("Player", ("X", "O"))), 2)
    'none'
    """
    match t, value:
        case _, None:
            return "hidden"
        case Bool(), _:
            return "yes" if value else "no"
        case Int(), int():
            return str(int(value))
        case Enum(_, labels), int():
            return labels[value]
        case Option(inner), int():
            return "none" if value == none_of(t) else show_value(inner, value)
        case Record(of=element), int() if element is not None:
            return show_value(Set(element), value)
        case Record(), int():
            parts = (show_value(field, v) for _, field, v in field_values(t, value))
            return f"({', '.join(parts)})"
        case Set(element), int():
            return f"{{{', '.join(show_value(element, v) for v in elements(t, value))}}}"
        case Map(key, inner), tuple():
            pairs = zip(scalar_values(key), value, strict=True)
            shown = (f"{show_value(key, k)}: {show_value(inner, v)}" for k, v in pairs)
            return f"{{{', '.join(shown)}}}"
        case List(element, _), tuple():
            return f"[{', '.join(show_value(element, v) for v in value)}]"
    raise TypeError(f"{value!r} is no value of {show(t)}")


def _restore(t: Scalar, value: int) -> Value:
    return bool(value) if isinstance(t, Bool) else value
