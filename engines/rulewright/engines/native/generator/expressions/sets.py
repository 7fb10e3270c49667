"""Sets as masks: one word of 64 bits, or several in an ``rw_set…``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import List, Set, Type, lowest, size

from ..builder import CEmitContext, WritesExpression, short
from ..code import CExpression, truth
from ..shapes import element, words
from ..writer import CWriter
from .convert import as_type


def is_set(t: Type) -> bool:
    """Whether ``t`` is a type of sets."""
    return isinstance(t, Set)


def limit(t: Type) -> int:
    """How many items a list may have."""
    assert isinstance(t, List)
    return t.limit


def width(t: Type) -> int:
    """How many words a set of ``t`` has."""
    assert isinstance(t, Set)
    return words(t)


def empty(t: Set) -> CExpression:
    """The set without elements."""
    return CExpression("0ULL" if words(t) == 1 else f"((rw_set{words(t)}){{{{0}}}})")


def single(i: CExpression, t: Set) -> CExpression:
    """The set of the element with ordinal ``i``; the empty one if there is no such element."""
    n = size(t.element)
    if words(t) > 1:
        return CExpression(f"rw_bit{words(t)}({i.text}, {n})")
    if i.within(0, n - 1):
        return CExpression(f"(1ULL << {i.text})")
    return CExpression(f"rw_bit({i.text}, {n})")


def has(of: CExpression, t: Type, i: CExpression) -> CExpression:
    """Whether the element with ordinal ``i``, if there is one, is in a set."""
    if width(t) > 1:
        return truth(f"rw_has{width(t)}({of.text}, {i.text})")
    if i.within(0, 63):
        return truth(f"(rw_int)({of.text} >> {i.text} & 1)")
    return truth(f"rw_has({of.text}, {i.text})")


def count(of: CExpression, t: Type) -> CExpression:
    """How many elements a set has."""
    n = size(element(t))
    name = "rw_count" if width(t) == 1 else f"rw_count{width(t)}"
    return CExpression(f"{name}({of.text})", 0, n)


def union(a: CExpression, b: CExpression, t: Set) -> CExpression:
    """What is in either of two sets of ``t``."""
    return CExpression(
        f"rw_or{words(t)}({a.text}, {b.text})" if words(t) > 1 else f"({a.text} | {b.text})"
    )


def both(a: CExpression, b: CExpression, t: Set) -> CExpression:
    """What is in both of two sets of ``t``."""
    return CExpression(
        f"rw_and{words(t)}({a.text}, {b.text})" if words(t) > 1 else f"({a.text} & {b.text})"
    )


def without(a: CExpression, b: CExpression, t: Set) -> CExpression:
    """What is in ``a`` but not in ``b``."""
    return CExpression(
        f"rw_minus{words(t)}({a.text}, {b.text})" if words(t) > 1 else f"({a.text} & ~{b.text})"
    )


def some(of: CExpression, t: Set) -> CExpression:
    """Whether a set has an element."""
    return truth(f"rw_some{words(t)}({of.text})" if words(t) > 1 else f"({of.text} != 0)")


def part_of(
    a: CExpression, first: Type, b: CExpression, second: Type, s: CEmitContext, w: CWriter
) -> CExpression:
    """Whether ``a`` is a subset of ``b``."""
    t = first if width(first) >= width(second) else second
    assert isinstance(t, Set)
    a, b = as_type(a, first, t, s, w), as_type(b, second, t, s, w)
    return truth(f"!{some(without(a, b, t), t).text}")


@contextmanager
def each(var: x.Local, over: x.Expr, s: CEmitContext, w: CWriter) -> Iterator[CEmitContext]:
    """A loop over the elements of a set, ascending; what is written meanwhile is its body."""
    t = over.type
    assert isinstance(t, Set)
    if isinstance(over, x.Const) and over.value == (1 << size(t.element)) - 1:
        with each_value(var, t, s, w) as inner:
            yield inner
        return
    with bits(s.code(over, w), t, s, w) as i:
        ident = s.module.fresh("x", short(var))
        code = s.shifted(i, lowest(t.element))
        w.line(f"rw_int {ident} = {code.text};")
        yield s.bind(var, CExpression(ident, code.lo, code.hi))


@contextmanager
def each_value(var: x.Local, t: Set, s: CEmitContext, w: CWriter) -> Iterator[CEmitContext]:
    """A loop over all values of the elements' type, ascending."""
    lo = lowest(t.element)
    hi = lo + size(t.element) - 1
    ident = s.module.fresh("x", short(var))
    with w.block(f"for (rw_int {ident} = {lo}; {ident} <= {hi}; {ident}++)"):
        yield s.bind(var, CExpression(ident, lo, max(lo, hi)))


@contextmanager
def bits(of: CExpression, t: Set, s: CEmitContext, w: CWriter) -> Iterator[CExpression]:
    """A loop over the ordinals of the elements of a set, ascending."""
    rest, i, n = s.module.fresh("m"), s.module.fresh("i"), words(t)
    if n > 1:
        w.line(f"rw_set{n} {rest} = {of.text};")
        head = (
            f"for (int {i} = rw_next{n}(&{rest}, 0); {i} >= 0; {i} = rw_next{n}(&{rest}, {i} + 1))"
        )
        with w.block(head):
            yield CExpression(i, 0, size(t.element) - 1)
        return
    with w.block(f"for (uint64_t {rest} = {of.text}; {rest}; {rest} &= {rest} - 1)"):
        yield CExpression(f"rw_low({rest})", 0, max(0, size(t.element) - 1))


def _set_of(e: x.SetOf, s: CEmitContext, w: CWriter) -> CExpression:
    found: CExpression | None = None
    for item in e.items:
        bit = single(s.shifted(s.code(item, w), -lowest(e.type.element)), e.type)
        found = bit if found is None else union(found, bit, e.type)
    return found or empty(e.type)


def _combine(e: x.Combine, s: CEmitContext, w: CWriter) -> CExpression:
    left = as_type(s.code(e.left, w), e.left.type, e.type, s, w)
    right = as_type(s.code(e.right, w), e.right.type, e.type, s, w)
    return {"union": union, "intersection": both, "difference": without}[e.op](left, right, e.type)


KINDS: Mapping[type, WritesExpression] = {x.SetOf: _set_of, x.Combine: _combine}
