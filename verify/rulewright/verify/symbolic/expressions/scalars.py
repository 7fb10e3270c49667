"""The symbolic meaning of expressions over truth values and numbers. The IR's classes document it in words."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ..values.numbers import GuardedInteger
from ..values.values import Bits, SymbolicValue
from .environment import SymbolicFrame
from .evaluator import Evaluator


def call(ev: Evaluator, e: x.Call, f: SymbolicFrame) -> SymbolicValue:
    function = ev.functions[e.function]
    args = (ev.value(a, f) for a in e.args)
    names = (p.name for p in function.params)
    return ev.value(
        function.body, SymbolicFrame(f.slots, dict(zip(names, args, strict=True)), f.node)
    )


def not_(ev: Evaluator, e: x.Not, f: SymbolicFrame) -> SymbolicValue:
    return ev.t.not_(ev.truth(e.arg, f))


def and_(ev: Evaluator, e: x.And, f: SymbolicFrame) -> SymbolicValue:
    found = []
    for arg in e.args:
        found.append(ev.truth(arg, f))
        if found[-1] is ev.t.false:
            break
    return ev.t.and_(found)


def or_(ev: Evaluator, e: x.Or, f: SymbolicFrame) -> SymbolicValue:
    found = []
    for arg in e.args:
        found.append(ev.truth(arg, f))
        if found[-1] is ev.t.true:
            break
    return ev.t.or_(found)


def compare(ev: Evaluator, e: x.Compare, f: SymbolicFrame) -> SymbolicValue:
    a, b = ev.value(e.left, f), ev.value(e.right, f)
    if e.op in ("==", "!="):
        same = ev.v.equal(a, b)
        return same if e.op == "==" else ev.t.not_(same)
    if isinstance(a, Bits) and isinstance(b, Bits):
        return ev.t.and_(ev.t.implies(p, q) for p, q in zip(a.bits, b.bits, strict=True))
    left, right = ev.v.number(a), ev.v.number(b)
    if e.op == "<":
        return ev.n.less(left, right)
    return ev.t.not_(ev.n.less(right, left))


def if_(ev: Evaluator, e: x.If, f: SymbolicFrame) -> SymbolicValue:
    condition = ev.truth(e.condition, f)
    if condition is ev.t.true:
        return ev.value(e.then, f)
    if condition is ev.t.false:
        return ev.value(e.otherwise, f)
    return ev.v.choose(condition, ev.value(e.then, f), ev.value(e.otherwise, f))


def at(ev: Evaluator, e: x.At, f: SymbolicFrame) -> SymbolicValue:
    assert f.node is not None, "At is for checks"
    return ev.t.truth(f.node in e.nodes)


def after(ev: Evaluator, e: x.After, f: SymbolicFrame) -> SymbolicValue:
    end = ev.dry_run.after(e.body, f)
    if end is None:
        return ev.t.false
    fine, frame = end
    return ev.t.and_((fine, ev.truth(e.result, frame)))


def arith(ev: Evaluator, e: x.Arith, f: SymbolicFrame) -> SymbolicValue:
    a, b = ev.number(e.left, f), ev.number(e.right, f)
    match e.op:
        case "+":
            return ev.n.add(a, b)
        case "-":
            return ev.n.subtract(a, b)
        case "*":
            return ev.n.multiply(a, b)
    divisor = ev.n.known(b)
    assert divisor is not None, "a divisor is a constant"
    return ev.n.divide(a, divisor) if e.op == "div" else ev.n.remainder(a, divisor)


def make(ev: Evaluator, e: x.Make, f: SymbolicFrame) -> SymbolicValue:
    total: GuardedInteger = ev.n.constant(0)
    parts = zip(e.fields, e.type.fields, ty.strides(e.type), strict=True)
    for arg, (_, t), step in parts:
        ordinal = ev.n.subtract(ev.number(arg, f), ev.n.constant(ty.lowest(t)))
        total = ev.n.add(total, ev.n.multiply(ordinal, ev.n.constant(step)))
    return total


def field(ev: Evaluator, e: x.Field, f: SymbolicFrame) -> SymbolicValue:
    t = e.record.type
    assert isinstance(t, ty.Record)
    step = dict(zip((n for n, _ in t.fields), ty.strides(t), strict=True))[e.name]
    ordinal = ev.n.remainder(ev.n.divide(ev.number(e.record, f), step), ty.size(e.type))
    return ev.n.add(ordinal, ev.n.constant(ty.lowest(e.type)))


def convert(ev: Evaluator, e: x.Convert, f: SymbolicFrame) -> SymbolicValue:
    value = ev.value(e.arg, f)
    return ev.v.number(value) if ty.is_scalar(e.type) else _widened(ev, e.type, value)


def _widened(ev: Evaluator, t: ty.Type, value: SymbolicValue) -> SymbolicValue:
    """A value of a larger type: a set has none of the further elements."""
    if not isinstance(t, ty.Set) or not isinstance(value, Bits):
        return value
    missing = ty.size(t.element) - len(value.bits)
    return Bits((*value.bits, *(ev.t.false,) * missing))


def unwrap(ev: Evaluator, e: x.Unwrap, f: SymbolicFrame) -> SymbolicValue:
    number = ev.number(e.arg, f)
    lo, hi = ty.bounds(e.type)
    inside = ev.n.within(number, lo, hi)
    return ev.n.choose(inside, ev.n.clamp(number, lo, hi), ev.n.constant(lo))
