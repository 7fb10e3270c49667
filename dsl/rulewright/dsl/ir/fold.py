"""Constructors that fold constants and keep ranges exact; the compiler builds all its nodes here.

Folding lets the choice of a reading or a parameter disappear from the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Literal

from . import code as x
from .types import (
    Bool,
    Enum,
    Int,
    Map,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    bounds,
    elements,
    field_values,
    lowest,
    none_of,
    scalar_values,
    size,
    strides,
)

_COMPARE = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
}


def number(value: int) -> x.Const:
    return x.Const(value, Int(value, value))


def truth(value: bool) -> x.Const:
    return x.YES if value else x.NO


def constants(t: Scalar, members: int | None = None) -> list[x.Const]:
    """The values of ``t``, ascending: all, or those in the set ``members``."""
    chosen = scalar_values(t) if members is None else elements(Set(t), members)
    return [x.Const(v, t) for v in chosen]


def not_(arg: x.Expr) -> x.Expr:
    if isinstance(arg, x.Const):
        return truth(not arg.value)
    return arg.arg if isinstance(arg, x.Not) else x.Not(arg)


def and_(args: Sequence[x.Expr]) -> x.Expr:
    flat = [b for a in args for b in (a.args if isinstance(a, x.And) else (a,))]
    if any(isinstance(a, x.Const) and not a.value for a in flat):
        return x.NO
    rest = tuple(dict.fromkeys(a for a in flat if not isinstance(a, x.Const)))
    return x.YES if not rest else rest[0] if len(rest) == 1 else x.And(rest)


def or_(args: Sequence[x.Expr]) -> x.Expr:
    flat = [b for a in args for b in (a.args if isinstance(a, x.Or) else (a,))]
    if any(isinstance(a, x.Const) and a.value for a in flat):
        return x.YES
    rest = tuple(dict.fromkeys(a for a in flat if not isinstance(a, x.Const)))
    return x.NO if not rest else rest[0] if len(rest) == 1 else x.Or(rest)


def compare(op: Literal["==", "!=", "<", "<="], left: x.Expr, right: x.Expr) -> x.Expr:
    """A comparison; sets with ``<=`` and everything unequal in representation stays as it is."""
    if isinstance(left, x.Const) and isinstance(right, x.Const):
        if isinstance(left.type, Set) and op == "<=" and isinstance(left.value, int):
            assert isinstance(right.value, int)
            return truth(left.value & ~right.value == 0)
        return truth(bool(_COMPARE[op](left.value, right.value)))
    if left == right:
        return truth(op in {"==", "<="})
    return x.Compare(op, left, right)


def arith(op: Literal["+", "-", "*", "div", "mod"], left: x.Expr, right: x.Expr) -> x.Expr:
    """Arithmetic on integers; the divisor of div and mod is a positive constant."""
    a, b = _exact(left), _exact(right)
    match op:
        case "+":
            ends = [a.lo + b.lo, a.hi + b.hi]
        case "-":
            ends = [a.lo - b.hi, a.hi - b.lo]
        case "*":
            ends = [u * v for u in (a.lo, a.hi) for v in (b.lo, b.hi)]
        case "div":
            ends = [a.lo // b.lo, a.hi // b.lo]
        case "mod":
            whole = a.lo // b.lo == a.hi // b.lo
            ends = [a.lo % b.lo, a.hi % b.lo] if whole else [0, b.lo - 1]
    range_ = Int(min(ends), max(ends))
    if range_.lo == range_.hi:
        return number(range_.lo)
    return x.Arith(op, left, right, range_)


def total(parts: Iterable[x.Expr]) -> x.Expr:
    """The sum of one integer or more."""
    return reduce(lambda before, more: arith("+", before, more), parts)


def _exact(arg: x.Expr) -> Int:
    """The range of an integer: that of its type, or its value if that is known."""
    assert isinstance(arg.type, Int)
    if isinstance(arg, x.Const) and isinstance(arg.value, int):
        return Int(arg.value, arg.value)
    return arg.type


def if_(condition: x.Expr, then: x.Expr, otherwise: x.Expr, type_: Type) -> x.Expr:
    if isinstance(condition, x.Const):
        return then if condition.value else otherwise
    if then == otherwise:
        return then
    if isinstance(type_, Bool):
        if then == x.YES and otherwise == x.NO:
            return condition
        if then == x.NO and otherwise == x.YES:
            return not_(condition)
    return x.If(condition, then, otherwise, type_)


def convert(arg: x.Expr, type_: Type) -> x.Expr:
    """``arg`` seen as the larger type ``type_``; its integer stays the same."""
    if arg.type == type_:
        return arg
    if isinstance(arg, x.Const):
        return x.Const(arg.value, type_, arg.name)
    if isinstance(arg, x.Convert):
        return convert(arg.arg, type_)
    return x.Convert(arg, type_)


def unwrap(arg: x.Expr) -> x.Expr:
    """The value in an option."""
    assert isinstance(arg.type, Option)
    inner = arg.type.inner
    if isinstance(arg, x.Convert) and arg.arg.type == inner:
        return arg.arg
    if isinstance(arg, x.Const):
        return x.Const(lowest(inner) if arg.value == none_of(arg.type) else arg.value, inner)
    return x.Unwrap(arg, inner)


def in_(element: x.Expr, set_: x.Expr) -> x.Expr:
    if isinstance(set_, x.Const) and isinstance(set_.type, Set):
        assert isinstance(set_.value, int)
        lo, hi = bounds(set_.type.element)
        if set_.value == (1 << hi - lo + 1) - 1:
            return x.YES
        if set_.value == 0:
            return x.NO
        if isinstance(element, x.Const):
            assert isinstance(element.value, int)
            return truth(bool(set_.value >> element.value - lo & 1))
    return x.In(element, set_)


def make(fields: Sequence[x.Expr], t: Record) -> x.Expr:
    """A record of its fields' values, which fit."""
    if not all(isinstance(f, x.Const) for f in fields):
        return x.Make(tuple(fields), t)
    value = 0
    for field, (_, kind), step in zip(fields, t.fields, strides(t), strict=True):
        assert isinstance(field, x.Const)
        assert isinstance(field.value, int)
        value += (field.value - lowest(kind)) * step
    return x.Const(value, t)


