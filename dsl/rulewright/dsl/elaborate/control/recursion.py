"""Procedures that perform themselves: a copy for each value of a number that decreases each time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...ir import code as x
from ...ir.types import Int
from ...syntax import expressions as e
from ...syntax import statements as s
from ...syntax.parts import ProcedurePart
from ..expressions.names.falling import PROCEDURE
from .flow.context import Context
from .flow.lowering import Lowering

_ASKED, _RETURNED = ".asked", ".returned"
"""Names for a procedure's argument, and for its result, that no ruleset can write."""


@dataclass(frozen=True, slots=True)
class Falling:
    """The index of the decreasing number, and its value where a procedure is performed."""

    place: int
    number: x.Expr

    def known(self, part: ProcedurePart) -> tuple[str, int]:
        """The procedure's name for the number, and its value, which is constant."""
        assert isinstance(self.number, x.Const)
        assert isinstance(self.number.value, int)
        return part.params[self.place].name.text, self.number.value


def falling(
    flow: Lowering, part: ProcedurePart, node: e.Application, context: Context
) -> Falling | None:
    """The number that a procedure is performed with; None if control never gets there.

    Inside its own copy the number must be constant, and less than that of the copy.
    """
    name, expressions = part.name.text, flow.expressions
    place, t = PROCEDURE.sinking_number(expressions, part)
    k, given = part.params[place].name.text, node.args[place]
    if context.calls[-1:] != (name,):
        return Falling(place, expressions.of_type(given, context.scope, t))
    assert context.number is not None, "it is performed in its own copy"
    now = context.number[1]
    value = PROCEDURE.sunk(expressions, name, k, now, given, context.scope)
    if value < t.lo:
        if flow.idle:
            return None
        PROCEDURE.too_low(expressions, name, k, now, value, given.span)
    return Falling(place, x.Const(value, t))


def by_value(
    flow: Lowering, part: ProcedurePart, falls: Falling, node: e.Application, context: Context
) -> x.Expr | None:
    """A procedure performed with a number that is only known in play: one of the copies for its
    values."""
    t, span = falls.number.type, node.span
    assert isinstance(t, Int)
    number = flow.remember(part.params[falls.place].name.text, falls.number, context)
    context = context.bind(_ASKED, number)
    result = flow.returned(part, context)
    if result is not None:
        scope = context.scope.bind(_RETURNED, result)
        scope = replace(scope, changing=scope.changing | {result.name})
        context = replace(context, scope=scope)

    def case(value: int) -> s.Case:
        number = e.Number(value, span=span)
        args = (*node.args[: falls.place], number, *node.args[falls.place + 1 :])
        call = replace(node, args=args)
        done: s.Statement = s.Perform(call, span=span)
        if result is not None:
            done = s.Assign(e.Reference(_RETURNED, span=span), call, span=span)
        return s.Case((number,), (done,), span=span)

    cases = tuple(case(value) for value in range(t.lo, t.hi + 1))
    subject = e.Reference(_ASKED, span=span)
    flow.statements((s.MatchStatement(subject, cases, None, span=span),), context)
    return result
