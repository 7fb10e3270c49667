"""Boards of squares."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from tests.dsl.boards.samples import (
    members,
    named,
    neighbours,
    numbered,
    square_boards,
    step,
    table,
)

from rulewright.dsl.boards.board import Board
from rulewright.dsl.boards.build import build

VECTORS = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
"""Directions on the drawing, where y grows downwards."""


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (3, 3), (7, 6), (8, 8)])
def test_degree_sums(columns: int, rows: int) -> None:
    board = build("grid", "square", (columns, rows), {})
    walls = columns * (rows - 1) + rows * (columns - 1)
    corners = 2 * (columns - 1) * (rows - 1)
    assert sum(map(len, neighbours(board))) == 2 * walls
    around = table(board, "around").values
    assert sum(len(members(m)) for m in around) == 2 * (walls + corners)


@pytest.mark.parametrize(
    ("columns", "rows", "line"), [(3, 3, 3), (7, 6, 4), (5, 4, 2), (15, 15, 5), (4, 2, 3)]
)
def test_number_of_lines(columns: int, rows: int, line: int) -> None:
    board = build("grid", "square", (columns, rows), {"line": line})
    across, up = max(0, columns - line + 1), max(0, rows - line + 1)
    lines = board.groups[-1]
    assert lines.enum.name == "Line"
    assert len(lines.members) == rows * across + columns * up + 2 * across * up
    assert all(len(members(m)) == line for m in lines.members)
    assert len(set(lines.members)) == len(lines.members)


def test_lines_of_one_square_are_the_squares() -> None:
    board = build("grid", "square", (2, 3), {"line": 1})
    assert sorted(board.groups[-1].members) == [1, 2, 4, 8, 16, 32]


def test_tic_tac_toe_lines_by_name() -> None:
    board = build("grid", "square", (3, 3), {"line": 3})
    lines = board.groups[-1]
    by_name = dict(zip(lines.enum.labels, lines.members, strict=True))
    assert named(board, members(by_name["a1_c3"])) == {"a1", "b2", "c3"}
    assert named(board, members(by_name["a3_c1"])) == {"a3", "b2", "c1"}
    assert named(board, members(by_name["b1_b3"])) == {"b1", "b2", "b3"}


def test_without_line_there_is_no_line() -> None:
    board = build("grid", "square", (3, 3), {})
    assert [g.enum.name for g in board.groups] == ["Row", "Column"]


def test_rows_columns_and_neighbours_by_name() -> None:
    board = build("grid", "square", (3, 2), {})
    assert board.place.labels == ("a1", "b1", "c1", "a2", "b2", "c2")
    row, column = board.groups
    assert row.enum.labels == ("r1", "r2")
    assert column.enum.labels == ("a", "b", "c")
    assert named(board, members(row.members[1])) == {"a2", "b2", "c2"}
    assert named(board, members(column.members[2])) == {"c1", "c2"}
    b1 = numbered(board, "b1")
    assert table(board, "row").values[b1] == 0
    assert table(board, "column").values[b1] == 1
    assert named(board, neighbours(board)[b1]) == {"a1", "c1", "b2"}
    assert named(board, members(table(board, "around").values[b1])) == {
        "a1",
        "c1",
        "a2",
        "b2",
        "c2",
    }


@given(square_boards())
def test_steps_are_steps_on_the_drawing(board: Board) -> None:
    index = {position: k for k, position in enumerate(board.positions)}
    for k, (x, y) in enumerate(board.positions):
        for d, label in enumerate(board.enums[0].labels):
            dx, dy = VECTORS[label]
            assert step(board, k, d) == index.get((x + dx, y + dy))


@given(square_boards())
def test_near_and_around_are_distances_on_the_drawing(board: Board) -> None:
    places = range(len(board.positions))
    for name, reach in (("near", 1.1), ("around", 1.5)):
        for k, mask in enumerate(table(board, name).values):
            here = board.positions[k]
            close = {j for j in places if math.dist(here, board.positions[j]) < reach}
            assert members(mask) == close - {k}


@given(square_boards())
def test_a_ray_is_what_repeated_steps_reach(board: Board) -> None:
    rays = table(board, "ray").values
    directions = len(board.enums[0].labels)
    for k in range(len(board.place.labels)):
        for d in range(directions):
            beyond = step(board, k, d)
            expected: set[int] = set()
            if beyond is not None:
                expected = {beyond} | members(rays[beyond * directions + d])
            assert members(rays[k * directions + d]) == expected
