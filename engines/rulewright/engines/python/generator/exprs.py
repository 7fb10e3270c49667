"""Expressions of the IR as expressions of Python: one function for each kind without a loop."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.fold import compare as folded
from rulewright.dsl.ir.types import (
    Bool,
    Enum,
    Int,
    List,
    Map,
    Option,
    Record,
    Scalar,
    Set,
    Type,
    bounds,
    lowest,
    none_of,
    size,
    strides,
)

from .builder import ExprKind, PythonEmitContext
from .text.code import (
    AND,
    ATOM,
    BIT_AND,
    BIT_OR,
    COMPARE,
    NOT,
    OR,
    PRODUCT,
    SHIFT,
    SUM,
    TERNARY,
    UNARY,
    PythonExpression,
    binary,
    call,
    literal,
    minus,
)

ZERO = PythonExpression("0")


def test(e: x.Expr, s: PythonEmitContext) -> PythonExpression:
    """``e`` where only its truth matters: in a condition."""
    match e:
        case x.And(args):
            return _joined("and", AND, args, s)
        case x.Or(args):
            return _joined("or", OR, args, s)
        case x.Not(arg):
            return PythonExpression(f"not {test(arg, s).at(NOT)}", NOT)
        case x.In() if _certain(e):
            return _bit(e, s)
        case _:
            return s.code(e)


def element_type(t: Type) -> Scalar:
    """The type of the elements of a set or list."""
    assert isinstance(t, Set | List)
    return t.element


def scalar(t: Type) -> Scalar:
    """``t``, which is a scalar type."""
    assert isinstance(t, Bool | Int | Enum | Option | Record)
    return t


def counted(e: x.Expr, t: Scalar, s: PythonEmitContext) -> PythonExpression:
    """The ordinal of the scalar ``e`` as a value of ``t``."""
    return minus(s.code(e), lowest(t))


def _joined(
    word: str, level: int, args: tuple[x.Expr, ...], s: PythonEmitContext
) -> PythonExpression:
    parts = [test(arg, s) for arg in args]
    if not parts:
        return PythonExpression(str(word == "and"))
    if len(parts) == 1:
        return parts[0]
    return PythonExpression(f" {word} ".join(p.at(level + 1) for p in parts), level)


def _const(e: x.Const, s: PythonEmitContext) -> PythonExpression:
    return s.module.constants.value(e)


def _local(e: x.Local, s: PythonEmitContext) -> PythonExpression:
    return s.locals[e.name]


def _var(e: x.Var, s: PythonEmitContext) -> PythonExpression:
    return PythonExpression(s.variable(e.name))


def _call(e: x.Call, s: PythonEmitContext) -> PythonExpression:
    body = s.module.bodies[e.function]
    if isinstance(body, x.Const):
        return s.code(body)
    variables = [PythonExpression(s.variable(v)) for v in s.module.parameters[e.function]]
    return call(s.module.functions[e.function], *variables, *(s.code(a) for a in e.args))


def _not(e: x.Not, s: PythonEmitContext) -> PythonExpression:
    return test(e, s)


def _both(e: x.And | x.Or, s: PythonEmitContext) -> PythonExpression:
    word, level = ("and", AND) if isinstance(e, x.And) else ("or", OR)
    parts = [s.code(arg) for arg in e.args]
    if len(parts) < 2:
        return parts[0] if parts else PythonExpression(str(word == "and"))
    return PythonExpression(f" {word} ".join(p.at(level + 1) for p in parts), level)


def _compare(e: x.Compare, s: PythonEmitContext) -> PythonExpression:
    if isinstance(e.left, x.Const) and isinstance(e.right, x.Const):
        constant = folded(e.op, e.left, e.right)
        if isinstance(constant, x.Const):
            return s.code(constant)
    left, right = s.code(e.left), s.code(e.right)
    if isinstance(e.left.type, Set) and e.op == "<=":
        outside = binary(left, "&", PythonExpression(f"~{right.at(UNARY)}", UNARY), BIT_AND)
        return binary(outside, "==", ZERO, COMPARE)
    # Comparisons chain in Python: an operand that is one must be in parentheses.
    first, operator, second = left.at(COMPARE + 1), str(e.op), right.at(COMPARE + 1)
    if isinstance(e.left, x.Const):  # as a person writes it, the constant last
        first, operator, second = second, _MIRRORED[operator], first
    opposite = f"{first} {_OPPOSITE[operator]} {second}"
    return PythonExpression(f"{first} {operator} {second}", COMPARE, opposite)


_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">="}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


_ARITHMETIC = {
    "+": ("+", SUM),
    "-": ("-", SUM),
    "*": ("*", PRODUCT),
    "div": ("//", PRODUCT),
    "mod": ("%", PRODUCT),
}


def _arith(e: x.Arith, s: PythonEmitContext) -> PythonExpression:
    operator, level = _ARITHMETIC[e.op]
    return binary(s.code(e.left), operator, s.code(e.right), level)


def _if(e: x.If, s: PythonEmitContext) -> PythonExpression:
    then, otherwise = s.code(e.then), s.code(e.otherwise)
    condition = test(e.condition, s).at(OR)
    return PythonExpression(f"{then.at(OR)} if {condition} else {otherwise.text}", TERNARY)


def _set_of(e: x.SetOf, s: PythonEmitContext) -> PythonExpression:
    fixed, parts = 0, []
    for item in e.items:
        bit = counted(item, e.type.element, s)
        if bit.text.isdigit():
            fixed |= 1 << int(bit.text)
        else:
            parts.append(PythonExpression(f"1 << {bit.at(SHIFT + 1)}", SHIFT))
    if fixed or not parts:
        parts.append(s.module.constants.value(x.Const(fixed, e.type)))
    return (
        parts[0]
        if len(parts) == 1
        else PythonExpression(" | ".join(p.at(BIT_AND) for p in parts), BIT_OR)
    )


def _combine(e: x.Combine, s: PythonEmitContext) -> PythonExpression:
    left, right = s.code(e.left), s.code(e.right)
    match e.op:
        case "union":
            return binary(left, "|", right, BIT_OR)
        case "intersection":
            return binary(left, "&", right, BIT_AND)
        case "difference":
            return binary(left, "&", PythonExpression(f"~{right.at(UNARY)}", UNARY), BIT_AND)


def _certain(e: x.In) -> bool:
    """Whether the element's type begins no lower than that of the set's elements."""
    return lowest(scalar(e.element.type)) >= lowest(element_type(e.set.type))


def _bit(e: x.In, s: PythonEmitContext) -> PythonExpression:
    bit = counted(e.element, element_type(e.set.type), s)
    shifted = PythonExpression(f"{s.code(e.set).at(SHIFT)} >> {bit.at(SHIFT + 1)}", SHIFT)
    return binary(shifted, "&", PythonExpression("1"), BIT_AND)


def _in(e: x.In, s: PythonEmitContext) -> PythonExpression:
    if _certain(e):
        return binary(_bit(e, s), "!=", ZERO, COMPARE)
    return call("member", counted(e.element, element_type(e.set.type), s), s.code(e.set))


def _size(e: x.Size, s: PythonEmitContext) -> PythonExpression:
    of = s.code(e.of)
    if isinstance(e.of.type, Set):
        if re.fullmatch(r"0x[0-9a-f]+|[0-9]+", of.text):
            return literal(int(of.text, 0).bit_count())
        return PythonExpression(f"{of.at(ATOM)}.bit_count()")
    return call("len", of)


def _lookup(e: x.Lookup, s: PythonEmitContext) -> PythonExpression:
    assert isinstance(e.map.type, Map)
    key = counted(e.key, e.map.type.key, s)
    return PythonExpression(f"{s.code(e.map).at(ATOM)}[{key.text}]")


def _permute(e: x.Permute, s: PythonEmitContext) -> PythonExpression:
    assert isinstance(e.by.type, Map)
    i = s.names.fresh("i")
    index = minus(PythonExpression(i), lowest(e.type.key)).text
    return PythonExpression(
        f"tuple([{s.code(e.map).at(ATOM)}[{index}] for {i} in {s.code(e.by).at(OR)}])"
    )


def _reach(e: x.Reach, s: PythonEmitContext) -> PythonExpression:
    return call(
        "reach",
        counted(e.start, e.type.element, s),
        s.code(e.within),
        s.code(e.neighbours),
    )


def _distance(e: x.Distance, s: PythonEmitContext) -> PythonExpression:
    t = element_type(e.within.type)
    ends = (counted(e.source, t, s), counted(e.target, t, s))
    return call("distance", *ends, s.code(e.within), s.code(e.neighbours), literal(none_of(e.type)))


def _list_of(e: x.ListOf, s: PythonEmitContext) -> PythonExpression:
    items = [s.code(item).text for item in e.items]
    return PythonExpression(f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})")


def _concat(e: x.Concat, s: PythonEmitContext) -> PythonExpression:
    return binary(s.code(e.left), "+", s.code(e.right), SUM)


def _item(e: x.Item, s: PythonEmitContext) -> PythonExpression:
    row, index = s.code(e.list), s.code(e.index)
    missing = literal(none_of(e.type))
    if row.repeatable and index.text == "0":
        place = "-1" if e.back else "0"
        return PythonExpression(f"{row.text}[{place}] if {row.text} else {missing.text}", TERNARY)
    return call("item_back" if e.back else "item", row, index, missing)


def _slice(e: x.Slice, s: PythonEmitContext) -> PythonExpression:
    start, stop = _not_negative(e.start, s), _not_negative(e.stop, s)
    return PythonExpression(f"{s.code(e.list).at(ATOM)}[{'' if start == '0' else start}:{stop}]")


def _not_negative(e: x.Expr, s: PythonEmitContext) -> str:
    text = s.code(e).text
    return text if lowest(scalar(e.type)) >= 0 else f"max(0, {text})"


def _make(e: x.Make, s: PythonEmitContext) -> PythonExpression:
    parts = zip(e.type.fields, strides(e.type), e.fields, strict=True)
    fixed, terms = 0, []
    for (_, t), step, value in parts:
        term = counted(value, t, s)
        if term.text.isdigit():
            fixed += int(term.text) * step
        else:
            terms.append(term if step == 1 else binary(term, "*", literal(step), PRODUCT))
    if fixed or not terms:
        terms.append(literal(fixed))
    # A lone Bool field is itself an integer, but arithmetic must not turn into a Bool again.
    return (
        terms[0]
        if len(terms) == 1
        else PythonExpression(" + ".join(t.at(PRODUCT) for t in terms), SUM)
    )


def _field(e: x.Field, s: PythonEmitContext) -> PythonExpression:
    assert isinstance(e.record.type, Record)
    fields = e.record.type.fields
    i = [name for name, _ in fields].index(e.name)
    found, step, t = s.code(e.record), strides(e.record.type)[i], fields[i][1]
    if step > 1:
        found = binary(found, "//", literal(step), PRODUCT)
    if i > 0:
        found = binary(found, "%", literal(size(t)), PRODUCT)
    if isinstance(t, Bool):
        return binary(found, "==", PythonExpression("1"), COMPARE)
    return minus(found, -lowest(t))


def _convert(e: x.Convert, s: PythonEmitContext) -> PythonExpression:
    return s.code(e.arg)


def _unwrap(e: x.Unwrap, s: PythonEmitContext) -> PythonExpression:
    assert isinstance(e.arg.type, Option)
    value, none = s.code(e.arg), none_of(e.arg.type)
    if isinstance(e.type, Bool):
        return binary(value, "==", PythonExpression("1"), COMPARE)
    lo = bounds(e.type)[0]
    if value.repeatable:
        return PythonExpression(f"{value.text} if {value.text} != {none} else {lo}", TERNARY)
    return call("known", value, literal(none), literal(lo))


def _at(e: x.At, s: PythonEmitContext) -> PythonExpression:
    if len(e.nodes) == 1:
        return PythonExpression(f"node == {e.nodes[0]}", COMPARE)
    return PythonExpression(
        f"node in {s.module.constants.value(x.Const(e.nodes, _NODES)).text}", COMPARE
    )


_NODES = List(Int(0, 0), 0)

KINDS: Mapping[type, ExprKind] = {
    x.Const: _const,
    x.Local: _local,
    x.Var: _var,
    x.Call: _call,
    x.Not: _not,
    x.And: _both,
    x.Or: _both,
    x.Compare: _compare,
    x.Arith: _arith,
    x.If: _if,
    x.SetOf: _set_of,
    x.Combine: _combine,
    x.In: _in,
    x.Size: _size,
    x.Lookup: _lookup,
    x.Permute: _permute,
    x.Reach: _reach,
    x.Distance: _distance,
    x.ListOf: _list_of,
    x.Concat: _concat,
    x.Item: _item,
    x.Slice: _slice,
    x.Make: _make,
    x.Field: _field,
    x.Convert: _convert,
    x.Unwrap: _unwrap,
    x.At: _at,
}
"""All kinds but those that need a loop or statements."""
