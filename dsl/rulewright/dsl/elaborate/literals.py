"""Sets and lists, written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import expr as x
from ..ir import fold
from ..ir.types import (
    List,
    Scalar,
    Set,
    Type,
    is_scalar,
)  # fmt: skip
from ..syntax import expressions as e
from .coerce import NOBODY, describe, join
from .scope import Scope

if TYPE_CHECKING:
    from .expressions import Expressions


def set_literal(
    expressions: Expressions, items: tuple[e.Expression, ...], scope: Scope, wanted: Type | None
) -> x.Expr:
    element = wanted.element if isinstance(wanted, Set) else None
    values, t = _items(expressions, items, scope, element)
    if t is None:
        return fold.empty_set(NOBODY)
    return fold.set_of(values, Set(t))


def list_literal(
    expressions: Expressions, items: tuple[e.Expression, ...], scope: Scope, wanted: Type | None
) -> x.Expr:
    element = wanted.element if isinstance(wanted, List) else None
    values, t = _items(expressions, items, scope, element)
    if t is None:
        return x.Const((), List(NOBODY, 0))
    if all(isinstance(v, x.Const) for v in values):
        constants = tuple(v.value for v in values if isinstance(v, x.Const))
        return x.Const(constants, List(t, len(values)))
    return x.ListOf(tuple(values), List(t, len(values)))


def _items(
    expressions: Expressions, items: tuple[e.Expression, ...], scope: Scope, element: Scalar | None
) -> tuple[list[x.Expr], Scalar | None]:
    values = [expressions.present(expressions.elaborate(i, scope, element), scope) for i in items]
    t: Type | None = element
    for item, value in zip(items, values, strict=True):
        if not is_scalar(value.type):
            text = f"{describe(value.type)} cannot be an element"
            expressions.report.fail(item.span, text)
        if element is None:
            t = value.type if t is None else join(t, value.type)
            if t is None:
                expressions.report.fail(
                    item.span, "this element has another type than the ones before"
                )
    if t is None:
        return [], None
    fitted = [expressions.fit(v, t, scope, i.span) for i, v in zip(items, values, strict=True)]
    return fitted, t  # type: ignore[return-value]
