"""One value or another, by a test."""

from __future__ import annotations

from ...ir import code as x
from ...ir import fold
from ...span import Span
from ..symbols.scope import Scope
from .coercions import describe, join
from .elaborator import ExpressionElaborator


def conditional(
    expressions: ExpressionElaborator, test: x.Expr, a: x.Expr, b: x.Expr, scope: Scope, span: Span
) -> x.Expr:
    """``a`` if the test holds, otherwise ``b``, both converted to the type that has room for them."""
    t = join(a.type, b.type)
    if t is None:
        text = f"one branch is {describe(a.type)}, the other {describe(b.type)}"
        expressions.report.fail("E206", span, text)
    return fold.if_(test, expressions.fit(a, t, scope, span), expressions.fit(b, t, scope, span), t)
