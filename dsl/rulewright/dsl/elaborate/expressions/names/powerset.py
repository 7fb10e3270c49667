"""``subsets(S)``: all sets of elements of a set."""

from __future__ import annotations

from ....ir import code as x
from ....ir import fold
from ....ir.types import Set, scalar_values, size
from ....syntax import expressions as e
from ...symbols.scope import Scope
from ..elaborator import ExpressionElaborator
from .lets import given


def all_subsets(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    """``subsets(S)``: every set of elements of S, including the empty one and S itself."""
    value = expressions.present(expressions.elaborate(node.args[0], scope), scope)
    value = expressions.as_set(value, node.args[0].span)
    assert isinstance(value.type, Set)
    t = expressions.types.subsets(value.type.element, node.span)
    if isinstance(value, x.Const) and isinstance(value.value, int):
        inside = (v for v in range(size(t)) if v & value.value == v)
        return x.Const(sum(1 << v for v in inside), Set(t))
    things = [x.Const(v, value.type.element) for v in reversed(scalar_values(value.type.element))]

    def body(values: tuple[x.Expr, ...]) -> x.Expr:
        part = expressions.local("s", t)
        each = zip((name for name, _ in t.fields), things, strict=True)
        inside = [
            fold.or_([fold.not_(fold.field(part, name)), fold.in_(thing, values[0])])
            for name, thing in each
        ]
        return x.Filter(part, x.every(t), fold.and_(inside), Set(t))

    return given(expressions, "subsets", (value,), body)
