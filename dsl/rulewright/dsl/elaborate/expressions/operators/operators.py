"""Arithmetic, set and list operators, ranges, and, or."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ....ir import code as x
from ....ir import fold
from ....ir.types import Enum, Int, List, Set, Type, is_scalar, members, size
from ....span import Span
from ....syntax import expressions as e
from ...symbols.scope import Scope
from ..coercions import NOBODY, describe, join
from ..elaborator import ExpressionElaborator
from ..types import MAX_VALUES
from . import division

_SET_OPERATORS: Mapping[str, Literal["union", "difference", "intersection"]] = {
    "+": "union", "-": "difference", "&": "intersection",
}  # fmt: skip

MOST_WORKED_OUT = 10**18 // 4096
"""Greater numbers might not fit into 64 bits when they are added up."""


def binary(expressions: ExpressionElaborator, op: Literal["+", "-", "++", "*", "&", "div", "mod"], left: e.Expression, right: e.Expression, span: Span, scope: Scope,
    expected: Type | None,
) -> x.Expr:  # fmt: skip
    a = expressions.present(expressions.elaborate(left, scope, expected), scope)
    if op == "++":
        if isinstance(a.type, List) and members(a.type.element) is not None:
            expected = expected or a.type
        return concat(expressions, a, expressions.elaborate(right, scope, expected), span)
    if op in {"*", "div", "mod"} or isinstance(a.type, Int):
        b = expressions.integer(right, scope)
        if not isinstance(a.type, Int):
            expressions.wrong("a number", a, left.span)
        assert isinstance(b.type, Int)
        if op == "div" or op == "mod":
            return division.divided(expressions, op, a, b, right.span, scope)
        if op == "&":
            expressions.report.fail("E201", left.span, f"expected a set, found {describe(a.type)}")
        found = fold.arith(op, a, b)
        assert isinstance(found.type, Int)
        if max(-found.type.lo, found.type.hi) > MOST_WORKED_OUT:
            text = f"this may come to {found.type.lo}..{found.type.hi}, which is too much"
            expressions.report.fail("E232", span, text)
        return found
    a = expressions.as_set(a, left.span)
    like_it = None if a.type == Set(NOBODY) else a.type
    b = expressions.present(expressions.elaborate(right, scope, like_it), scope)
    b = _operand_set(expressions, b, a, scope, right.span)
    t = join(a.type, b.type)
    if t is None:
        expressions.report.fail(
            "E207", span, f"{describe(a.type)} and {describe(b.type)} do not go together"
        )
    a, b = expressions.fit(a, t, scope, left.span), expressions.fit(b, t, scope, right.span)
    return fold.combine(_SET_OPERATORS[op], a, b)


def _operand_set(
    expressions: ExpressionElaborator, value: x.Expr, other: x.Expr, scope: Scope, span: Span
) -> x.Expr:
    """The right operand of a set operator: a set, or one element of the left one's kind."""
    assert isinstance(other.type, Set)
    if isinstance(value.type, Set) or not is_scalar(value.type):
        return value
    if members(value.type) is not None:
        return expressions.as_set(value, span)
    if expressions.world.group(value.type) and other.type.element != value.type:
        return expressions.as_set(value, span)
    element = other.type.element
    if element == NOBODY:
        return fold.set_of([value], Set(value.type))
    return fold.set_of([expressions.fit(value, element, scope, span)], other.type)


def concat(expressions: ExpressionElaborator, a: x.Expr, b: x.Expr, span: Span) -> x.Expr:
    """One list after the other."""
    t = join(a.type, b.type)
    if not (isinstance(a.type, List) and isinstance(b.type, List) and isinstance(t, List)):
        text = f"++ joins two lists, not {describe(a.type)} and {describe(b.type)}"
        one = (
            "a list of one is [x]; " if isinstance(a.type, List) or isinstance(b.type, List) else ""
        )
        hint = f"{one}sets are joined by '+'"
        expressions.report.fail("E208", span, text, hint)
    return x.Concat(a, b, List(t.element, a.type.limit + b.type.limit))


def interval(
    expressions: ExpressionElaborator, lo: e.Expression, hi: e.Expression, scope: Scope
) -> x.Expr:
    if isinstance(lo, e.Number) or isinstance(hi, e.Number):
        ends = (end.name for end in (lo, hi) if isinstance(end, e.Reference))
        expressions.report.numbers.update(ends)
    a, b = interval_ends(expressions, lo, hi, scope)
    if not isinstance(a.type, Int) or not isinstance(b.type, Int):
        return _between(expressions, a, b)
    whole = Int(a.type.lo, max(b.type.hi, a.type.lo - 1))
    if size(whole) > MAX_VALUES:
        text = f"this range has {size(whole)} numbers; at most {MAX_VALUES} are allowed"
        expressions.report.fail("E225", lo.span, text)
    if isinstance(a, x.Const) and isinstance(b, x.Const):
        return x.every(whole)
    if size(whole) == 0:
        return fold.empty_set(whole)
    var = expressions.local("n", whole)
    inside = fold.and_([fold.compare("<=", a, var), fold.compare("<=", var, b)])
    return x.Filter(var, x.every(whole), inside, Set(whole))


def interval_ends(
    expressions: ExpressionElaborator, lo: e.Expression, hi: e.Expression, scope: Scope
) -> tuple[x.Expr, x.Expr]:
    """The ends of a range: numbers, or values of one enumeration that has an order."""
    first = expressions.present(expressions.elaborate(lo, scope), scope)
    if expressions.world.has_order(first.type):
        return first, expressions.of_type(hi, scope, first.type)
    return expressions.as_integer(first, lo), expressions.integer(hi, scope)


def _between(expressions: ExpressionElaborator, a: x.Expr, b: x.Expr) -> x.Expr:
    """The values of an enumeration from one to another, both included."""
    assert isinstance(a.type, Enum)
    if isinstance(a, x.Const) and isinstance(b, x.Const):
        assert isinstance(a.value, int)
        assert isinstance(b.value, int)
        return x.Const(sum(1 << k for k in range(a.value, b.value + 1)), Set(a.type))
    var = expressions.local("n", a.type)
    inside = fold.and_([fold.compare("<=", a, var), fold.compare("<=", var, b)])
    return x.Filter(var, x.every(a.type), inside, Set(a.type))


def logic(
    expressions: ExpressionElaborator, op: str, args: tuple[e.Expression, ...], scope: Scope
) -> x.Expr:
    done: list[x.Expr] = []
    for place, arg in enumerate(args):
        decided = any(isinstance(d, x.Const) and bool(d.value) == (op == "or") for d in done)
        if decided and expressions.no_part(arg, args[:place], scope):
            continue
        value = expressions.truth(arg, scope)
        done.append(value)
        scope = expressions.tested(arg, value, scope, op == "and")
    return fold.and_(done) if op == "and" else fold.or_(done)
