"""``A since B``: whether A held at every decision since the last one at which B did.

A hidden variable holds what was so at the last decision, so it is worth ``B or (A and hidden)`` now.
It is there from before the flow of play is known, so nothing local may stand in A and B.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from ....ir import code as x
from ....ir import fold
from ....ir.names import made_of
from ....ir.program import Seen, Variable
from ....ir.types import Bool
from ....syntax import expressions as e
from ....syntax import parts as p
from ....syntax.free import free_names
from ...symbols.named import asked_in, names_in
from ...symbols.report import ElaborationError
from ...symbols.scope import Scope
from ...symbols.symbol_table import OUTCOMES, Past, SymbolTable
from ..elaborator import ExpressionElaborator

SINCE = "since"
"""So begins the name of a variable that holds what a `since` said."""


def declare(expressions: ExpressionElaborator, parts: Iterable[p.Part]) -> None:
    """The variables of every `since`; what is wrong in one is reported.

    One that names something that nothing declares is left: it is told where it stands.
    """
    world = expressions.world
    found = [n for n in asked_in(parts) if isinstance(n, e.Since)]
    found.sort(key=lambda n: (n.span.line, n.span.column, -n.span.end_line, -n.span.end_column))
    world.awaited |= {n.span: made_of(SINCE, i) for i, n in enumerate(found, 1)}
    known = {*world.values(), *world.types, *(t.name for t in world.card_tables)}
    known |= {table.name for board in world.boards for table in board.tables}
    for node in found:
        if free_names(node) <= known:
            with suppress(ElaborationError):
                _past(expressions, node)


def since(expressions: ExpressionElaborator, node: e.Since, scope: Scope) -> x.Expr:
    """Nothing that is local may stand in it, and nothing is known of what it reads."""
    report = expressions.report
    free = free_names(node)
    local = next((name for name in scope.names if name in free), None)
    if local is not None:
        text = f"{local} is a local name; 'since' asks of states, parameters and functions of them"
        hint = f"write out what {local} stands for, or keep what you ask in a state of your own"
        report.fail("E258", node.span, text, hint)
    if node.span not in expressions.world.awaited:
        report.fail("E259", node.span, "before play begins nothing has held so far")
    return _past(expressions, node).now


def _past(expressions: ExpressionElaborator, node: e.Since) -> Past:
    world, report = expressions.world, expressions.report
    if node.span in world.past:
        known = world.past[node.span]
        if known is None:
            raise ElaborationError
        return known
    if node.span in world.looking:
        report.fail("E309", node.span, "this 'since' uses itself by way of a function")
    world.looking.add(node.span)
    try:
        found = _looked(expressions, node, world.awaited[node.span])
    except ElaborationError:
        world.past[node.span] = None
        raise
    finally:
        world.looking.discard(node.span)
    world.past[node.span] = found
    world.variables[found.variable.name] = found.variable
    return found


def _looked(expressions: ExpressionElaborator, node: e.Since, name: str) -> Past:
    for outcome in sorted(OUTCOMES & free_names(node)):
        text = f"where somebody decides play is not over: {outcome} cannot stand beside 'since'"
        expressions.report.fail("E259", node.span, text)
    held, began = (expressions.truth(side, Scope()) for side in (node.held, node.began))
    variable = Variable(name, Bool(), False, "state", _seen(expressions.world, node), node.span)
    return Past(variable, fold.or_([began, fold.and_([held, x.Var(name, Bool())])]))


def _seen(world: SymbolTable, node: e.Since) -> Seen:
    """Who sees it: all if all see every state that it mentions, in functions too; else nobody."""
    for name in names_in(world, [node]):
        history = world.histories.get(name)
        states = (name,) if history is None else history.variables
        if any(s in world.variables and world.variables[s].seen != "all" for s in states):
            return "none"
    return "all"
