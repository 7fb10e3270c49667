"""The meaning of expressions that make sets, read them, or go through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ..numbers import RangedNumber
from ..terms import KernelTerm
from ..values import Growth, Items, KernelValue, Members
from .evaluation import Frame, KernelMeaning


def quantifier(m: KernelMeaning, e: x.Quantifier, f: Frame) -> KernelValue:
    """All, some, count, sum, least or greatest, over the elements that satisfy the condition."""
    t, n = m.t, m.n
    members = [(f.bind(e.var, value), inside) for value, inside in m.elements(e.over, f)]
    if e.where is not None:
        where = e.where
        members = [(g, t.and_((inside, m.truth(where, g)))) for g, inside in members]
    if e.kind == "count":
        return n.count(inside for _, inside in members)
    body = e.body
    assert body is not None
    match e.kind:
        case "all":
            return t.and_([t.implies(inside, m.truth(body, g)) for g, inside in members])
        case "some":
            return t.or_([t.and_((inside, m.truth(body, g))) for g, inside in members])
        case "sum":
            zero = n.constant(0)
            return n.sum(n.choose(inside, m.number(body, g), zero) for g, inside in members)
    assert isinstance(e.type, ty.Option)
    found, some = n.constant(ty.none_of(e.type)), t.false
    for g, inside in members:
        if inside is t.false:
            continue
        number = m.number(body, g)
        better = n.less(found, number) if e.kind == "max" else n.less(number, found)
        found = n.choose(t.and_((inside, t.or_((t.not_(some), better)))), number, found)
        some = t.or_((some, inside))
    return found


def filter_(m: KernelMeaning, e: x.Filter, f: Frame) -> Members:
    """The elements for which a condition holds."""
    chosen = [
        (value, m.t.and_((inside, m.truth(e.where, f.bind(e.var, value)))))
        for value, inside in m.elements(e.over, f)
    ]
    return replace(_set(m, e.type, chosen), has=m.has(e, f))


def best(m: KernelMeaning, e: x.Best, f: Frame) -> Members:
    """The elements that no other one beats."""
    t, n = m.t, m.n
    keys = [
        (value, inside, m.number(e.key, f.bind(e.var, value)))
        for value, inside in m.elements(e.over, f)
    ]
    found: list[tuple[KernelValue, KernelTerm]] = []
    for value, inside, key in keys:
        beaten = t.or_(
            t.and_((other, n.less(key, than) if e.most else n.less(than, key)))
            for _, other, than in keys
        )
        found.append((value, t.and_((inside, t.not_(beaten)))))
    return _set(m, e.type, found)


def set_of(m: KernelMeaning, e: x.SetOf, f: Frame) -> Members:
    """Some elements, by name."""
    found = _set(m, e.type, [(m.value(item, f), m.t.true) for item in e.items])
    numbers = [m.number(item, f) for item in e.items]
    found = replace(found, has=lambda number: m.t.or_(m.n.equal(number, n) for n in numbers))
    lo, hi = ty.bounds(e.type.element)
    fits = len(numbers) == 1 and lo <= numbers[0].lo and numbers[0].hi <= hi
    return replace(found, only=numbers[0]) if fits else found


def combine(m: KernelMeaning, e: x.Combine, f: Frame) -> Members:
    """Two sets of the same type as one."""
    one, other = m.members(e.left, f), m.members(e.right, f)
    bits = tuple(_both(m, e, a, b) for a, b in zip(one.bits, other.bits, strict=True))
    found = Members(bits)
    if e.op != "intersection":
        found = replace(found, grown=Growth(one, lambda: _growth(m, e, one, other)))
    if (left := one.has) is None or (right := other.has) is None:
        return found
    return replace(found, has=lambda number: _both(m, e, left(number), right(number)))


def _both(m: KernelMeaning, e: x.Combine, a: KernelTerm, b: KernelTerm) -> KernelTerm:
    """Whether an element is in two sets as one, given whether it is in each."""
    match e.op:
        case "union":
            return m.t.or_((a, b))
        case "intersection":
            return m.t.and_((a, b))
        case "difference":
            return m.t.and_((a, m.t.not_(b)))


def _growth(m: KernelMeaning, e: x.Combine, of: Members, other: Members) -> RangedNumber:
    """By how much a set grows with, or shrinks without, the elements of another.

    The other's size, less what is in both: play often makes sure that the one is some number, and the other
    nothing.
    """
    n, element = m.n, other.only
    if element is not None:
        size, both = n.constant(1), n.of(m.v.is_in(e.type.element, element, of))
    else:
        size = _size(m, other)
        both = n.count(m.t.and_(pair) for pair in zip(of.bits, other.bits, strict=True))
    return n.subtract(size if e.op == "union" else n.constant(0), both)


def in_(m: KernelMeaning, e: x.In, f: Frame) -> KernelTerm:
    """Whether a set has an element."""
    assert isinstance(e.set.type, ty.Set)
    return m.v.is_in(e.set.type.element, m.number(e.element, f), m.members(e.set, f))


def size(m: KernelMeaning, e: x.Size, f: Frame) -> RangedNumber:
    """How many elements a set has, or items a list."""
    collection = m.value(e.of, f)
    if isinstance(collection, Items):
        return collection.length
    assert isinstance(collection, Members)
    return _size(m, collection)


def _size(m: KernelMeaning, of: Members) -> RangedNumber:
    """How many elements a set has: as many as the one it was made from, and those that came."""
    if of.grown is None:
        return m.n.count(of.bits)
    return m.n.add(_size(m, of.grown.of), of.grown.by)


def _set(
    m: KernelMeaning, t: ty.Set, elements: Sequence[tuple[KernelValue, KernelTerm]]
) -> Members:
    """The set of those elements whose condition holds."""
    lo, size = ty.lowest(t.element), ty.size(t.element)
    found: list[list[KernelTerm]] = [[] for _ in range(size)]
    for value, inside in elements:
        number = m.v.number(value)
        for k in range(max(lo, number.lo), min(lo + size - 1, number.hi) + 1):
            found[k - lo].append(m.t.and_((inside, m.n.is_(number, k))))
    return Members(tuple(m.t.or_(conditions) for conditions in found))
