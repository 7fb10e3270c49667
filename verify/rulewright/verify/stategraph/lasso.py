"""Endless play: the shortest way to a state that can come again, and the loop back to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..effort.searching import SEARCHING
from .components import component_ids
from .graph import StateGraph

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Lasso:
    """State numbers: ``stem`` from the first state to where the loop starts, then ``loop``.

    Both include the start of the loop, ``loop`` at both of its ends. ``shortest``: there is no shorter
    lasso.
    """

    stem: tuple[int, ...]
    loop: tuple[int, ...]
    shortest: bool = True

    def __len__(self) -> int:
        """The number of transitions."""
        return len(self.stem) + len(self.loop) - 2


def shortest_lasso(graph: StateGraph[S, M], looks: int = SEARCHING.lasso_looks) -> Lasso | None:
    """The lasso with the fewest transitions in the expanded part, or None if there is none.

    After ``looks`` transitions the best one so far is returned, which may be longer. Raises OutOfMemory if
    a graph in C memory leaves too little of it.
    """
    return _Search(graph, component_ids(graph), looks).lasso()


class _Search(Generic[S, M]):
    """Loops are sought from their first state: none of its other states has a lower number."""

    def __init__(self, graph: StateGraph[S, M], component_id: Sequence[int], looks: int) -> None:
        self.graph = graph
        self.component_id = component_id
        self.looks = looks

    def lasso(self) -> Lasso | None:
        best = self._on_the_way()
        for loop_start in range(len(self.component_id)):
            if self.component_id[loop_start] < 0:
                continue
            distance = self.graph.distance(loop_start)
            if best is not None and distance + 1 >= len(best):
                break
            limit = None if best is None else len(best) - distance - 1
            loop = self._loop(loop_start, limit)
            if loop is not None:
                best = Lasso(self._stem(loop_start), loop)
            if best is not None and self.looks < 0:
                return Lasso(best.stem, best.loop, shortest=False)
        return best

    def _on_the_way(self) -> Lasso | None:
        """The shortest lasso whose loop closes on the known shortest way."""
        for state in range(len(self.component_id)):
            if self.component_id[state] < 0:
                continue
            back = [t for t in self.graph.successors(state) if t <= state]
            self.looks -= len(back) + 1
            if self.looks < 0:
                return None
            if not back:
                continue
            way = self._stem(state)
            loop_starts = set(way).intersection(back)
            if loop_starts:
                start = way.index(max(loop_starts))
                return Lasso(way[: start + 1], (*way[start:], way[start]))
        return None

    def _loop(self, loop_start: int, limit: int | None) -> tuple[int, ...] | None:
        """The shortest loop of states from ``loop_start``, if it has at most ``limit`` transitions."""
        came: dict[int, int] = {}
        waiting = deque([(loop_start, 0)])
        while waiting:
            state, length = waiting.popleft()
            if limit is not None and (length >= limit or self.looks < 0):
                return None
            following = self.graph.successors(state)
            self.looks -= len(following)
            for target in following:
                if target == loop_start:
                    way = [loop_start]
                    while state != loop_start:
                        way.append(state)
                        state = came[state]
                    return (loop_start, *reversed(way))
                inside = target > loop_start and target < len(self.component_id)
                if (
                    inside
                    and target not in came
                    and self.component_id[target] == self.component_id[loop_start]
                ):
                    came[target] = state
                    waiting.append((target, length + 1))
        return None

    def _stem(self, state: int) -> tuple[int, ...]:
        way = [state]
        while self.graph.parents[way[-1]] >= 0:
            way.append(self.graph.parents[way[-1]])
        return tuple(reversed(way))
