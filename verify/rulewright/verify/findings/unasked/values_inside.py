"""Which values of an enumeration occur in a value, and when one occurs in the value of an expression."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty

from ...effort.answering import NOTICING_ALWAYS
from ...properties.asked_of_programs import Copies


def enumerations(t: ty.Type) -> Iterator[ty.Enum]:
    """The enumerations of which a type is made."""
    match t:
        case ty.Enum():
            yield t
        case ty.Option(inner) | ty.Set(inner) | ty.List(inner, _):
            yield from enumerations(inner)
        case ty.Map(key, value):
            yield from enumerations(key)
            yield from enumerations(value)
        case ty.Record(of=element) if element is not None:
            yield from enumerations(element)
        case ty.Record(fields=fields):
            for _, field in fields:
                yield from enumerations(field)
        case _:
            pass


def has(t: ty.Type, name: str) -> bool:
    """Whether a type is made of the enumeration of that name."""
    return any(enum.name == name for enum in enumerations(t))


def values_in(
    t: ty.Type, value: ty.Value, name: str, before: ty.Value | None = None
) -> Iterator[int]:
    """The values of the enumeration that occur in a value; as a key, if the entry is not as ``before``."""
    match t, value:
        case ty.Enum(), int():
            if t.name == name:
                yield value
        case ty.Option(inner), int():
            if value != ty.none_of(t):
                yield from values_in(inner, value, name)
        case ty.Record(of=element), int() if element is not None:
            yield from values_in(ty.Set(element), value, name)
        case ty.Record(), int():
            for _, field, item in ty.field_values(t, value):
                yield from values_in(field, item, name)
        case ty.Set(element), int():
            for item in ty.elements(t, value):
                yield from values_in(element, item, name)
        case ty.List(element, _), tuple():
            for each in value:
                yield from values_in(element, each, name)
        case ty.Map(key, inner), tuple():
            first = before if isinstance(before, tuple) else value
            for k, entry, began in zip(ty.scalar_values(key), value, first, strict=True):
                if entry != began:
                    yield from values_in(key, k, name)
                if not isinstance(inner, ty.Bool | ty.Int):
                    yield from values_in(inner, entry, name, began)
        case _:
            pass


def holds(value: x.Expr, name: str, label: str, before: ty.Value | None, copies: Copies) -> x.Expr:
    """Whether that value of an enumeration occurs in an expression; as a key, if an entry is not as
    ``before``."""
    t = value.type
    match t:
        case ty.Map(key, inner):
            changed = (
                fold.compare("!=", fold.lookup(value, x.Const(k, key)), x.Const(entry, inner))
                for k, entry in _entries(t, name, label, before)
            )
            at = copies.local(x.Local("at", key))
            there: x.Expr = x.NO
            if has(inner, name):
                found = holds(fold.lookup(value, at), name, label, None, copies)
                there = fold.quantifier("some", at, x.every(key), None, found, x.BOOL)
            return fold.or_([*changed, there])
        case ty.Set(element):
            some = _with(element, name, label)
            if some is None:
                return x.YES
            common = fold.combine("intersection", value, some)
            return fold.compare("!=", common, x.Const(0, t))
        case ty.List(element, limit):
            items = [
                x.Item(value, fold.number(i), False, ty.optional(element))
                for i in range(limit if limit <= NOTICING_ALWAYS.written_out else 0)
            ]
            return (
                fold.or_([holds(i, name, label, None, copies) for i in items]) if items else x.YES
            )
        case _:
            some = _with(t, name, label)
            return x.YES if some is None else fold.in_(value, some)


def _entries(
    t: ty.Map, name: str, label: str, before: ty.Value | None
) -> Iterator[tuple[ty.Value, ty.Value]]:
    """The keys of a map in which it occurs, each with the entry at the beginning."""
    if isinstance(before, tuple):
        for key, entry in zip(ty.scalar_values(t.key), before, strict=True):
            if _number(t.key, name, label) in values_in(t.key, key, name):
                yield key, entry


def _with(t: ty.Scalar, name: str, label: str) -> x.Const | None:
    """The values of a type in which it occurs; None if they are too many to be looked at."""
    if ty.size(t) > NOTICING_ALWAYS.written_out:
        return None
    number = _number(t, name, label)
    bits = (1 << i for i, v in enumerate(ty.scalar_values(t)) if number in values_in(t, v, name))
    return x.Const(sum(bits), ty.Set(t))


def _number(t: ty.Type, name: str, label: str) -> int:
    """Its number there; a number of no value if the enumeration has no such value."""
    labels = next((enum.labels for enum in enumerations(t) if enum.name == name), ())
    return labels.index(label) if label in labels else -1
