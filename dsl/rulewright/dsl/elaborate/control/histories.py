"""``remember``: the present values of states are recorded in a history."""

from __future__ import annotations

from ...ir import code as x
from ...ir import fold
from ...ir.code import Each, Require, Stmt, Store
from ...ir.types import Int, Map, Set
from ...syntax import expressions as e
from ...syntax import statements as s
from ..expressions.names import histories
from .flow.context import Context
from .flow.lowering import Lowering


def remember(flow: Lowering, node: s.Remember, context: Context) -> None:
    """Record the present values of the states of a history; if it is full, that is a fault."""
    expressions, name = flow.expressions, node.name
    found = histories.history(expressions, name.text, e.Reference(name.text, span=name.span))
    flow.report.use("global", name.text, name.span)
    so_far = x.Var(found.name, Int(0, found.limit))
    text = f"{found.name} cannot remember more: it holds {found.limit} positions"
    full = flow.fault(text, node.span, context)
    flow.graph.emit(Require(fold.compare("<", so_far, fold.number(found.limit)), full))
    places = Int(0, found.limit - 1)
    number = expressions.local("n", places)
    body: list[Stmt] = []
    for state, where in found.entries:
        now = x.Var(state.name, state.type)
        if isinstance(state.type, Map):
            key = expressions.local("k", state.type.key)
            entry = Store(where.name, histories.at(where, number, key), fold.lookup(now, key), None)
            body.append(Each(key, x.every(state.type.key), (entry,)))
        else:
            body.append(Store(where.name, histories.at(where, number, None), now, None))
    free = x.every(places)
    here = x.Filter(number, free, fold.compare("==", number, so_far), Set(places))
    flow.graph.emit(Each(number, here, tuple(body)))
    flow.graph.emit(Store(found.name, None, fold.arith("+", so_far, fold.number(1)), full))
    flow.graph.stored.extend(found.variables)
