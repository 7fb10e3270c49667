"""How play ends: who wins, who loses, who has the most."""

from __future__ import annotations

from tests.oracles.language.expressions.expressions import Expressions
from tests.oracles.language.scope import Scope
from tests.oracles.language.statements.run import End
from tests.oracles.language.values import Label, Map, Value

from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax import statements as s


def end(ex: Expressions, node: s.Statement, scope: Scope) -> End:
    """The end that a statement makes: one of ``win``, ``draw``, ``lose`` and ``rank``."""
    nobody: frozenset[Value] = frozenset()
    match node:
        case s.Win(who):
            value = ex.value(who, scope)
            group = value if isinstance(value, frozenset) else frozenset([value])
            return End("win", group, None, node.span)
        case s.Draw():
            return End("draw", nobody, None, node.span)
        case s.Lose():
            return End("lose", nobody, None, node.span)
    assert isinstance(node, s.Rank)
    scores = [_scores(ex, by, scope) for by in node.by]
    best = frozenset(scores[0])
    for numbers in scores:
        most = max(numbers[p] for p in best)
        best = frozenset(p for p in best if numbers[p] == most)
    first = tuple(scores[0].values())
    if node.drawn and len(best) > 1:
        return End("draw", nobody, first, node.span)
    return End("win", best, first, node.span)


def _scores(ex: Expressions, by: e.Expression, scope: Scope) -> dict[Value, int]:
    players = [Label(text, ex.world.players) for text in ex.world.players.labels]
    held = ex.value(by, scope)
    assert isinstance(held, Map)
    return {p: held[p] for p in players}
