"""Comparisons: equality, order, membership."""

from __future__ import annotations

from typing import Literal

from ....ir import code as x
from ....ir import fold
from ....ir.types import Bool, Int, List, Option, Set, members, none_of
from ....span import Span
from ....syntax import expressions as e
from ...symbols.scope import Scope
from ..coercions import MAY_BE_NONE, NOBODY, NONE, TypeMismatch, convert, describe, join
from ..elaborator import ExpressionElaborator
from ..names import references
from .operators import interval_ends


def comparison(expressions: ExpressionElaborator, node: e.Comparison, scope: Scope) -> x.Expr:
    op = node.op
    if op in {"in", "not in"}:
        inside = _membership(expressions, node, scope)
        return fold.not_(inside) if op == "not in" else inside
    if references.is_label(expressions, node.left, scope):
        right = expressions.elaborate(node.right, scope)
        left = expressions.elaborate(node.left, scope, right.type)
    else:
        left = expressions.elaborate(node.left, scope)
        right = expressions.elaborate(node.right, scope, left.type)
    if op in {"=", "is", "!=", "is not"}:
        return equal(expressions, left, right, scope, node.span, op in {"!=", "is not"})
    for side, value in ((node.left, left), (node.right, right)):
        if isinstance(expressions.present(value, scope).type, Option) and value != NONE:
            hint = "say so before: … is not none and …"
            expressions.report.fail("E202", side.span, MAY_BE_NONE, hint)
    if op in {">", ">="}:
        left, right = right, left
    return _ordered(expressions, "<" if op in {"<", ">"} else "<=", left, right, scope, node.span)


def equal(
    expressions: ExpressionElaborator,
    a: x.Expr,
    b: x.Expr,
    scope: Scope,
    span: Span,
    negate: bool = False,
) -> x.Expr:
    """Equality of two values whose types have values in common."""
    result = _equal(expressions, a, b, scope, span)
    if not negate:
        return result
    if isinstance(result, x.Compare) and result.op == "==":
        return fold.compare("!=", result.left, result.right)
    return fold.not_(result)


def _equal(
    expressions: ExpressionElaborator, a: x.Expr, b: x.Expr, scope: Scope, span: Span
) -> x.Expr:
    if isinstance(a.type, Set) != isinstance(b.type, Set):
        a, b = expressions.present(a, scope), expressions.present(b, scope)
    _refuse_number_and_set(expressions, a, b, span)
    sets = [isinstance(v.type, Set) or members(v.type) is not None for v in (a, b)]
    if isinstance(a.type, Set) != isinstance(b.type, Set) or (all(sets) and a.type != b.type):
        a, b = expressions.as_set(a, span), expressions.as_set(b, span)
    if isinstance(a.type, Int) and isinstance(b.type, Int):
        return fold.compare("==", a, b)
    # An option and a value are compared as they are; what is known counts if their types differ.
    for known in (frozenset[x.Expr](), scope.present):
        for left, right in ((a, b), (b, a)):
            result = convert(left, right.type, known)
            if not isinstance(result, TypeMismatch):
                return fold.compare("==", result, right)
    for left, right in ((a, b), (b, a)):
        match left.type, right.type:
            case Option(Int()), Int():
                there = fold.compare("!=", left, x.Const(none_of(left.type), left.type))
                return fold.and_([there, fold.compare("==", fold.unwrap(left), right)])
    t = join(a.type, b.type)
    if t is None:
        text = f"{describe(a.type)} can never be {describe(b.type)}"
        expressions.report.fail("E204", span, text)
    return fold.compare(
        "==", expressions.fit(a, t, scope, span), expressions.fit(b, t, scope, span)
    )


def _refuse_number_and_set(
    expressions: ExpressionElaborator, a: x.Expr, b: x.Expr, span: Span
) -> None:
    """A set compared with a number, where most often how many are in it is meant."""
    for left, right in ((a, b), (b, a)):
        if isinstance(left.type, Set) and isinstance(right.type, Int):
            text = f"{describe(left.type)} cannot be compared with {describe(right.type)}"
            expressions.report.fail("E201", span, text, "how many are in it: size(…)")


