"""Sets and lists, written out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...ir import code as x
from ...ir import fold
from ...ir.types import List, Scalar, Set, Type, is_scalar, members, scalar, size  # fmt: skip
from ...span import Span
from ...syntax import expressions as e
from ..symbols.scope import Domain, Scope
from .coercions import NOBODY, describe, join
from .elaborator import ExpressionElaborator
from .operators import operators
from .types import MAX_VALUES


def set_literal(
    expressions: ExpressionElaborator,
    items: tuple[e.Expression, ...],
    scope: Scope,
    expected: Type | None,
) -> x.Expr:
    element = expected.element if isinstance(expected, Set) else None
    if expected is not None and members(expected) is not None:
        element = members(expected)
    values, t = _items(expressions, items, scope, element)
    if t is None:
        return fold.empty_set(NOBODY)
    if size(t) > MAX_VALUES:
        text = f"elements of a set have at most {MAX_VALUES} values; these have {size(t)}"
        expressions.report.fail("E224", items[0].span, text)
    return fold.set_of(values, Set(t))


def list_literal(
    expressions: ExpressionElaborator,
    items: tuple[e.Expression, ...],
    scope: Scope,
    expected: Type | None,
) -> x.Expr:
    element = expected.element if isinstance(expected, List) else None
    values, t = _items(expressions, items, scope, element)
    if t is None:
        return x.Const((), List(NOBODY, 0))
    if all(isinstance(v, x.Const) for v in values):
        constants = tuple(v.value for v in values if isinstance(v, x.Const))
        return x.Const(constants, List(t, len(values)))
    return x.ListOf(tuple(values), List(t, len(values)))


def list_of(expressions: ExpressionElaborator, node: e.ListComprehension, scope: Scope) -> x.Expr:
    """``[E for x in L if C]``: a value for each item of a list that satisfies the condition."""
    family = expressions.family(node.over, scope)
    if not family.is_list:
        expressions.report.fail("E201", node.over.span, "expected a list, found a set")
    if node.condition is not None:
        var = expressions.element_of(family, node.name.text)
        where = expressions.truth(node.condition, scope.bind(node.name, family.bound(var)))
        family = replace(family, over=x.Filter(var, family.over, where, Set(family.element)))

    def body(position: x.Expr) -> x.Expr:
        inner = scope.bind(node.name, family.bound(position))
        value = expressions.elaborate(node.body, inner)
        if not is_scalar(value.type):
            text = f"{describe(value.type)} cannot be an element"
            expressions.report.fail("E211", node.body.span, text)
        return value

    return gathered(expressions, family, body, node.span)


def gathered(
    expressions: ExpressionElaborator, family: Domain, item: Callable[[x.Expr], x.Expr], span: Span
) -> x.Expr:
    """The list of what ``item`` makes of each position in ``family.over``, in order."""
    assert family.within is not None
    assert isinstance(family.within.type, List)
    element = scalar(item(x.Const(0, family.element)).type)
    result: x.Expr = x.Const((), List(element, 0))
    for i in range(family.within.type.limit):
        position = x.Const(i, family.element)
        value = x.ListOf((item(position),), List(element, 1))
        nothing = x.Const((), List(element, 1))
        there = fold.in_(position, family.over)
        result = operators.concat(
            expressions, result, fold.if_(there, value, nothing, List(element, 1)), span
        )
    return result


def _items(
    expressions: ExpressionElaborator,
    items: tuple[e.Expression, ...],
    scope: Scope,
    element: Scalar | None,
) -> tuple[list[x.Expr], Scalar | None]:
    values = [expressions.present(expressions.elaborate(i, scope, element), scope) for i in items]
    t: Type | None = element
    for item, value in zip(items, values, strict=True):
        if not is_scalar(value.type) and not isinstance(value.type, Set):
            text = f"{describe(value.type)} cannot be an element"
            expressions.report.fail("E211", item.span, text)
        if element is None:
            t = value.type if t is None else join(t, value.type)
            if t is None:
                expressions.report.fail(
                    "E212", item.span, "this element has another type than the ones before"
                )
    if t is None:
        return [], None
    if isinstance(t, Set):
        t = expressions.types.subsets(t.element, items[0].span)
    fitted = [expressions.fit(v, t, scope, i.span) for i, v in zip(items, values, strict=True)]
    return fitted, scalar(t)
