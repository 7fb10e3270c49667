"""What expressions mean that make maps, or ask them."""

from __future__ import annotations

from rulewright.dsl.ir import code as x

from ..values import LazyMap, Value
from .evaluation import Frame, Meaning


def lookup(m: Meaning, e: x.Lookup, f: Frame) -> Value:
    """What a map has at a key."""
    return m.map(e.map, f).at(m.number(e.key, f))


def map_of(m: Meaning, e: x.MapOf, f: Frame) -> LazyMap:
    """A map by what it has at each key."""
    kind = e.type.key
    return LazyMap(e.type, m.n, lambda key: m.value(e.body, f.bind(e.var, m.v.typed(kind, key))))


def permute(m: Meaning, e: x.Permute, f: Frame) -> LazyMap:
    """A map with its keys moved."""
    old, moves = m.map(e.map, f), m.map(e.by, f)
    return LazyMap(e.type, m.n, lambda key: old.at(m.v.number(moves.at(key))))
