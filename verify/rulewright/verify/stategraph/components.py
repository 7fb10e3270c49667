"""The strongly connected components of a graph of states: where play can come round again."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from ..graph_algorithms import strongly_connected_components
from .graph import StateGraph

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


def components(graph: StateGraph[S, M]) -> Iterator[list[int]]:
    """The strongly connected components of the expanded part, each after those it leads to."""

    def successors(state: int) -> Iterator[int]:
        return (target for target in graph.successors(state) if target < graph.expanded)

    return strongly_connected_components(range(graph.expanded), successors)


def component_ids(graph: StateGraph[S, M]) -> Sequence[int]:
    """For each expanded state to which play can return, a number common to all states of its component; -1
    for the others."""
    if graph.analysis is not None:
        return graph.analysis.component_ids()
    component_id = array("q", [-1]) * graph.expanded
    for number, component in enumerate(components(graph)):
        if cyclic(graph, component):
            for state in component:
                component_id[state] = number
    return component_id


def cyclic(graph: StateGraph[S, M], component: list[int]) -> bool:
    """Whether some play can come back to a state of this component."""
    return len(component) > 1 or component[0] in graph.successors(component[0])
