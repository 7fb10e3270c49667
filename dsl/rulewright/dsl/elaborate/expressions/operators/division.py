"""``div`` and ``mod`` by a number that is not known before play.

A divisor is one of few numbers, and there is a division by a constant for each of them. Where a
statement always divides, a divisor of 0 is a fault; anywhere else it must be known not to be 0.
"""

from __future__ import annotations

from functools import reduce
from typing import Literal

from ....ir import code as x
from ....ir import fold
from ....ir.types import Int
from ....span import Span
from ...symbols import ranges
from ...symbols.scope import Scope
from ..elaborator import ExpressionElaborator
from ..names import lets

MOST = 64
"""The greatest divisor that is not known before play: each one is a separate case."""


def divided(
    expressions: ExpressionElaborator, op: Literal["div", "mod"], a: x.Expr, b: x.Expr, span: Span,
    scope: Scope,
) -> x.Expr:  # fmt: skip
    """``a div b`` or ``a mod b`` of two numbers; ``span`` is where the divisor stands."""
    assert isinstance(b.type, Int)
    if isinstance(b, x.Const) and b.type.lo > 0:
        return fold.arith(op, a, b)
    known = scope.range_of(b)
    if b.type.lo < 0 or b.type.hi > MOST:
        b = ranges.clamped(b, known)
    assert isinstance(b.type, Int)
    least, most = b.type.lo, b.type.hi
    if least < 0 or most == 0:
        expressions.report.fail("E227", span, f"{op} needs a divisor above 0")
    if least == 0 and known.lo == 0:
        if scope.demand is None:
            text = "this may be 0, and nothing can be divided by 0; test it with '> 0' first"
            expressions.report.fail("E227", span, text)
        scope.demand(fold.compare("!=", b, fold.number(0)), span)
    if most > MOST:
        text = f"this divisor may be {most}; one that changes may be {MOST} at most"
        expressions.report.fail("E231", span, text)

    def cases(values: tuple[x.Expr, ...]) -> x.Expr:
        number, divisor = values
        ways = [(k, fold.arith(op, number, fold.number(k))) for k in range(max(least, 1), most + 1)]
        return reduce(
            lambda rest, way: _case(divisor, way[0], way[1], rest), reversed(ways[:-1]), ways[-1][1]
        )

    return lets.given(expressions, op, (a, b), cases)


def _case(divisor: x.Expr, k: int, quotient: x.Expr, rest: x.Expr) -> x.Expr:
    """The quotient where the divisor is ``k``, and else the rest."""
    assert isinstance(quotient.type, Int)
    assert isinstance(rest.type, Int)
    t = Int(min(quotient.type.lo, rest.type.lo), max(quotient.type.hi, rest.type.hi))
    test = fold.compare("==", divisor, fold.number(k))
    return fold.if_(test, fold.convert(quotient, t), fold.convert(rest, t), t)
