"""The ends of play: who has won, and with which numbers; and gaps."""

from __future__ import annotations

from dataclasses import replace

from ...ir import code as x
from ...ir import fold
from ...ir.code import Stop
from ...ir.program import End
from ...ir.types import Int, Map, Option, Set
from ...ir.unknown import refuse
from ...syntax import expressions as e
from ...syntax import statements as s
from ...syntax.free import free_names
from ..expressions.coercions import describe
from ..expressions.elaborator import ExpressionElaborator
from ..expressions.names.functions import defined_function
from ..expressions.names.tabulated import tabulated
from .flow.context import Context
from .flow.lowering import Lowering


def end(flow: Lowering, node: s.Win | s.Draw | s.Lose | s.Rank, context: Context) -> Context:
    """Play ends here: at one node, or at one of two if it matters whether several have won."""
    won, tied = _end_of_play(flow.expressions, node, context)
    if tied is not None:
        one, several = (flow.graph.block(f"{context.title}: {word}") for word in ("one", "tie"))
        winners = x.Size(won.winners, Int(0, len(flow.world.players.labels)))
        flow.graph.branch(fold.compare("<=", winners, fold.number(1)), one, several)
        flow.graph.enter(several)
        flow.graph.end_block(Stop(flow.graph.finish(tied)))
        flow.graph.enter(one)
    flow.graph.end_block(Stop(flow.graph.finish(won)))
    return replace(context, ended=True)


def gap(flow: Lowering, node: s.Gap, context: Context) -> Context:
    """A gap in the rules is a fault that the author declared."""
    fault = flow.fault(node.text, node.span, context, declared=True)
    flow.graph.end_block(Stop(fault))
    return replace(context, ended=True)


def _end_of_play(
    expressions: ExpressionElaborator, node: s.Win | s.Draw | s.Lose | s.Rank, context: Context
) -> tuple[End, End | None]:
    """The end that a statement makes, and the one that it makes instead if several have won.

    Raises ElaborationError after reporting what is wrong.
    """
    players = expressions.world.players
    nobody = fold.empty_set(players)
    match node:
        case s.Win(who):
            winners = _winners(expressions, who, context)
            return End("win", "win", winners, None, context.clauses, node.span), None
        case s.Draw():
            return End("draw", "draw", nobody, None, context.clauses, node.span), None
        case s.Lose():
            return End("lose", "lose", nobody, None, context.clauses, node.span), None
        case s.Rank(by, drawn):
            scores = [_scores(expressions, numbers, context) for numbers in by]
            best: x.Expr = x.every(players)
            for numbers in scores:
                var = expressions.local("p", players)
                best = x.Best(var, best, fold.lookup(numbers, var), True, Set(players))
            won = End("rank", "win", best, scores[0], context.clauses, node.span)
            tied = End("rank", "draw", nobody, scores[0], context.clauses, node.span)
            return won, tied if drawn else None
        case _:
            refuse(node)


def _winners(expressions: ExpressionElaborator, who: e.Expression, context: Context) -> x.Expr:
    """A set of players: the given one, or the one player."""
    players = expressions.world.players
    value = expressions.elaborate(who, context.scope, players)
    value = expressions.present(value, context.scope)
    if not isinstance(value.type, Set):
        value = expressions.fit(value, players, context.scope, who.span)
        value = fold.set_of([value], Set(players))
    return expressions.fit(value, Set(players), context.scope, who.span)


def _scores(expressions: ExpressionElaborator, node: e.Expression, context: Context) -> x.Expr:
    """A number for each player: a map, or a function of the player."""
    world = expressions.world
    players = world.players
    if isinstance(node, e.Reference) and node.name in world.function_parts:
        number = defined_function(expressions, node.name, node.span).type
        if isinstance(number, Option) and isinstance(number.inner, Int):
            text = f"what {node.name} gives may be none; each player needs a number"
            hint = f"say what it is then: let {node.name}(…) = … if … is none then 0 else …"
            expressions.report.fail("E202", node.span, text, hint)
        found = tabulated(expressions, node.name, players, node.span, context.scope)
        if found is not None and isinstance(number, Int):
            return found
        if expressions.world.function_parts[node.name].params:
            said = "gives none" if found is not None else "is no function of a player"
            text = f"expected a number for each player, and {node.name} {said}"
            hint = "give each player one: let score(p: Player) = …, then: rank by score"
            expressions.report.fail("E201", node.span, text, hint)
    if not isinstance(node, e.Reference | e.Indexed | e.FieldAccess):
        text = "what is ranked by is a map, or a function of a player, by its name"
        hint = "give it a name: let score(p: Player) = …, then: rank by score"
        expressions.report.fail("E201", node.span, text, hint)
    if isinstance(node, e.Indexed) and isinstance(node.base, e.Reference):
        unknown = free_names(node.keys) - context.scope.names.keys() - world.values().keys()
        if unknown and node.base.name in world.variables:
            text = f"the players are gone through by themselves: there is no {min(unknown)} here"
            expressions.report.fail("E201", node.span, text, f"write: rank by {node.base.name}")
    value = expressions.elaborate(node, context.scope)
    if not (
        isinstance(value.type, Map)
        and value.type.key == players
        and isinstance(value.type.value, Int)
    ):
        text = f"expected a number for each player, found {describe(value.type)}"
        hint = "give each player one: let score(p: Player) = …, then: rank by score"
        expressions.report.fail("E201", node.span, text, hint)
    return value
