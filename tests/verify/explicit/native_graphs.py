"""Comparing what the search in C and the search in Python have found."""

from __future__ import annotations

from typing import Any

from rulewright.verify.explicit.native import search as native
from rulewright.verify.explicit.observer import PropertyObserver
from rulewright.verify.explicit.searcher import asks, observed_in
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph import bfs as python
from rulewright.verify.stategraph import turns as python_turns
from rulewright.verify.stategraph.components import component_ids
from rulewright.verify.stategraph.fixpoints import always_globally
from rulewright.verify.stategraph.graph import StateGraph
from rulewright.verify.stategraph.lasso import shortest_lasso


def same_graphs(
    one: StateGraph[Any, Any], other: StateGraph[Any, Any], *, moves: bool = True
) -> None:
    """The same in every part; finding the ``moves`` of large graphs takes long."""
    assert list(one.states) == list(other.states)
    assert list(one.parents) == list(other.parents)
    assert not moves or list(one.moves) == list(other.moves)
    if one.starts and other.starts:
        assert list(one.starts) == list(other.starts)
        assert list(one.targets) == list(other.targets)
    assert one.terminal == other.terminal
    assert one.stuck == other.stuck
    assert one.stopped == other.stopped
    assert (one.expanded, one.transitions) == (other.expanded, other.transitions)
    assert (one.complete, one.depth) == (other.complete, other.depth)


def same_answers(compiled: native.Compiled[Any], budget: Budget, *, moves: bool = True) -> None:
    """Both searches of a game find the same graph, the same hits and the same endless play."""
    game = compiled.game
    every = frozenset(range(len(game.program.checks)))
    observer = PropertyObserver(game, every)
    expected = python.explore(game, budget, observer)
    graph, noted = native.explore(compiled, budget, asks(game, every))
    same_graphs(graph, expected, moves=moves)
    seen = observed_in(noted, game)
    assert seen == observer.observed()
    assert shortest_lasso(graph) == shortest_lasso(expected)
    assert rooms(component_ids(graph)) == rooms(component_ids(expected))
    for check, holding in seen.satisfying.items():
        assert always_globally(graph, holding) == always_globally(
            expected, observer.satisfying[check]
        )


def same_turns(compiled: native.Compiled[Any], budget: Budget, *, moves: bool = True) -> None:
    """Both searches find the same positions between whole turns."""
    found = native.explore_turns(compiled, budget)
    same_graphs(found, python_turns.explore_turns(compiled.game, budget), moves=moves)


def rooms(home: Any) -> list[int]:
    """The numbers of components are arbitrary: the first state of each stands for it."""
    first: dict[int, int] = {}
    return [h if h < 0 else first.setdefault(h, state) for state, h in enumerate(home)]
