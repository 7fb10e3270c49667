"""Lists whose length need not be known."""

from __future__ import annotations

from .numbers import RangedNumber
from .values import Items, KernelValue, KernelValues


def concatenated(v: KernelValues, left: Items, right: Items) -> Items:
    """One list after the other."""
    n = v.n
    items: list[KernelValue] = []
    for i in range(len(left.items) + len(right.items)):
        # After the left list's end, the right one's items follow.
        found = left.items[i] if i < len(left.items) else None
        for k, item in enumerate(right.items):
            if left.length.lo <= i - k <= left.length.hi:
                here = n.is_(left.length, i - k)
                found = item if found is None else v.choose(here, item, found)
        if found is None:
            break  # Neither list is ever that long.
        items.append(found)
    return Items(n.add(left.length, right.length), tuple(items))


def sliced(v: KernelValues, row: Items, start: RangedNumber, stop: RangedNumber) -> Items:
    """The items from one index up to, not including, another; indices out of range are clamped."""
    n, zero = v.n, v.n.constant(0)

    def cut(i: RangedNumber) -> RangedNumber:
        least = n.choose(n.less(i, zero), zero, i)
        cut_ = n.choose(n.less(row.length, least), row.length, least)
        return n.ranged(cut_.term, max(0, cut_.lo), min(row.length.hi, cut_.hi))

    first, end = cut(start), cut(stop)
    length = n.subtract(end, first)
    length = n.choose(n.less(length, zero), zero, length)
    length = n.ranged(length.term, max(0, length.lo), length.hi)
    items: list[KernelValue] = []
    for i in range(length.hi):
        found, *later = row.items[i:]
        for k, item in enumerate(later, 1):
            found = v.choose(n.is_(first, k), item, found)
        items.append(found)
    return Items(length, tuple(items))
