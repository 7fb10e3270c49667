"""Spot checks: a search in C proves something only if the Python engine plays the same game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TypeVar

from rulewright.engines.game import Action, EndlessLoop, Game, Unrested

from ...effort.searching import SEARCHING
from ...stategraph.graph import EngineMismatch, StateGraph

S = TypeVar("S", bound=Hashable)


def sample_indices(expanded: int, most: int = SEARCHING.samples) -> Iterator[int]:
    """Up to ``most`` numbers below ``expanded``, evenly spread, the last among them.

    >>> list(sample_indices(3)), list(sample_indices(100, 4))
    ([0, 1, 2], [24, 49, 74, 99])
    """
    if expanded <= most:
        return iter(range(expanded))
    return ((n + 1) * expanded // most - 1 for n in range(most))


def spot_check(
    game: Game[S],
    graph: StateGraph[S, Action],
    absent: Mapping[int, bool],
    most: int = SEARCHING.samples,
) -> None:
    """Expand some of the states again on the Python engine and compare.

    ``absent`` maps checks to a value that their property had in no state. Raises EngineMismatch.
    """
    for number in sample_indices(graph.expanded, most):
        state = graph.states[number]
        if graph.starts:
            found = [graph.states[target] for target in graph.successors(number)]
            if found != _successors(game, state):
                raise EngineMismatch(f"state {number} has other successors on the Python engine")
        elif number > 0 and graph.moves[number] is None:
            raise EngineMismatch(f"nothing leads to state {number}")
        for check, value in absent.items():
            if game.holds(check, state) == value:
                name = game.program.checks[check].name
                raise EngineMismatch(f"{name} is otherwise in state {number} on the Python engine")


def _successors(game: Game[S], state: S) -> list[S]:
    found = []
    for _, step in game.successors(state):
        if isinstance(step, EndlessLoop):
            continue
        if isinstance(step, Unrested):
            raise step
        found.append(step.state)
    return found
