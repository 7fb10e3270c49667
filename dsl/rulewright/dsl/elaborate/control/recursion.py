"""Procedures that perform themselves: a copy for each value of a number that sinks each time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...ir import code as x
from ...ir.names import made_of
from ...ir.types import Int, default
from ...syntax import expressions as e
from ...syntax import statements as s
from ...syntax.parts import ProcedurePart
from ..expressions.names.falling import PROCEDURE
from ..symbols.scope import Scope
from .flow import trials
from .flow.context import Context
from .flow.lowering import Lowering


@dataclass(frozen=True, slots=True)
class Falling:
    """The place of the number that sinks, and what it is where a procedure is performed."""

    place: int
    number: x.Expr

    def known(self, part: ProcedurePart) -> tuple[str, int] | None:
        """What the procedure calls the number, and its value, where it is constant."""
        value = self.number.value if isinstance(self.number, x.Const) else None
        return (part.params[self.place].name.text, value) if isinstance(value, int) else None


def falling(
    flow: Lowering, part: ProcedurePart, node: e.Application, context: Context
) -> Falling | None:
    """The number that a procedure is performed with; None if control never comes there.

    Inside its own copy the number has to be constant, and less than that of the copy.
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
        if flow.idle or context.dead:
            return None
        PROCEDURE.too_low(expressions, name, k, now, value, given.span)
    return Falling(place, x.Const(value, t))


def never_come_to(flow: Lowering, part: ProcedurePart, context: Context) -> x.Expr | None:
    """What a procedure returns where control never comes: something of its type."""
    if part.result is None:
        return None
    t = flow.expressions.types.read(part.result, Scope())
    if context.hypothetical:
        return flow.trial(part.name.text, t)
    return flow.graph.frame(part.name.text, t)


def by_value(
    flow: Lowering, part: ProcedurePart, falls: Falling, node: e.Application, context: Context
) -> x.Expr | None:
    """A procedure performed with a number that play tells: one of the copies for its values."""
    name, t, span = part.name.text, falls.number.type, node.span
    assert isinstance(t, Int)
    asked, returned = made_of(name, "asked"), made_of(name, "returned")
    context = context.bind(
        asked, flow.remember(part.params[falls.place].name.text, falls.number, context)
    )
    result = None if part.result is None else _returned(flow, part, context)
    if result is not None:
        scope = context.scope.bind(returned, result)
        scope = replace(scope, changing=scope.changing | {result.name})
        context = replace(context, scope=scope)

    if context.hypothetical and context.way is None:
        way = flow.trial("way", trials.WAY)
        flow.graph.emit(trials.go(way, trials.GOING))
        context = replace(context, way=way)

    def case(value: int) -> s.Case:
        number = e.Number(value, span=span)
        args = (*node.args[: falls.place], number, *node.args[falls.place + 1 :])
        call = replace(node, args=args)
        done: s.Statement = s.Perform(call, span=span, cites=())
        if result is not None:
            done = s.Assign(e.Reference(returned, span=span), call, span=span, cites=())
        return s.Case((number,), (done,), span=span)

    cases = tuple(case(value) for value in range(t.lo, t.hi + 1))
    subject = e.Reference(asked, span=span)
    flow.statements((s.MatchStatement(subject, cases, None, span=span, cites=()),), context)
    return result


def _returned(flow: Lowering, part: ProcedurePart, context: Context) -> x.Var:
    """A variable for what the copies return."""
    assert part.result is not None
    t = flow.expressions.types.read(part.result, Scope())
    if context.hypothetical:
        var = flow.trial(part.name.text, t)
    else:
        var = flow.graph.frame(part.name.text, t)
        flow.graph.changing.add(var.name)
    flow.graph.store(var, x.Const(default(t), t))
    return var
