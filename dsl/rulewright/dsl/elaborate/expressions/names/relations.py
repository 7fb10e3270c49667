"""What graph operations walk along: a function of the ruleset, a board's table, or its adjacency."""

from __future__ import annotations

from ....ir import code as x
from ....ir.types import Enum, Map, Set
from ....syntax import expressions as e
from ....syntax.node import Name
from ...symbols.scope import Scope
from ..coercions import describe
from ..elaborator import ExpressionElaborator
from .tabulated import tabulated


def _relation(expressions: ExpressionElaborator, name: Name, place: Enum) -> x.Expr:
    """A function of the ruleset as a map from each element to its neighbours."""
    found = tabulated(expressions, name.text, place, name.span, Scope())
    if found is None or found.type != Map(place, Set(place)):
        text = f"{name.text} is no function from {describe(place)} to a set of them"
        expressions.report.fail("E253", name.span, text)
    return found


def via(expressions: ExpressionElaborator, node: e.Application, place: Enum) -> x.Expr:
    """The relation a graph operation walks along: ``via NAME``, or the board's adjacency."""
    board = expressions.world.board_of(place)
    if node.via is not None:
        expressions.report.use("global", node.via.text, node.via.span)
        if node.via.text in expressions.world.function_parts:
            return _relation(expressions, node.via, place)
        table = expressions.world.table(node.via.text)
        if table is None or table.keys != (place,) or table.type != Set(place):
            text = f"{node.via.text} is no function from {describe(place)} to a set of them"
            expressions.report.fail("E253", node.via.span, text)
    elif board is None:
        expressions.report.fail(
            "E254", node.span, f"{describe(place)} is not on a board; say 'via' what"
        )
    else:
        table = expressions.world.table(board.near)
        assert table is not None
    return x.Const(table.values, Map(place, table.type), table.name)