def field(record: x.Expr, name: str) -> x.Expr:
    """A field of a record."""
    assert isinstance(record.type, Record)
    names = [n for n, _ in record.type.fields]
    t = record.type.fields[names.index(name)][1]
    if isinstance(record, x.Make):
        return record.fields[names.index(name)]
    if isinstance(record, x.Const) and isinstance(record.value, int):
        _, _, value = field_values(record.type, record.value)[names.index(name)]
        return x.Const(value, t)
    return x.Field(record, name, t)


def lookup(map_: x.Expr, key: x.Expr) -> x.Expr:
    assert isinstance(map_.type, Map)
    if isinstance(map_, x.Const) and isinstance(key, x.Const):
        assert isinstance(map_.value, tuple)
        assert isinstance(key.value, int)
        return x.Const(map_.value[key.value - lowest(map_.type.key)], map_.type.value)
    return x.Lookup(map_, key, map_.type.value)


def place_in(value: x.Expr) -> x.Expr:
    """The index of this value in its enumeration: 1 for the first."""
    assert isinstance(value.type, Enum), "other types have no such order"
    n = size(value.type)
    table = x.Const(tuple(range(1, n + 1)), Map(value.type, Int(1, n)), f"number {value.type.name}")
    return lookup(table, value)


def empty_set(element: Scalar) -> x.Const:
    return x.Const(0, Set(element))


def set_of(items: Sequence[x.Expr], type_: Set) -> x.Expr:
    mask = 0
    for item in items:
        if not isinstance(item, x.Const) or not isinstance(item.value, int):
            return x.SetOf(tuple(items), type_)
        mask |= 1 << item.value - lowest(type_.element)
    return x.Const(mask, type_)


def combine(
    op: Literal["union", "intersection", "difference"], left: x.Expr, right: x.Expr
) -> x.Expr:
    assert isinstance(left.type, Set)
    if isinstance(left, x.Const) and isinstance(right, x.Const):
        a, b = left.value, right.value
        assert isinstance(a, int)
        assert isinstance(b, int)
        mask = {"union": a | b, "intersection": a & b, "difference": a & ~b}[op]
        return x.Const(mask, left.type)
    return x.Combine(op, left, right, left.type)


def quantifier(
    kind: Literal["all", "some", "count", "sum", "min", "max"],
    var: x.Local,
    over: x.Expr,
    where: x.Expr | None,
    body: x.Expr | None,
    type_: Bool | Int | Option,
) -> x.Expr:
    """A fold; constants in the condition and over the empty set disappear."""
    nothing = isinstance(over, x.Const) and over.value == 0
    if isinstance(where, x.Const):
        nothing, where = nothing or not where.value, None
    if nothing:
        match kind:
            case "all":
                return x.YES
            case "some":
                return x.NO
            case "count" | "sum":
                return number(0)
            case _:
                assert isinstance(type_, Option)
                return x.Const(none_of(type_), type_)
    if (kind == "all" and body == x.YES) or (kind == "some" and body == x.NO):
        return truth(kind == "all")
    return x.Quantifier(kind, var, over, where, body, type_)
