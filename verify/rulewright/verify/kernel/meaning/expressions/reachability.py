"""The meaning of expressions that walk from place to place."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ..numbers import RangedNumber
from ..terms import KernelTerm
from ..values import Members
from ..walks import WalkSteps, layers
from . import sets
from .evaluation import Frame, KernelMeaning


def reach(m: KernelMeaning, e: x.Reach, f: Frame) -> Members:
    """The places that a walk reaches; step by step if it is known where it may go."""
    within, t = m.members(e.within, f).bits, e.type.element
    start = m.number(e.start, f)
    if all(map(m.v.is_constant, within)):
        return Members(_walk(m, t, start, within, e.neighbours, f)[-1])
    starts = _starts(m, t, start)
    return Members(m.v.walks.reached(starts, within, _steps(m, t, e.neighbours, f)))


def filter_(m: KernelMeaning, e: x.Filter, f: Frame) -> Members:
    """The elements for which a condition holds. Those from which a place of some kind is reached are found
    by one walk, from all such places backwards."""
    back = _walked_back(m, e, f)
    return sets.filter_(m, e, f) if back is None else back


def _walked_back(m: KernelMeaning, e: x.Filter, f: Frame) -> Members | None:
    """``those s in over: some y in group(s, within): …``, where each step can be reversed and the rest does
    not mention ``s``; None if it is not of this form."""
    match e.where:
        case x.Quantifier("some", y, x.Reach() as walk, where, body) if walk.start == e.var:
            pass
        case _:
            return None
    asked = [part for part in (where, body) if part is not None]
    parts = (walk.within, walk.neighbours, *asked)
    if walk.type != e.type or any(e.var.name in m.reads(part).locals for part in parts):
        return None
    kind = walk.type.element
    into = _steps(m, kind, walk.neighbours, f)
    forth = {(i, k, step) for k, comes in enumerate(into) for i, step in comes}
    if forth != {(k, i, step) for i, k, step in forth}:
        return None
    each = [m.v.typed(kind, m.n.constant(ty.lowest(kind) + k)) for k in range(ty.size(kind))]
    ends = tuple(m.t.and_([m.truth(part, f.bind(y, one)) for part in asked]) for one in each)
    within = m.members(walk.within, f).bits
    if all(map(m.v.is_constant, within)):
        reached = layers(m.t, ends, within, into)[-1]
    else:
        reached = m.v.walks.reached(ends, within, into, many=True)
    return Members(tuple(map(m.t.and_, zip(m.members(e.over, f).bits, reached, strict=True))))


def distance(m: KernelMeaning, e: x.Distance, f: Frame) -> RangedNumber:
    """The least number of steps; none where there is no way."""
    t, n = m.t, m.n
    assert isinstance(e.within.type, ty.Set)
    kind = e.within.type.element
    lo = ty.lowest(kind)
    source, target = m.number(e.source, f), m.number(e.target, f)
    within = tuple(
        t.or_((inside, n.is_(source, lo + k), n.is_(target, lo + k)))
        for k, inside in enumerate(m.members(e.within, f).bits)
    )
    found: RangedNumber = n.constant(ty.none_of(e.type))
    walked = _walk(m, kind, source, within, e.neighbours, f)
    for steps, layer in reversed(list(enumerate(walked))):
        found = n.choose(m.v.is_in(kind, target, Members(layer)), n.constant(steps), found)
    return found


def _walk(
    m: KernelMeaning,
    t: ty.Scalar,
    start: RangedNumber,
    within: tuple[KernelTerm, ...],
    neighbours: x.Expr,
    f: Frame,
) -> list[tuple[KernelTerm, ...]]:
    """For each number of steps, the places that a walk of at most that many reaches; the last: all."""
    into = _steps(m, t, neighbours, f)
    return layers(m.t, _starts(m, t, start), within, into)


def _starts(m: KernelMeaning, t: ty.Scalar, start: RangedNumber) -> tuple[KernelTerm, ...]:
    """For each place, whether a walk starts there."""
    lo = ty.lowest(t)
    return tuple(m.n.is_(start, lo + k) for k in range(ty.size(t)))


def _steps(m: KernelMeaning, t: ty.Scalar, neighbours: x.Expr, f: Frame) -> WalkSteps:
    """For each place, from which places a step leads there, and when."""
    lo, size = ty.lowest(t), ty.size(t)
    near = m.map(neighbours, f)
    rows: list[tuple[KernelTerm, ...]] = []
    for k in range(size):
        row = near.entry(lo + k)
        assert isinstance(row, Members)
        rows.append(row.bits)
    return tuple(
        tuple((i, bits[k]) for i, bits in enumerate(rows) if bits[k] is not m.t.false)
        for k in range(size)
    )