def _ordered(
    expressions: ExpressionElaborator,
    op: Literal["<", "<="],
    a: x.Expr,
    b: x.Expr,
    scope: Scope,
    span: Span,
) -> x.Expr:
    a, b = expressions.present(a, scope), expressions.present(b, scope)
    if isinstance(a.type, Int) and isinstance(b.type, Int):
        return fold.compare(op, a, b)
    if expressions.world.has_order(a.type) and expressions.world.has_order(b.type):
        t = join(a.type, b.type)
        if t is not None:
            a, b = expressions.fit(a, t, scope, span), expressions.fit(b, t, scope, span)
            return fold.compare(op, a, b)
    _refuse_number_and_set(expressions, a, b, span)
    if any(isinstance(v.type, Set) or members(v.type) is not None for v in (a, b)):
        a, b = expressions.as_set(a, span), expressions.as_set(b, span)
        t = join(a.type, b.type)
        if t is not None:
            a, b = expressions.fit(a, t, scope, span), expressions.fit(b, t, scope, span)
            part = fold.compare("<=", a, b)
            if op == "<=":
                return part
            return fold.and_([part, fold.compare("!=", a, b)])
    text = f"{describe(a.type)} and {describe(b.type)} have no order"
    expressions.report.fail("E205", span, text)


def _is_one(
    expressions: ExpressionElaborator, left: e.Expression, item: e.Expression, scope: Scope
) -> x.Expr:
    """``left in {item}``."""
    return comparison(expressions, e.Comparison("is", left, item, span=item.span), scope)


def _membership(expressions: ExpressionElaborator, node: e.Comparison, scope: Scope) -> x.Expr:
    if isinstance(node.right, e.Interval):
        lo, hi = interval_ends(expressions, node.right.lo, node.right.hi, scope)
        if isinstance(lo.type, Int):
            element = expressions.integer(node.left, scope)
        else:
            element = expressions.of_type(node.left, scope, lo.type)
        return fold.and_([fold.compare("<=", lo, element), fold.compare("<=", element, hi)])
    if isinstance(node.right, e.SetLiteral):
        return fold.or_([_is_one(expressions, node.left, item, scope) for item in node.right.items])
    inside = expressions.present(expressions.elaborate(node.right, scope), scope)
    if isinstance(inside.type, List):
        return _is_item(expressions, node, inside, scope)
    set_ = expressions.as_set(inside, node.right.span)
    assert isinstance(set_.type, Set)
    expected = set_.type.element
    if expected == NOBODY:
        return x.NO
    element = expressions.elaborate(node.left, scope, expected)
    if (
        isinstance(element.type, Option)
        and not isinstance(expected, Option)
        and element not in scope.present
    ):
        there = fold.compare("!=", element, x.Const(none_of(element.type), element.type))
        inner = expressions.fit(fold.unwrap(element), expected, scope, node.left.span)
        return fold.and_([there, fold.in_(inner, set_)])
    if isinstance(element.type, Int) and isinstance(expected, Int):
        return _number_in(expressions, element, set_, expected)
    return fold.in_(expressions.fit(element, expected, scope, node.left.span), set_)


def _is_item(
    expressions: ExpressionElaborator, node: e.Comparison, items: x.Expr, scope: Scope
) -> x.Expr:
    """Whether some item of a list is this."""
    assert isinstance(items.type, List)
    if items.type.element == NOBODY:
        return x.NO
    value = expressions.elaborate(node.left, scope, items.type.element)
    family = expressions.items_of(items)
    position = expressions.element_of(family, "i")
    same = equal(expressions, family.bound(position), value, scope, node.span)
    return fold.quantifier("some", position, family.over, None, same, Bool())


def _number_in(
    expressions: ExpressionElaborator, number: x.Expr, set_: x.Expr, expected: Int
) -> x.Expr:
    """Whether a number, perhaps outside the range of a set's elements, is one of them."""
    fitted = convert(number, expected, frozenset())
    if not isinstance(fitted, TypeMismatch):
        return fold.in_(fitted, set_)
    var = expressions.local("k", expected)
    return fold.quantifier("some", var, set_, None, fold.compare("==", var, number), Bool())
