"""Walks over a relation of neighbours: what they reach, and in how many steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import Map, Set, lowest, none_of, size

from ..builder import CEmitContext, WritesExpression, short
from ..code import CExpression
from ..writer import CWriter
from . import sets
from .collections import row
from .convert import as_type
from .folds import beforehand


def _reach(e: x.Reach, s: CEmitContext, w: CWriter) -> CExpression:
    t = e.type
    within = _local(as_type(s.code(e.within, w), e.within.type, t, s, w), t, s, w)
    start = sets.single(s.shifted(s.code(e.start, w), -lowest(t.element)), t)
    ring = _local(sets.both(start, within, t), t, s, w)
    reached = _local(ring, t, s, w)
    with _rings(e.neighbours, t, ring, s, w) as further:
        next_ = sets.without(sets.both(further, within, t), reached, t)
        w.line(f"{ring.text} = {next_.text};")
        w.line(f"{reached.text} = {sets.union(reached, ring, t).text};")
    return reached


def _distance(e: x.Distance, s: CEmitContext, w: CWriter) -> CExpression:
    t, none = e.within.type, none_of(e.type)
    assert isinstance(t, Set)
    ends = [s.shifted(s.code(end, w), -lowest(t.element)) for end in (e.source, e.target)]
    ring = _local(sets.single(ends[0], t), t, s, w)
    goal = _local(sets.single(ends[1], t), t, s, w)
    within = _local(sets.union(s.code(e.within, w), goal, t), t, s, w)
    reached = _local(ring, t, s, w)
    found, steps = s.module.fresh("t"), s.module.fresh("t")
    w.line(f"rw_int {found} = {none}, {steps} = 0;")
    last = [f"if ({sets.some(sets.both(ring, goal, t), t).text}) {{ {found} = {steps}; break; }}"]
    with _rings(e.neighbours, t, ring, s, w, last) as further:
        next_ = sets.without(sets.both(further, within, t), reached, t)
        w.line(f"{ring.text} = {next_.text};")
        w.line(f"{reached.text} = {sets.union(reached, ring, t).text};")
        w.line(f"{steps}++;")
    return CExpression(found, min(0, none), max(none, size(t.element) - 1))


@contextmanager
def _rings(
    neighbours: x.Expr,
    t: Set,
    ring: CExpression,
    s: CEmitContext,
    w: CWriter,
    first: list[str] | None = None,
) -> Iterator[CExpression]:
    """A loop while ``ring`` has elements, inside which all their neighbours are known.

    If the relation is computed, only the rows that are needed are.
    """
    kind = neighbours.type
    assert isinstance(kind, Map)
    if isinstance(neighbours, x.MapOf):
        s = beforehand([neighbours.body], {neighbours.var.name}, s, w)
        near = CExpression("")
    else:
        near = s.code(neighbours, w)
    with w.block(f"while ({sets.some(ring, t).text})"):
        for line in first or ():
            w.line(line)
        further = _local(sets.empty(t), t, s, w)
        with sets.bits(ring, t, s, w) as i:
            if isinstance(neighbours, x.MapOf):
                place = s.copy(s.shifted(i, lowest(kind.key)), kind.key, w, short(neighbours.var))
                body = s.bind(neighbours.var, place).code(neighbours.body, w)
                found = as_type(body, neighbours.body.type, t, s, w)
            else:
                found = as_type(row(near, kind, i.text), kind.value, t, s, w)
            w.line(f"{further.text} = {sets.union(further, found, t).text};")
        yield further


def _local(of: CExpression, t: Set, s: CEmitContext, w: CWriter) -> CExpression:
    """A local of its own, which may change."""
    return s.copy(of, t, w)


KINDS: Mapping[type, WritesExpression] = {x.Reach: _reach, x.Distance: _distance}
