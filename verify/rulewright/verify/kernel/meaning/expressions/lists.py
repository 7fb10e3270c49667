"""The meaning of expressions that make lists or take them apart."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ..lists import concatenated, sliced
from ..numbers import RangedNumber
from ..values import Items
from .evaluation import Frame, KernelMeaning


def list_of(m: KernelMeaning, e: x.ListOf, f: Frame) -> Items:
    """Some items, in this order."""
    return Items(m.n.constant(len(e.items)), tuple(m.value(item, f) for item in e.items))


def concat(m: KernelMeaning, e: x.Concat, f: Frame) -> Items:
    """One list after the other."""
    return concatenated(m.v, m.items(e.left, f), m.items(e.right, f))


def item(m: KernelMeaning, e: x.Item, f: Frame) -> RangedNumber:
    """The item at an index, from the front or the back; none if there is no such item."""
    t, n = m.t, m.n
    row, i = m.items(e.list, f), m.number(e.index, f)
    if e.back:
        i = n.subtract(n.subtract(row.length, n.constant(1)), i)
    found: RangedNumber = n.constant(ty.none_of(e.type))
    for k, one in enumerate(row.items):
        here = t.and_((n.is_(i, k), n.less(n.constant(k), row.length)))
        found = n.choose(here, m.v.number(one), found)
    return found


def slice_(m: KernelMeaning, e: x.Slice, f: Frame) -> Items:
    """The items between two indices."""
    return sliced(m.v, m.items(e.list, f), m.number(e.start, f), m.number(e.stop, f))
