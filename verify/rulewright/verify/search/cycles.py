"""Endless play: the shortest way to a state that can come again, and round to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from .components import components, cyclic
from .graph import Graph

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Lasso:
    """State numbers: ``stem`` from the first state to the knot, ``loop`` from the knot to itself.

    Both include the knot, ``loop`` at both of its ends.
    """

    stem: tuple[int, ...]
    loop: tuple[int, ...]

    def __len__(self) -> int:
        """The number of transitions."""
        return len(self.stem) + len(self.loop) - 2


def shortest_lasso(graph: Graph[S, M]) -> Lasso | None:
    """The lasso with the fewest transitions in the expanded part, or None if there is none."""
    home = {
        state: number
        for number, component in enumerate(components(graph))
        if cyclic(graph, component)
        for state in component
    }
    best: Lasso | None = None
    for knot in sorted(home):
        distance = graph.distance(knot)
        if best is not None and distance + 1 >= len(best):
            break
        limit = None if best is None else len(best) - distance - 1
        loop = _shortest_loop(graph, knot, home, limit)
        if loop is not None:
            best = Lasso(_stem(graph, knot), loop)
    return best


def _shortest_loop(
    graph: Graph[S, M], knot: int, home: Mapping[int, int], limit: int | None
) -> tuple[int, ...] | None:
    """The shortest way from ``knot`` back to it, if it has at most ``limit`` transitions."""
    came: dict[int, int] = {}
    waiting = deque([(knot, 0)])
    while waiting:
        state, length = waiting.popleft()
        if limit is not None and length >= limit:
            return None
        for target in graph.successors(state):
            if target == knot:
                way = [knot]
                while state != knot:
                    way.append(state)
                    state = came[state]
                return (knot, *reversed(way))
            if target not in came and home.get(target) == home[knot]:
                came[target] = state
                waiting.append((target, length + 1))
    return None


def _stem(graph: Graph[S, M], state: int) -> tuple[int, ...]:
    way = [state]
    while graph.parents[way[-1]] >= 0:
        way.append(graph.parents[way[-1]])
    return tuple(reversed(way))
