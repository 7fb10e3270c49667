"""Recorded positions: what is recorded where, and how often the present one was."""

from __future__ import annotations

from ....ir import code as x
from ....ir import fold
from ....ir.program import Variable
from ....ir.types import Int, Map, Record
from ....syntax import expressions as e
from ...symbols.report import ElaborationError
from ...symbols.scope import Scope
from ...symbols.symbol_table import History
from ..elaborator import ExpressionElaborator


def at(where: Variable, number: x.Expr, key: x.Expr | None) -> x.Expr:
    """The key of what a history records in position ``number`` for the entry ``key`` of a state."""
    assert isinstance(where.type, Map)
    if key is None:
        return number
    assert isinstance(where.type.key, Record)
    parts = [key]
    if isinstance(key.type, Record) and not key.type.name:
        parts = [fold.field(key, name) for name, _ in key.type.fields]
    return fold.make([number, *parts], where.type.key)


def history(expressions: ExpressionElaborator, name: str, node: e.Expression) -> History:
    """The history of that name."""
    found = expressions.world.histories.get(name)
    if found is None:
        if name in expressions.world.broken:
            raise ElaborationError
        known = ", ".join(expressions.world.histories)
        hint = f"there is {known}" if known else "declare one: history NAME of STATE up to 40"
        expressions.report.fail("E425", node.span, f"{name} is no history", hint)
    return found


def remembered(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    """``remembered(NAME)``: how often its states were recorded with the values that they have now."""
    argument = node.args[0]
    name = argument.name if isinstance(argument, e.Reference) else "this"
    found = history(expressions, "this" if name in scope.names else name, argument)
    expressions.report.use("global", name, argument.span)
    number = expressions.local("n", Int(0, found.limit - 1))
    filled = fold.compare("<", number, x.Var(found.name, Int(0, found.limit)))
    same = [_same(expressions, state, where, number) for state, where in found.entries]
    over = x.every(Int(0, found.limit - 1))
    return x.Quantifier(
        "count", number, over, fold.and_([filled, *same]), None, Int(0, found.limit)
    )


def _same(
    expressions: ExpressionElaborator, state: Variable, where: Variable, number: x.Expr
) -> x.Expr:
    """Whether a state is now as it was when the position was recorded."""
    now, then = x.Var(state.name, state.type), x.Var(where.name, where.type)
    if not isinstance(state.type, Map):
        return fold.compare("==", fold.lookup(then, at(where, number, None)), now)
    key = expressions.local("k", state.type.key)
    entry = fold.lookup(then, at(where, number, key))
    equal = fold.compare("==", entry, fold.lookup(now, key))
    return x.Quantifier("all", key, x.every(state.type.key), None, equal, x.BOOL)
