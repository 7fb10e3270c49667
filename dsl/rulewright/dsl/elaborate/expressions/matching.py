"""``match`` and ``if`` as expressions, and what the cases of a match must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ir import code as x
from ...ir import fold
from ...ir.types import Int, Type, bounds, is_scalar, show_value  # fmt: skip
from ...span import Span
from ...syntax import expressions as e
from ..symbols.report import Attempts
from ..symbols.scope import Scope
from .coercions import TypeMismatch, convert, describe
from .conditionals import conditional
from .elaborator import ExpressionElaborator
from .operators import comparisons


def match_(
    expressions: ExpressionElaborator, node: e.MatchExpression, scope: Scope, expected: Type | None
) -> x.Expr:
    rows = _Rows(table=_is_table(node) and expected is not None)
    subject = expressions.elaborate(node.subject, scope)
    seen: list[x.Const] = []
    arms: list[tuple[x.Expr, x.Expr]] = []
    for case in node.cases:
        values: list[x.Const] = []
        for written in case.patterns:
            with rows.each():
                values.append(pattern(expressions, written, subject, seen, scope))
        test = fold.or_(
            [comparisons.equal(expressions, subject, v, scope, case.span) for v in values]
        )
        if test == x.NO and expressions.no_part(case.body, [node.subject], scope):
            continue
        with rows.each():
            value = rows.value(expressions, case.body, scope.assume(test), expected)
            arms.append((test, value))
        scope = scope.assume(fold.not_(test))
    if rows.table or not rows.wrong:
        with rows.each():
            exhaustive(expressions, subject, seen, node.otherwise is not None, node.subject.span)
    last, decided = node.otherwise, any(test == x.YES for test, _ in arms)
    if last is None or (decided and expressions.no_part(last, [node.subject], scope)):
        rows.right()
        result = arms.pop()[1]
    else:
        with rows.each():
            result = rows.value(expressions, last, scope, expected)
        rows.right()
    for test, value in reversed(arms):
        result = conditional(expressions, test, value, result, scope, node.span)
    return result


def _is_table(node: e.MatchExpression) -> bool:
    """Whether this is the body of a table of values: what it is of has no name in the text."""
    return isinstance(node.subject, e.Reference) and not node.subject.name


@dataclass(slots=True)
class _Rows(Attempts):
    """The cases of a match; in a ``table`` each is a row."""

    table: bool = False

    def value(
        self, expressions: ExpressionElaborator, body: e.Expression, scope: Scope,
        expected: Type | None,
    ) -> x.Expr:  # fmt: skip
        """What a case gives; that of a row fits where it stands."""
        value = expressions.elaborate(body, scope, expected)
        if self.table and expected is not None:
            result = e.result_of(body)
            expressions.fit(value, expected, scope, result.span, result)
        return value


def pattern(
    expressions: ExpressionElaborator,
    node: e.Expression,
    subject: x.Expr,
    seen: list[x.Const],
    scope: Scope,
) -> x.Const:
    """A constant that a case of a match names; ``seen`` collects them and finds doubles."""
    value = expressions.elaborate(node, scope, subject.type)
    fitted = convert(value, subject.type, frozenset())
    if isinstance(fitted, TypeMismatch) and not isinstance(subject.type, Int):
        expressions.report.fail(fitted.code, node.span, fitted.reason)
    constant = value if isinstance(fitted, TypeMismatch) else fitted
    if not isinstance(constant, x.Const):
        expressions.report.fail(
            "E244", node.span, "a case must be a value known before play begins"
        )
    if any(s.value == constant.value for s in seen):
        expressions.report.add("E243", node.span, "this case stands here already")
    seen.append(constant)
    return constant


def exhaustive(
    expressions: ExpressionElaborator,
    subject: x.Expr,
    seen: Sequence[x.Const],
    has_else: bool,
    span: Span,
) -> None:
    """Report the cases that a match leaves out, or an 'else' that nothing is left for."""
    if not is_scalar(subject.type):
        if not has_else:
            text = f"a match over {describe(subject.type)} needs 'else'"
            expressions.report.fail("E242", span, text)
        return
    lo, hi = bounds(subject.type)
    missing = [v for v in range(lo, hi + 1) if all(s.value != v for s in seen)]
    if missing and not has_else:
        shown = ", ".join(show_value(subject.type, v) for v in missing[:5])
        more = ", …" if len(missing) > 5 else ""
        text = f"{shown}{more} {'has' if len(missing) == 1 else 'have'} no case here"
        hint = "add what is left, or 'else' as the last case"
        expressions.report.fail("E241", span, text, hint)
    if not missing and has_else:
        expressions.report.fail(
            "E245", span, "nothing is left for 'else': every case stands here already"
        )
