"""How each class of expressions is elaborated: the table that is passed to the elaborator."""

from __future__ import annotations

from ...ir import code as x
from ...ir import fold
from ...ir.types import Option, Record, Type
from ...syntax import expressions as e
from ..symbols.scope import Scope
from . import literals, matching, quantifiers, subsets
from .coercions import MAY_BE_NONE, NONE, describe
from .conditionals import conditional
from .elaborator import ExpressionElaborator, Leaves
from .names import earlier, lets, references, since
from .operators import comparisons, operators


def _no_text(
    expressions: ExpressionElaborator, node: e.Text, scope: Scope, expected: Type | None
) -> x.Expr:
    raise AssertionError("the grammar lets texts stand in boards alone")


def _field(
    expressions: ExpressionElaborator, node: e.FieldAccess, scope: Scope, expected: Type | None
) -> x.Expr:
    record = expressions.present(expressions.elaborate(node.base, scope), scope)
    if isinstance(record.type, Option) and isinstance(record.type.inner, Record):
        expressions.report.fail("E202", node.base.span, MAY_BE_NONE)
    name = node.name
    if not isinstance(record.type, Record) or record.type.of is not None:
        expressions.report.fail(
            "E109", name.span, f"{describe(record.type)} has no field {name.text}"
        )
    fields = dict(record.type.fields)
    if name.text not in fields:
        known = ", ".join(fields)
        expressions.report.fail(
            "E108", name.span, f"there is no field {name.text}; there is {known}"
        )
    expressions.report.use("field", name.text, name.span, record.type.name, fields[name.text])
    return fold.field(record, name.text)


def _conditional(
    expressions: ExpressionElaborator, node: e.Conditional, scope: Scope, expected: Type | None
) -> x.Expr:
    test = expressions.truth(node.condition, scope)
    if isinstance(test, x.Const):
        ways = node.then, node.otherwise
        live, dead = ways if test.value else reversed(ways)
        if expressions.no_part(dead, [node.condition], scope):
            inner = expressions.tested(node.condition, test, scope, bool(test.value))
            return expressions.elaborate(live, inner, expected)
    yes, no = (expressions.tested(node.condition, test, scope, holds) for holds in (True, False))
    a = expressions.elaborate(node.then, yes, expected)
    b = expressions.elaborate(node.otherwise, no, expected)
    if not isinstance(expected, Option):
        a, b = expressions.present(a, yes), expressions.present(b, no)
    return conditional(expressions, test, a, b, scope, node.span)


LEAVES = Leaves(
    {
        e.Reference: lambda ex, n, s, t: references.reference(ex, n, n.name, s, t),
        e.Application: lambda ex, n, s, t: references.application(ex, n, s),
        e.Those: lambda ex, n, s, t: quantifiers.those(ex, n, s),
        e.Extreme: lambda ex, n, s, t: quantifiers.extreme(ex, n, s),
        e.Number: lambda ex, n, s, t: fold.number(n.value),
        e.Truth: lambda ex, n, s, t: fold.truth(n.value),
        e.Nothing: lambda ex, n, s, t: NONE,
        e.Text: _no_text,
        e.Indexed: lambda ex, n, s, t: references.indexed(ex, n.base, n.keys, n.span, s),
        e.FieldAccess: _field,
        e.Negative: lambda ex, n, s, t: fold.arith("-", fold.number(0), ex.integer(n.arg, s)),
        e.Was: lambda ex, n, s, t: earlier.was(ex, n, s, t),
        e.Since: lambda ex, n, s, t: since.since(ex, n, s),
        e.Binary: lambda ex, n, s, t: operators.binary(ex, n.op, n.left, n.right, n.span, s, t),
        e.Interval: lambda ex, n, s, t: operators.interval(ex, n.lo, n.hi, s),
        e.Comparison: lambda ex, n, s, t: comparisons.comparison(ex, n, s),
        e.Logic: lambda ex, n, s, t: operators.logic(ex, n.op, n.args, s),
        e.Negation: lambda ex, n, s, t: fold.not_(ex.truth(n.arg, s)),
        e.Conditional: _conditional,
        e.Quantified: lambda ex, n, s, t: quantifiers.quantified(ex, n, s),
        e.Hypothetical: lambda ex, n, s, t: ex.hypothetical(n, s),
        e.SetLiteral: lambda ex, n, s, t: literals.set_literal(ex, n.items, s, t),
        e.ListLiteral: lambda ex, n, s, t: literals.list_literal(ex, n.items, s, t),
        e.ListComprehension: lambda ex, n, s, t: literals.list_of(ex, n, s),
        e.MatchExpression: lambda ex, n, s, t: matching.match_(ex, n, s, t),
        e.LetIn: lambda ex, n, s, t: lets.let_in(
            ex, n.name, ex.meaning(n.value, s, None), n.body, s, t
        ),
    },
    literals.gathered,
    subsets.packed,
    subsets.unpacked,
)
