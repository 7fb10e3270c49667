"""The symbolic meaning of expressions over sets, maps and lists. The IR's classes document it in words."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ...solvers.terms.terms import Term
from ..values.folds import best, count, extreme
from ..values.numbers import GuardedInteger
from ..values.reachability import layers as walk_layers
from ..values.values import Bits, Entries, SymbolicList, SymbolicValue
from .environment import SymbolicFrame, element_type
from .evaluator import Evaluator


def elements_of(
    ev: Evaluator, over: x.Expr, var: x.Local, where: x.Expr | None, f: SymbolicFrame
) -> list[tuple[int, Term, SymbolicFrame]]:
    """The possible elements, when they are in and ``where`` holds, and a frame for each."""
    t = element_type(over.type)
    found = []
    for value, condition in ev.v.elements(t, ev.set(over, f)):
        inner = f.bind(var.name, ev.v.element(t, value))
        if where is not None:
            condition = ev.t.and_((condition, ev.truth(where, inner)))
        if condition is not ev.t.false:
            found.append((value, condition, inner))
    return found


def quantifier(ev: Evaluator, e: x.Quantifier, f: SymbolicFrame) -> SymbolicValue:
    members = elements_of(ev, e.over, e.var, e.where, f)
    if e.kind == "count":
        found = [condition for _, condition, _ in members]
        counted = counter(ev, found, ev.reads(e), f)
        return count(ev.n, found) if counted is None else counted
    body = e.body
    assert body is not None
    match e.kind:
        case "all":
            return ev.t.and_(ev.t.implies(c, ev.truth(body, i)) for _, c, i in members)
        case "some":
            return ev.t.or_(ev.t.and_((c, ev.truth(body, i))) for _, c, i in members)
        case "sum":
            total: GuardedInteger = ev.n.constant(0)
            for _, condition, inner in members:
                term = ev.n.choose(condition, ev.number(body, inner), ev.n.constant(0))
                total = ev.n.add(total, term)
            return total
    assert isinstance(e.type, ty.Option)
    options = [(condition, ev.number(body, inner)) for _, condition, inner in members]
    return extreme(ev.n, options, ty.none_of(e.type), most=e.kind == "max")


def counter(
    ev: Evaluator, conditions: list[Term], reads: frozenset[str], f: SymbolicFrame
) -> SymbolicValue | None:
    """The counter that counts just these conditions."""
    for name in sorted(reads & ev.counters.keys()):
        entries = f.slots[name].value
        assert isinstance(entries, Entries)
        for counter in ev.counters[name]:
            if counter.name in f.slots:
                held = (ev.n.is_(ev.v.number(x), counter.value) for x in entries.values)
                if conditions == [term for term in held if term is not ev.t.false]:
                    return f.slots[counter.name].value
    return None


def from_elements(ev: Evaluator, t: ty.Scalar, found: list[tuple[int, Term]]) -> Bits:
    bits = [ev.t.false] * ty.size(t)
    for value, condition in found:
        i = value - ty.lowest(t)
        bits[i] = ev.t.or_((bits[i], condition))
    return Bits(tuple(bits))


def filter_(ev: Evaluator, e: x.Filter, f: SymbolicFrame) -> SymbolicValue:
    members = elements_of(ev, e.over, e.var, e.where, f)
    return from_elements(ev, e.type.element, [(v, c) for v, c, _ in members])


def best_(ev: Evaluator, e: x.Best, f: SymbolicFrame) -> SymbolicValue:
    members = elements_of(ev, e.over, e.var, None, f)
    chosen = best(ev.n, [(c, ev.number(e.key, i)) for _, c, i in members], most=e.most)
    return from_elements(
        ev, e.type.element, [(v, c) for (v, _, _), c in zip(members, chosen, strict=True)]
    )


def set_of(ev: Evaluator, e: x.SetOf, f: SymbolicFrame) -> SymbolicValue:
    found: list[tuple[int, Term]] = []
    for item in e.items:
        found += ev.n.cases(ev.number(item, f)).items
    lo, hi = ty.bounds(e.type.element)
    return from_elements(ev, e.type.element, [(v, c) for v, c in found if lo <= v <= hi])


def combine(ev: Evaluator, e: x.Combine, f: SymbolicFrame) -> SymbolicValue:
    pairs = zip(ev.set(e.left, f).bits, ev.set(e.right, f).bits, strict=True)
    match e.op:
        case "union":
            return Bits(tuple(ev.t.or_(pair) for pair in pairs))
        case "intersection":
            return Bits(tuple(ev.t.and_(pair) for pair in pairs))
        case "difference":
            return Bits(tuple(ev.t.and_((p, ev.t.not_(q))) for p, q in pairs))


def in_(ev: Evaluator, e: x.In, f: SymbolicFrame) -> SymbolicValue:
    return ev.member(element_type(e.set.type), ev.number(e.element, f), ev.set(e.set, f))


def size(ev: Evaluator, e: x.Size, f: SymbolicFrame) -> SymbolicValue:
    value = ev.value(e.of, f)
    if isinstance(value, SymbolicList):
        return value.length
    assert isinstance(value, Bits)
    return count(ev.n, value.bits)


def lookup(ev: Evaluator, e: x.Lookup, f: SymbolicFrame) -> SymbolicValue:
    t = e.map.type
    assert isinstance(t, ty.Map)
    return ev.select(ev.entries(e.map, f), ty.lowest(t.key), ev.number(e.key, f))


def map_of(ev: Evaluator, e: x.MapOf, f: SymbolicFrame) -> SymbolicValue:
    lo, hi = ty.bounds(e.type.key)
    keys = (ev.v.element(e.type.key, k) for k in range(lo, hi + 1))
    return Entries(tuple(ev.value(e.body, f.bind(e.var.name, key)) for key in keys))


def permute(ev: Evaluator, e: x.Permute, f: SymbolicFrame) -> SymbolicValue:
    old, lo = ev.entries(e.map, f), ty.lowest(e.type.key)
    moves = ev.entries(e.by, f)
    return Entries(tuple(ev.select(old, lo, ev.v.number(k)) for k in moves.values))


def layers(
    ev: Evaluator,
    start: GuardedInteger,
    t: ty.Scalar,
    within: list[Term],
    near: x.Expr,
    f: SymbolicFrame,
) -> list[tuple[Term, ...]]:
    rows = []
    for value in ev.entries(near, f).values:
        assert isinstance(value, Bits)
        rows.append(value.bits)
    first = [ev.n.is_(start, ty.lowest(t) + i) for i in range(ty.size(t))]
    return list(walk_layers(ev.t, first, within, rows))


def reach(ev: Evaluator, e: x.Reach, f: SymbolicFrame) -> SymbolicValue:
    t, within = element_type(e.within.type), ev.set(e.within, f)
    found = layers(ev, ev.number(e.start, f), t, list(within.bits), e.neighbours, f)
    return Bits(found[-1])


def distance(ev: Evaluator, e: x.Distance, f: SymbolicFrame) -> SymbolicValue:
    t, lo = element_type(e.within.type), ty.lowest(element_type(e.within.type))
    source, target = ev.number(e.source, f), ev.number(e.target, f)
    inside = [
        ev.t.or_((bit, ev.n.is_(source, lo + i), ev.n.is_(target, lo + i)))
        for i, bit in enumerate(ev.set(e.within, f).bits)
    ]
    cases: dict[int, Term] = {}
    before = ev.t.false
    for steps, layer in enumerate(layers(ev, source, t, inside, e.neighbours, f)):
        there = ev.member(t, target, Bits(layer))
        cases[steps] = ev.t.and_((there, ev.t.not_(before)))
        before = there
    cases[ty.none_of(e.type)] = ev.t.not_(before)
    return ev.n.of(cases)


def list_of(ev: Evaluator, e: x.ListOf, f: SymbolicFrame) -> SymbolicValue:
    items = tuple(ev.value(item, f) for item in e.items)
    return SymbolicList(ev.n.constant(len(items)), items)


def concat(ev: Evaluator, e: x.Concat, f: SymbolicFrame) -> SymbolicValue:
    return ev.lists.concat(ev.list_(e.left, f), ev.list_(e.right, f))


def item(ev: Evaluator, e: x.Item, f: SymbolicFrame) -> SymbolicValue:
    options = ev.lists.item(ev.list_(e.list, f), ev.number(e.index, f), e.back)
    result: GuardedInteger = ev.n.constant(ty.none_of(e.type))
    for condition, value in reversed(options):
        result = ev.n.choose(condition, ev.v.number(value), result)
    return result


def slice_(ev: Evaluator, e: x.Slice, f: SymbolicFrame) -> SymbolicValue:
    return ev.lists.slice(ev.list_(e.list, f), ev.number(e.start, f), ev.number(e.stop, f))
