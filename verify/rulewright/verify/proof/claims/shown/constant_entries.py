"""What lies in a place as long as nobody comes there: squares are empty while the first pieces are placed.

A claim of its own for each value, over those entries of a map that have it in all positions of some plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import lookup, not_
from rulewright.dsl.ir.program import Variable

from ....effort.proving import CLAIMING
from ....kernel.certificate import Claim
from ...cut_steps import CutPosition


def constant_entries(
    variables: Sequence[Variable], positions: Sequence[CutPosition]
) -> Iterator[Claim]:
    """For each map, and each of its values: that some entries have it, all that do in all of the positions.

    The positions belong to one cut point. Also which entries are never missing, though they change.
    """
    for v in variables if positions else ():
        t = v.type
        if isinstance(t, ty.Map) and ty.is_scalar(t.value) and ty.size(t.key) <= CLAIMING.keys:
            yield from _of_map(v, t, [_entries(p[v.name]) for p in positions])


def _of_map(v: Variable, t: ty.Map, seen: Sequence[tuple[int, ...]]) -> Iterator[Claim]:
    columns = [*zip(*seen, strict=True)]
    by_value: dict[int, int] = {}
    for i, column in enumerate(columns):
        if len(set(column)) == 1:
            by_value[column[0]] = by_value.get(column[0], 0) | 1 << i
    if len(by_value) <= CLAIMING.values:
        for value, keys in sorted(by_value.items()):
            yield _all(v, t, keys, value, holds=True)
    if isinstance(t.value, ty.Option):
        none = ty.none_of(t.value)
        present = [i for i, column in enumerate(columns) if none not in column]
        if any(len(set(columns[i])) > 1 for i in present):
            yield _all(v, t, sum(1 << i for i in present), none, holds=False)


def _all(v: Variable, t: ty.Map, keys: int, value: int, *, holds: bool) -> Claim:
    """That the entries at some keys (a mask) all have a value, or that none has."""
    key = x.Local("key", t.key)
    entry = lookup(x.Var(v.name, v.type), key)
    body: x.Expr = x.Compare("==" if holds else "!=", x.Const(value, t.value), entry)
    if isinstance(t.value, ty.Bool):
        body = entry if value else not_(entry)
    over = x.Const(keys, ty.Set(t.key))
    return Claim(x.Quantifier("all", key, over, None, body, ty.Bool()))


def _entries(value: ty.Value) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return tuple(int(entry) for entry in value if isinstance(entry, int))
