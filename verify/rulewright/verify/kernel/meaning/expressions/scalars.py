"""The meaning of expressions whose value is one scalar, and of those that only pass a value on."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ..numbers import RangedNumber
from ..terms import KernelTerm
from ..values import KernelValue, Members
from .evaluation import Frame, KernelMeaning


def const(m: KernelMeaning, e: x.Const, f: Frame) -> KernelValue:
    """The same anywhere."""
    return m.v.constant(e.type, e.value)


def call(m: KernelMeaning, e: x.Call, f: Frame) -> KernelValue:
    """The function's body, which sees its arguments but no other locals."""
    function = m.functions[e.function]
    given = zip(function.params, e.args, strict=True)
    locals_ = {parameter.name: m.given(parameter, arg, f) for parameter, arg in given}
    return m.value(function.body, Frame(f.variables, locals_, f.node))


def not_(m: KernelMeaning, e: x.Not, f: Frame) -> KernelTerm:
    """The opposite."""
    return m.t.not_(m.truth(e.arg, f))


def and_(m: KernelMeaning, e: x.And, f: Frame) -> KernelTerm:
    """All of them."""
    return m.t.and_([m.truth(arg, f) for arg in e.args])


def or_(m: KernelMeaning, e: x.Or, f: Frame) -> KernelTerm:
    """Any of them."""
    return m.t.or_([m.truth(arg, f) for arg in e.args])


def compare(m: KernelMeaning, e: x.Compare, f: Frame) -> KernelTerm:
    """Scalars by their order; sets by whether one is a subset of the other."""
    a, b = m.value(e.left, f), m.value(e.right, f)
    if e.op in ("==", "!="):
        same = m.v.equal(a, b)
        return same if e.op == "==" else m.t.not_(same)
    if isinstance(a, Members):
        assert isinstance(b, Members)
        return m.t.and_(m.t.implies(u, w) for u, w in zip(a.bits, b.bits, strict=True))
    left, right = m.v.number(a), m.v.number(b)
    if e.op == "<":
        return m.n.less(left, right)
    return m.t.not_(m.n.less(right, left))


def arith(m: KernelMeaning, e: x.Arith, f: Frame) -> RangedNumber:
    """Whole numbers; a divisor is a positive constant."""
    a, b = m.number(e.left, f), m.number(e.right, f)
    match e.op:
        case "+":
            return m.n.add(a, b)
        case "-":
            return m.n.subtract(a, b)
        case "*":
            return m.n.multiply(a, b)
    divisor = m.n.known(b)
    assert divisor is not None, "a divisor is a constant"
    assert divisor > 0, "a divisor is positive"
    return m.n.divide(a, divisor) if e.op == "div" else m.n.remainder(a, divisor)


def if_(m: KernelMeaning, e: x.If, f: Frame) -> KernelValue:
    """One of two; the other is not looked at if the condition is known."""
    chosen = m.truth(e.condition, f)
    if chosen in (m.t.true, m.t.false):
        return m.value(e.then if chosen is m.t.true else e.otherwise, f)
    return m.v.choose(chosen, m.value(e.then, f), m.value(e.otherwise, f))


def make(m: KernelMeaning, e: x.Make, f: Frame) -> RangedNumber:
    """A record: each field's ordinal at its own place value."""
    n = m.n
    parts = zip(e.fields, e.type.fields, ty.strides(e.type), strict=True)
    return n.sum(
        n.multiply(n.subtract(m.number(part, f), n.constant(ty.lowest(kind))), n.constant(step))
        for part, (_, kind), step in parts
    )


def field(m: KernelMeaning, e: x.Field, f: Frame) -> KernelValue:
    """The digit at the field's place value."""
    n = m.n
    assert isinstance(e.record.type, ty.Record)
    names = [name for name, _ in e.record.type.fields]
    step = ty.strides(e.record.type)[names.index(e.name)]
    ordinal = n.remainder(n.divide(m.number(e.record, f), step), ty.size(e.type))
    return m.v.typed(e.type, n.add(ordinal, n.constant(ty.lowest(e.type))))


def convert(m: KernelMeaning, e: x.Convert, f: Frame) -> KernelValue:
    """The same value as another type."""
    inner = m.value(e.arg, f)
    if ty.is_scalar(e.type):
        return m.v.typed(e.type, m.v.number(inner))
    return m.v.widened(e.type, inner)


def unwrap(m: KernelMeaning, e: x.Unwrap, f: Frame) -> KernelValue:
    """The value inside an option; the lowest one if there is none."""
    number = m.number(e.arg, f)
    lo, hi = ty.bounds(e.type)
    inside = m.n.inside(number, lo, hi)
    fitted = m.v.number(m.v.fitted(e.type, number))
    return m.v.typed(e.type, m.n.choose(inside, fitted, m.n.constant(lo)))


def at(m: KernelMeaning, e: x.At, f: Frame) -> KernelTerm:
    """Whether play rests at one of the given nodes."""
    assert f.node is not None, "only a resting state is at a node"
    return m.t.truth(f.node in e.nodes)


def after(m: KernelMeaning, e: x.After, f: Frame) -> KernelTerm:
    """Whether something would hold after statements that meet no fault."""
    assert m.trial is not None
    end = m.trial(e.body, f)
    if end is None:
        return m.t.false
    return m.t.and_((end[0], m.truth(e.result, end[1])))
