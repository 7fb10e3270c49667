"""Boards for the tests of this folder: any board, and how to read its tables."""

from __future__ import annotations

from hypothesis import strategies as st

from rulewright.dsl.boards.board import Board, BoardTable
from rulewright.dsl.boards.build import build
from rulewright.dsl.ir.types import Option, none_of, size

sizes = st.integers(1, 6)


def table(board: Board, name: str) -> BoardTable:
    return next(t for t in board.tables if t.name == name)


def members(mask: object) -> set[int]:
    assert isinstance(mask, int)
    return {k for k in range(mask.bit_length()) if mask >> k & 1}


def neighbours(board: Board) -> list[set[int]]:
    return [members(mask) for mask in table(board, board.near).values]


def step(board: Board, place: int, direction: int) -> int | None:
    steps = table(board, "step")
    assert isinstance(steps.type, Option)
    value = steps.values[place * size(steps.keys[1]) + direction]
    assert isinstance(value, int)
    return None if value == none_of(steps.type) else value


def numbered(board: Board, label: str) -> int:
    return board.place.labels.index(label)


def named(board: Board, places: set[int]) -> set[str]:
    return {board.place.labels[k] for k in places}


def polar_boards() -> st.SearchStrategy[Board]:
    return st.builds(lambda r, s: build("b", "polar", (r, s), {}), sizes, sizes)


def square_boards() -> st.SearchStrategy[Board]:
    plain = st.builds(lambda c, r: build("b", "square", (c, r), {}), sizes, sizes)
    lined = st.builds(
        lambda c, r, cut: build("b", "square", (c, r), {"line": max(1, max(c, r) - cut)}),
        sizes,
        sizes,
        st.integers(0, 4),
    )
    return plain | lined


def hex_boards() -> st.SearchStrategy[Board]:
    tiles = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=20)
    return st.one_of(
        st.builds(lambda c, r: build("b", "hex", ("rhombus", c, r), {}), sizes, sizes),
        st.builds(lambda n: build("b", "hex", ("hexagon", n), {}), st.integers(1, 4)),
        tiles.map(lambda ts: " ".join(f"{q},{r}" for q, r in ts)).map(
            lambda text: build("b", "hex", ("tiles", text), {})
        ),
    )


def edge_sets(most: int) -> st.SearchStrategy[tuple[int, set[tuple[int, int]]]]:
    """A number of nodes and some edges between them, each with its smaller end first."""

    def edges(n: int) -> st.SearchStrategy[tuple[int, set[tuple[int, int]]]]:
        pairs = [(a, b) for b in range(n) for a in range(b)]
        chosen = st.sets(st.sampled_from(pairs)) if pairs else st.just(set())
        return chosen.map(lambda found: (n, found))

    return st.integers(1, most).flatmap(edges)


def graph_board(nodes: int, edges: set[tuple[int, int]]) -> Board:
    """The graph with nodes ``n0``, ``n1``, … in this order."""
    words = [f"n{k}" for k in range(nodes)] + [f"n{a}-n{b}" for a, b in sorted(edges)]
    return build("b", "graph", (" ".join(words),), {})


def graph_boards() -> st.SearchStrategy[Board]:
    return edge_sets(12).map(lambda drawn: graph_board(*drawn))


def boards() -> st.SearchStrategy[Board]:
    return polar_boards() | square_boards() | hex_boards() | graph_boards()
