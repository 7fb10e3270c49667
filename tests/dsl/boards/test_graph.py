"""Boards drawn as graphs, and automorphisms."""

from __future__ import annotations

from itertools import combinations, permutations
from math import factorial

import pytest
from hypothesis import given
from tests.dsl.boards.samples import edge_sets, graph_board, named, neighbours, numbered

from rulewright.dsl.boards.build import build
from rulewright.dsl.boards.symmetry import closure

Edges = set[tuple[int, int]]


def cycle(n: int) -> Edges:
    return {(min(k, (k + 1) % n), max(k, (k + 1) % n)) for k in range(n)}


def complete(n: int) -> Edges:
    return set(combinations(range(n), 2))


PETERSEN = (
    cycle(5)
    | {(k, k + 5) for k in range(5)}
    | {(5 + min(k, (k + 2) % 5), 5 + max(k, (k + 2) % 5)) for k in range(5)}
)


def order(nodes: int, edges: Edges) -> int:
    return len(closure(graph_board(nodes, edges).symmetries, nodes))


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


@pytest.mark.parametrize(
    ("nodes", "edges", "expected"),
    [
        (5, cycle(5), 10),
        (10, cycle(10), 20),
        (7, complete(7), factorial(7)),
        (6, set(), factorial(6)),
        (4, {(0, 1), (1, 2), (2, 3)}, 2),
        (6, {(0, k) for k in range(1, 6)}, factorial(5)),
        (10, PETERSEN, 120),
    ],
)
def test_orders_of_known_groups(nodes: int, edges: Edges, expected: int) -> None:
    assert order(nodes, edges) == expected


@given(edge_sets(5))
def test_the_group_is_every_automorphism(drawn: tuple[int, Edges]) -> None:
    nodes, edges = drawn
    both_ways = edges | {(b, a) for a, b in edges}
    by_trying_all = sum(
        all((g[a], g[b]) in both_ways for a, b in edges) for g in permutations(range(nodes))
    )
    assert order(nodes, edges) == by_trying_all


def test_large_graphs_come_without_symmetries() -> None:
    assert graph_board(11, cycle(11)).symmetries == ()
