"""What holds for ever, whatever is played: a greatest fixed point."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from .graph import StateGraph

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


def always_globally(graph: StateGraph[S, M], satisfying: bytearray) -> bytearray:
    """Marks the states that are marked in ``satisfying`` and so are all that can follow them.

    A state that was not expanded is never marked, as its successors are unknown: in an incomplete graph
    every mark is right, but some may be missing.
    """
    if graph.analysis is not None:
        return graph.analysis.always_globally(satisfying)
    marks = bytearray(satisfying)
    marks[graph.expanded :] = bytes(len(graph.states) - graph.expanded)
    before: list[list[int]] = [[] for _ in graph.states]
    for state in range(graph.expanded):
        for target in graph.successors(state):
            before[target].append(state)
    falling = [state for state, mark in enumerate(marks) if not mark]
    while falling:
        for state in before[falling.pop()]:
            if marks[state]:
                marks[state] = False
                falling.append(state)
    return marks
