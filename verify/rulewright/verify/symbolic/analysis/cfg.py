"""The order in which to visit the blocks of a program, so that paths meet before they go on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulewright.dsl.ir.code import Block
from rulewright.dsl.ir.loops import following

from ...graph_algorithms import strongly_connected_components


def visiting_order(blocks: Sequence[Block]) -> tuple[int, ...]:
    """For each block its rank: a loop as a whole comes before what follows it."""
    edges = {i: following(block) for i, block in enumerate(blocks)}
    ranks = [0] * len(blocks)
    for rank, block in enumerate(_arranged(edges)):
        ranks[block] = rank
    return tuple(ranks)


def _arranged(edges: Mapping[int, Iterable[int]]) -> list[int]:
    result: list[int] = []
    for component in reversed(components(edges)):
        head = component[0]
        result.append(head)
        inner = set(component) - {head}
        if inner:
            result += _arranged({i: [j for j in edges[i] if j in inner] for i in sorted(inner)})
    return result


def components(edges: Mapping[int, Iterable[int]]) -> list[list[int]]:
    """The strongly connected components, each before those that lead to it; heads first."""
    return list(strongly_connected_components(edges, edges.__getitem__))
