"""Boards drawn as graphs, and automorphisms."""

from __future__ import annotations

import math
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


def drawn(edges: str) -> dict[str, tuple[float, float]]:
    board = build("map", "graph", (edges,), {})
    return dict(zip(board.place.labels, board.positions, strict=True))


def test_places_that_are_named_as_squares_lie_as_they_do() -> None:
    """Rows are counted from the bottom; what no place lies in takes no room."""
    assert drawn("a1-d1 D10 g3") == {
        "a1": (0, 2), "d1": (1, 2), "D10": (1, 0), "g3": (2, 1)
    }  # fmt: skip


def test_all_others_lie_on_a_circle() -> None:
    for edges in ("a1-b2 home", "a1-b2 A1", "n1-n2 n3-n4", "a1-b1 c1", "a1-b2 b123"):
        (x, y), *_ = (at := drawn(edges)).values()
        assert (x, y) == (0.0, -len(at) / math.tau), edges


def test_what_is_joined_is_told_once() -> None:
    board = build("map", "graph", ("b-a a-c d",), {})
    assert board.joined() == [(0, 1), (1, 2)]
