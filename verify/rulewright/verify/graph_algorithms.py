"""Strongly connected components of a searched graph."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from .stategraph.graph import Graph

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")

UNSEEN = -1


def components(graph: Graph[S, M]) -> Iterator[list[int]]:
    """The strongly connected components of the expanded part, each after those it leads to.

    Tarjan's algorithm with a stack of its own, for plays are longer than Python's stack is deep.
    """
    index = [UNSEEN] * graph.expanded
    low = [0] * graph.expanded
    pending = bytearray(graph.expanded)
    stack: list[int] = []
    count = 0
    for root in range(graph.expanded):
        if index[root] != UNSEEN:
            continue
        work: list[tuple[int, Iterator[int]]] = [(root, iter(()))]
        while work:
            state, targets = work[-1]
            if index[state] == UNSEEN:
                index[state] = low[state] = count
                count += 1
                stack.append(state)
                pending[state] = True
                targets = iter(graph.successors(state))
                work[-1] = (state, targets)
            for target in targets:
                if target >= graph.expanded:
                    continue
                if index[target] == UNSEEN:
                    work.append((target, iter(())))
                    break
                if pending[target]:
                    low[state] = min(low[state], low[target])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[state])
                if low[state] == index[state]:
                    yield _pop(stack, pending, state)


def homes(graph: Graph[S, M]) -> Sequence[int]:
    """For each expanded state from which play can come back to it, a number that is the same for
    all states of its component; -1 for the others."""
    if graph.analysis is not None:
        return graph.analysis.homes()
    home = array("q", [-1]) * graph.expanded
    for number, component in enumerate(components(graph)):
        if cyclic(graph, component):
            for state in component:
                home[state] = number
    return home


def cyclic(graph: Graph[S, M], component: list[int]) -> bool:
    """Whether some play can come back to a state of this component."""
    return len(component) > 1 or component[0] in graph.successors(component[0])


def _pop(stack: list[int], pending: bytearray, last: int) -> list[int]:
    component: list[int] = []
    while not component or component[-1] != last:
        component.append(stack.pop())
        pending[component[-1]] = False
    return component
