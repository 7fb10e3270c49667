"""The meaning of expressions that make or read maps."""

from __future__ import annotations

from rulewright.dsl.ir import code as x

from ..values import KernelValue, LazyMap
from .evaluation import Frame, KernelMeaning


def lookup(m: KernelMeaning, e: x.Lookup, f: Frame) -> KernelValue:
    """What a map has at a key."""
    return m.map(e.map, f).at(m.number(e.key, f))


def map_of(m: KernelMeaning, e: x.MapOf, f: Frame) -> LazyMap:
    """A map by what it has at each key."""
    kind = e.type.key
    return LazyMap(e.type, m.n, lambda key: m.value(e.body, f.bind(e.var, m.v.typed(kind, key))))


def permute(m: KernelMeaning, e: x.Permute, f: Frame) -> LazyMap:
    """A map with its keys moved."""
    old, moves = m.map(e.map, f), m.map(e.by, f)
    return LazyMap(e.type, m.n, lambda key: old.at(m.v.number(moves.at(key))))
