"""Expressions of the IR whose value is one number or a truth value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.types import (
    Int,
    Map,
    Option,
    Record,
    Scalar,
    Type,
    is_scalar,
    lowest,
    none_of,
    size,
    strides,
)

from ....game import EngineUnavailable
from ..builder import CEmitContext, WritesExpression, loaded
from ..code import CExpression, literal, truth
from ..shapes import element, scalar_bounds
from ..writer import CWriter
from . import sets
from .convert import as_type, equal


def ordinal(e: x.Expr, t: Scalar, s: CEmitContext, w: CWriter) -> CExpression:
    """The ordinal of the scalar ``e`` as a value of ``t``; outside the range if it is not one."""
    return s.shifted(s.code(e, w), -lowest(t))


def index(e: x.Expr, t: Scalar, s: CEmitContext, w: CWriter) -> CExpression:
    """The same, but 0 if it is not one: a valid index for C."""
    found, n = ordinal(e, t, s, w), max(1, size(t))
    if found.within(0, n - 1):
        return found
    operand = s.keep(found, t, w)
    return CExpression(
        f"({operand.text} >= 0 && {operand.text} < {n} ? {operand.text} : 0)", 0, n - 1
    )


def certain(code: CExpression, t: Type, what: str) -> CExpression:
    """``code``, which surely is a value of the scalar ``t``.

    Raises EngineUnavailable if that cannot be determined: nothing may be stored in less than it
    takes.
    """
    if not code.within(*scalar_bounds(t)) and code.lo <= code.hi:
        raise EngineUnavailable(f"{what} may be {code.lo}..{code.hi}, which is not certain to fit")
    return code


def choose(e: x.If, s: CEmitContext, w: CWriter) -> CExpression:
    """One expression or the other; statements needed for one run only if it is chosen."""
    condition = s.code(e.condition, w)
    then, otherwise = CWriter(), CWriter()
    a = as_type(s.code(e.then, then), e.then.type, e.type, s, then)
    b = as_type(s.code(e.otherwise, otherwise), e.otherwise.type, e.type, s, otherwise)
    lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
    if isinstance(e.type, Int):
        # The lesser of two numbers has no part of the greater one's range; its type says so.
        lo, hi = max(lo, e.type.lo), min(hi, e.type.hi)
    rows = not is_scalar(e.type) and not sets.is_set(e.type)
    if then.empty and otherwise.empty:
        if not rows:
            return CExpression(f"({condition.text} ? {a.text} : {b.text})", lo, hi)
        ident = s.module.fresh("p")
        kind = s.module.shape(e.type)
        w.line(f"const {kind} *{ident} = {condition.text} ? &{a.text} : &{b.text};")
        return CExpression(f"(*{ident})")
    ident = s.module.fresh("t")
    w.line(f"{s.module.register(e.type)} {ident};")
    with w.block(f"if ({condition.text})"):
        w.add(then)
        w.line(f"{ident} = {a.text};")
    with w.block("else"):
        w.add(otherwise)
        w.line(f"{ident} = {b.text};")
    return CExpression(ident, lo, hi)


def joined(args: Sequence[x.Expr], conjunction: bool, s: CEmitContext, w: CWriter) -> CExpression:
    """All of ``args`` or some of them, each evaluated only if those before it leave it open."""
    word, pending, result = " && " if conjunction else " || ", list[str](), ""
    for arg in args:
        before = CWriter()
        code = s.code(arg, before)
        if before.empty or not pending:
            w.add(before)
            pending.append(code.text)
            continue
        text = word.join(pending)
        if not result:
            result = s.module.fresh("t")
            w.line(f"rw_int {result} = {text};")
        elif pending != [result]:
            w.line(f"{result} = {text};")
        with w.block(f"if ({'' if conjunction else '!'}{result})"):
            w.add(before)
            w.line(f"{result} = {code.text};")
        pending = [result]
    if not pending:
        return literal(int(conjunction))
    return truth(f"({word.join(pending)})" if len(pending) > 1 else pending[0])


def _const(e: x.Const, s: CEmitContext, w: CWriter) -> CExpression:
    return s.module.constants.value(e)


def _local(e: x.Local, s: CEmitContext, w: CWriter) -> CExpression:
    return s.locals[e.name]


def _var(e: x.Var, s: CEmitContext, w: CWriter) -> CExpression:
    t = s.module.types[e.name]
    return as_type(loaded(s.variable(e.name), t), t, e.type, s, w)


def _not(e: x.Not, s: CEmitContext, w: CWriter) -> CExpression:
    return truth(f"!{s.code(e.arg, w).text}")


def _and(e: x.And, s: CEmitContext, w: CWriter) -> CExpression:
    return joined(e.args, True, s, w)


def _or(e: x.Or, s: CEmitContext, w: CWriter) -> CExpression:
    return joined(e.args, False, s, w)


def _compare(e: x.Compare, s: CEmitContext, w: CWriter) -> CExpression:
    left, right = s.code(e.left, w), s.code(e.right, w)
    if is_scalar(e.left.type):
        return truth(f"({left.text} {e.op} {right.text})")
    if e.op == "<=":
        return sets.part_of(left, e.left.type, right, e.right.type, s, w)
    same = equal(left, e.left.type, right, e.right.type, s, w)
    return same if e.op == "==" else truth(f"!{same.text}")


def _arith(e: x.Arith, s: CEmitContext, w: CWriter) -> CExpression:
    a, b = s.code(e.left, w), s.code(e.right, w)
    left = f"(rw_int){a.text}" if not a.text.startswith("(rw_int)") else a.text
    match e.op:
        case "+":
            return CExpression(f"({left} + {b.text})", a.lo + b.lo, a.hi + b.hi)
        case "-":
            return CExpression(f"({left} - {b.text})", a.lo - b.hi, a.hi - b.lo)
        case "*":
            ends = [u * v for u in (a.lo, a.hi) for v in (b.lo, b.hi)]
            return CExpression(f"({left} * {b.text})", min(ends), max(ends))
    if b.lo < 1:
        raise EngineUnavailable("a divisor is not certain to be positive")
    if e.op == "div":
        ends = [u // v for u in (a.lo, a.hi) for v in (b.lo, b.hi)]
        text = f"({left} / {b.text})" if a.lo >= 0 else f"rw_div({left}, {b.text})"
        return CExpression(text, min(ends), max(ends))
    if a.lo >= 0:
        return CExpression(f"({left} % {b.text})", 0, min(a.hi, b.hi - 1))
    return CExpression(f"rw_mod({left}, {b.text})", 0, b.hi - 1)


def _in(e: x.In, s: CEmitContext, w: CWriter) -> CExpression:
    t = e.set.type
    code, of = s.code(e.element, w), s.code(e.set, w)
    return sets.has(of, t, s.shifted(code, -lowest(element(t))))


def _size(e: x.Size, s: CEmitContext, w: CWriter) -> CExpression:
    of = s.code(e.of, w)
    if sets.is_set(e.of.type):
        return sets.count(of, e.of.type)
    return CExpression(f"(rw_int){of.text}.n", 0, sets.limit(e.of.type))


def _lookup(e: x.Lookup, s: CEmitContext, w: CWriter) -> CExpression:
    t = e.map.type
    assert isinstance(t, Map)
    if isinstance(e.map, x.MapOf):
        key = s.keep(s.shifted(index(e.key, t.key, s, w), lowest(t.key)), t.key, w)
        found = s.bind(e.map.var, key).code(e.map.body, w)
        return as_type(found, e.map.body.type, e.type, s, w)
    of = s.code(e.map, w)
    found = loaded(f"{of.text}.v[{index(e.key, t.key, s, w).text}]", t.value)
    return as_type(found, t.value, e.type, s, w)


def _item(e: x.Item, s: CEmitContext, w: CWriter) -> CExpression:
    t = element(e.list.type)
    of, i = s.code(e.list, w), s.keep(s.code(e.index, w), e.index.type, w)
    place = f"{of.text}.n - 1 - {i.text}" if e.back else i.text
    missing, (lo, hi) = none_of(e.type), scalar_bounds(t)
    if sets.limit(e.list.type) == 0 or i.hi < 0:
        return literal(missing)
    there = f"{i.text} < (rw_int){of.text}.n"
    if i.lo < 0:
        there = f"{i.text} >= 0 && {there}"
    text = f"({there} ? (rw_int){of.text}.v[{place}] : {missing})"
    return CExpression(text, min(lo, missing), max(hi, missing))


def _make(e: x.Make, s: CEmitContext, w: CWriter) -> CExpression:
    parts = zip(e.type.fields, strides(e.type), e.fields, strict=True)
    terms, lo, hi = list[str](), 0, 0
    for (_, t), step, value in parts:
        term = s.shifted(certain(s.code(value, w), t, "a field"), -lowest(t))
        lo, hi = lo + term.lo * step, hi + term.hi * step
        if (term.lo, term.hi) != (0, 0):
            terms.append(f"(rw_int){term.text} * {step}" if step > 1 else term.text)
    return CExpression(f"({' + '.join(terms)})" if terms else "0", lo, hi)


def _field(e: x.Field, s: CEmitContext, w: CWriter) -> CExpression:
    t = e.record.type
    assert isinstance(t, Record)
    i = [name for name, _ in t.fields].index(e.name)
    of, step, (_, kind) = s.code(e.record, w), strides(t)[i], t.fields[i]
    text = of.text if step == 1 else f"({of.text} / {step})"
    if i > 0:
        text = f"({text} % {max(1, size(kind))})"
    return s.shifted(CExpression(text, 0, max(0, size(kind) - 1)), lowest(kind))


def _convert(e: x.Convert, s: CEmitContext, w: CWriter) -> CExpression:
    return as_type(s.code(e.arg, w), e.arg.type, e.type, s, w)


def _unwrap(e: x.Unwrap, s: CEmitContext, w: CWriter) -> CExpression:
    assert isinstance(e.arg.type, Option)
    value, none, lo = s.code(e.arg, w), none_of(e.arg.type), lowest(e.type)
    if value.hi < none:
        return value
    return CExpression(
        f"rw_known({value.text}, {none}, {lo})", min(lo, value.lo), max(lo, none - 1)
    )


def _at(e: x.At, s: CEmitContext, w: CWriter) -> CExpression:
    node = f"{s.draft}->s.node"
    if len(e.nodes) == 1:
        return truth(f"({node} == {e.nodes[0]})")
    flags = [int(i in e.nodes) for i in range(len(s.module.program.nodes))]
    return truth(f"{s.module.constants.rows(flags, 'nodes')}[{node}]")


KINDS: Mapping[type, WritesExpression] = {
    x.Const: _const,
    x.Local: _local,
    x.Var: _var,
    x.Not: _not,
    x.And: _and,
    x.Or: _or,
    x.Compare: _compare,
    x.Arith: _arith,
    x.If: choose,
    x.In: _in,
    x.Size: _size,
    x.Lookup: _lookup,
    x.Item: _item,
    x.Make: _make,
    x.Field: _field,
    x.Convert: _convert,
    x.Unwrap: _unwrap,
    x.At: _at,
}
