"""Boards drawn as graphs, and automorphisms."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from tests.dsl.boards.samples import edge_sets, graph_board, named, neighbours, numbered

from rulewright.dsl.boards.build import build

Edges = set[tuple[int, int]]


def cycle(n: int) -> Edges:
    return {(min(k, (k + 1) % n), max(k, (k + 1) % n)) for k in range(n)}


def complete(n: int) -> Edges:
    return set(combinations(range(n), 2))


def test_places_and_neighbours() -> None:
    board = build("map", "graph", ("b-a  a-c\td",), {})
    assert board.place.labels == ("b", "a", "c", "d")
    near = neighbours(board)
    assert named(board, near[numbered(board, "a")]) == {"b", "c"}
    assert near[numbered(board, "d")] == set()


@given(edge_sets(12))
def test_neighbours_are_the_edges(drawn: tuple[int, Edges]) -> None:
    nodes, edges = drawn
    near = neighbours(graph_board(nodes, edges))
    assert {(a, b) for a in range(nodes) for b in near[a] if a < b} == edges
