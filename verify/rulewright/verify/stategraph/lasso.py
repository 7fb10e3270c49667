"""Endless play: the shortest way to a state that can come again, and round to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .components import homes
from .graph import Graph

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")

LOOKS = 20_000_000
"""After looking at so many transitions a lasso that was found is good enough."""


@dataclass(frozen=True, slots=True)
class Lasso:
    """State numbers: ``stem`` from the first state to the knot, ``loop`` from the knot to itself.

    Both include the knot, ``loop`` at both of its ends. ``shortest``: there is no shorter one.
    """

    stem: tuple[int, ...]
    loop: tuple[int, ...]
    shortest: bool = True

    def __len__(self) -> int:
        """The number of transitions."""
        return len(self.stem) + len(self.loop) - 2


def shortest_lasso(graph: Graph[S, M], looks: int = LOOKS) -> Lasso | None:
    """The lasso with the fewest transitions in the expanded part, or None if there is none.

    It may be a longer one after looking at ``looks`` transitions. Raises NoRoom if a graph in C
    memory leaves too little of it.
    """
    return _Search(graph, homes(graph), looks).lasso()


class _Search(Generic[S, M]):
    """Loops are sought from their first state: none of its other states has a lower number."""

    def __init__(self, graph: Graph[S, M], home: Sequence[int], looks: int) -> None:
        self.graph = graph
        self.home = home
        self.looks = looks

    def lasso(self) -> Lasso | None:
        best = self._on_the_way()
        for knot in range(len(self.home)):
            if self.home[knot] < 0:
                continue
            distance = self.graph.distance(knot)
            if best is not None and distance + 1 >= len(best):
                break
            limit = None if best is None else len(best) - distance - 1
            loop = self._loop(knot, limit)
            if loop is not None:
                best = Lasso(self._stem(knot), loop)
            if best is not None and self.looks < 0:
                return Lasso(best.stem, best.loop, shortest=False)
        return best

    def _on_the_way(self) -> Lasso | None:
        """The shortest lasso whose loop ends where a known shortest way came by."""
        for state in range(len(self.home)):
            if self.home[state] < 0:
                continue
            back = [t for t in self.graph.successors(state) if t <= state]
            self.looks -= len(back) + 1
            if self.looks < 0:
                return None
            if not back:
                continue
            way = self._stem(state)
            knots = set(way).intersection(back)
            if knots:
                start = way.index(max(knots))
                return Lasso(way[: start + 1], (*way[start:], way[start]))
        return None

    def _loop(self, knot: int, limit: int | None) -> tuple[int, ...] | None:
        """The shortest loop of states from ``knot`` on, if of at most ``limit`` transitions."""
        came: dict[int, int] = {}
        waiting = deque([(knot, 0)])
        while waiting:
            state, length = waiting.popleft()
            if limit is not None and (length >= limit or self.looks < 0):
                return None
            following = self.graph.successors(state)
            self.looks -= len(following)
            for target in following:
                if target == knot:
                    way = [knot]
                    while state != knot:
                        way.append(state)
                        state = came[state]
                    return (knot, *reversed(way))
                inside = target > knot and target < len(self.home)
                if inside and target not in came and self.home[target] == self.home[knot]:
                    came[target] = state
                    waiting.append((target, length + 1))
        return None

    def _stem(self, state: int) -> tuple[int, ...]:
        way = [state]
        while self.graph.parents[way[-1]] >= 0:
            way.append(self.graph.parents[way[-1]])
        return tuple(reversed(way))
