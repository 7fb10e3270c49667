"""Types and values of this interpreter as those of the tool, and back."""

from __future__ import annotations

from tests.oracles.language.values import (
    Enum,
    Label,
    ListOf,
    Map,
    MapOf,
    Maybe,
    Range,
    Record,
    SetOf,
    Truth,
    Type,
    Value,
)  # fmt: skip

from rulewright.dsl.ir import types as ty


def _inside(t: Type) -> ty.Scalar:
    """The same where a set is an element, a key or a field."""
    return ty.subsets(_inside(t.element)) if isinstance(t, SetOf) else ty.scalar(theirs(t))


def theirs(t: Type) -> ty.Type:
    """A type of ours as one of the tool's."""
    match t:
        case Truth():
            return ty.Bool()
        case Range(lo, hi):
            return ty.Int(lo, hi)
        case Enum(name, labels):
            return ty.Enum(name, labels)
        case Maybe(inner):
            return ty.optional(theirs(inner))
        case Record(name, fields):
            return ty.Record(name, tuple((n, _inside(f)) for n, f in fields))
        case SetOf(element):
            return ty.Set(_inside(element))
        case ListOf(element, limit):
            return ty.List(_inside(element), limit)
        case MapOf(keys, value):
            parts = tuple(_inside(k) for k in keys)
            key = (
                parts[0]
                if len(parts) == 1
                else ty.Record("", tuple((f"_{i}", k) for i, k in enumerate(parts)))
            )
            inner_type = theirs(value)
            assert not isinstance(inner_type, ty.Map)
            return ty.Map(key, inner_type)


def ours(t: ty.Type) -> Type:
    """A type of the tool's as one of ours."""
    match t:
        case ty.Bool():
            return Truth()
        case ty.Int(lo, hi):
            return Range(lo, hi)
        case ty.Enum(name, labels):
            return Enum(name, labels)
        case ty.Option(inner):
            return Maybe(ours(inner))
        case ty.Record(of=element) if element is not None:
            return SetOf(ours(element))
        case ty.Record(name, fields):
            return Record(name, tuple((n, ours(f)) for n, f in fields))
    raise TypeError(f"{t} is no key")


def their_value(value: Value, t: ty.Type) -> ty.Value:
    """A value of ours in the tool's representation."""
    match t:
        case ty.Bool():
            return bool(value)
        case ty.Int():
            assert isinstance(value, int)
            return int(value)
        case ty.Enum(_, labels):
            assert isinstance(value, Label)
            return labels.index(str(value))
        case ty.Option(inner):
            return ty.none_of(t) if value is None else int(their_value(value, inner))
        case ty.Record(of=element) if element is not None:
            return their_value(value, ty.Set(element))
        case ty.Record(_, fields):
            assert isinstance(value, tuple)
            parts = zip(value, fields, ty.strides(t), strict=True)
            return sum((int(their_value(v, f)) - ty.lowest(f)) * step for v, (_, f), step in parts)
        case ty.Set(element):
            assert isinstance(value, frozenset)
            lo = ty.lowest(element)
            return sum(1 << int(their_value(v, element)) - lo for v in value)
        case ty.List(element, _):
            assert isinstance(value, tuple)
            return tuple(their_value(v, element) for v in value)
        case ty.Map(key, inner_type):
            assert isinstance(value, Map)
            held = {int(their_value(k, key)): value[k] for k in value.keys()}  # noqa: SIM118
            return tuple(their_value(held[k], inner_type) for k in sorted(held))
