"""Boards of hexagonal tiles."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from tests.dsl.boards.samples import (
    hex_boards,
    members,
    named,
    neighbours,
    numbered,
    step,
    table,
)

from rulewright.dsl.boards.board import Board
from rulewright.dsl.boards.build import build

ANGLES = {
    "east": 0,
    "southeast": 60,
    "southwest": 120,
    "west": 180,
    "northwest": 240,
    "northeast": 300,
}
"""Directions on the drawing in degrees from the x axis; y grows downwards."""


@pytest.mark.parametrize("side", range(1, 8))
def test_hexagon(side: int) -> None:
    board = build("ice", "hex", ("hexagon", side), {})
    assert len(board.place.labels) == 3 * side * (side - 1) + 1
    # Three directions of lines, each with a wall between neighbours in rows of side to 2 side - 1.
    rows = [*range(side, 2 * side), *range(side, 2 * side - 1)]
    assert sum(map(len, neighbours(board))) == 2 * 3 * sum(n - 1 for n in rows)


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (3, 3), (5, 4), (11, 11)])
def test_rhombus(columns: int, rows: int) -> None:
    board = build("ice", "hex", ("rhombus", columns, rows), {})
    walls = columns * (rows - 1) + rows * (columns - 1) + (columns - 1) * (rows - 1)
    assert len(board.place.labels) == columns * rows
    assert sum(map(len, neighbours(board))) == 2 * walls


def test_sides_of_a_rhombus() -> None:
    board = build("ice", "hex", ("rhombus", 3, 2), {})
    (sides,) = board.groups
    by_name = dict(zip(sides.enum.labels, sides.members, strict=True))
    assert sides.enum.labels == ("North", "South", "West", "East")
    assert named(board, members(by_name["North"])) == {"a1", "b1", "c1"}
    assert named(board, members(by_name["South"])) == {"a2", "b2", "c2"}
    assert named(board, members(by_name["West"])) == {"a1", "a2"}
    assert named(board, members(by_name["East"])) == {"c1", "c2"}


def test_the_acute_and_obtuse_corners_of_a_rhombus() -> None:
    board = build("ice", "hex", ("rhombus", 3, 3), {})
    degree = {label: len(n) for label, n in zip(board.place.labels, neighbours(board), strict=True)}
    assert (degree["a1"], degree["c3"]) == (2, 2)
    assert (degree["c1"], degree["a3"]) == (3, 3)
    assert degree["b2"] == 6
    assert named(board, neighbours(board)[numbered(board, "b2")]) == {
        "b1", "c1", "a2", "c2", "a3", "b3",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", [" # #/# # #/ # #", " # #\n# # #\n # # ", "/   # #/  # # #/   # #"]
)
def test_a_picture_of_a_hexagon_is_the_hexagon(text: str) -> None:
    drawn = build("ice", "hex", ("picture", text), {})
    assert drawn == replace(build("ice", "hex", ("hexagon", 2), {}), centre=None)


def test_a_picture_of_a_rhombus_has_its_tiles() -> None:
    drawn = build("ice", "hex", ("picture", "# # #/ # # #"), {})
    rhombus = build("ice", "hex", ("rhombus", 3, 2), {})
    assert drawn.place == rhombus.place
    assert drawn.tables == rhombus.tables


def test_tiles_keep_their_order() -> None:
    board = build("ice", "hex", ("tiles", "0,1 1,0 0,0"), {})
    assert board.place.labels == ("a2", "b1", "a1")


def test_straight_goes_over_gaps_and_rays_do_not() -> None:
    board = build("ice", "hex", ("tiles", "0,0 1,0 3,0 0,2 1,1"), {})
    a1 = numbered(board, "a1")
    east = board.enums[0].labels.index("east")
    rays = table(board, "ray").values
    assert named(board, members(table(board, "straight").values[a1])) == {"b1", "d1", "a3"}
    assert named(board, members(rays[a1 * 6 + east])) == {"b1"}
    assert named(board, members(table(board, "beyond").values[a1 * 6 + east])) == {"b1", "d1"}


@given(hex_boards())
def test_straight_is_a_straight_line_on_the_drawing(board: Board) -> None:
    places = range(len(board.positions))
    for k, mask in enumerate(table(board, "straight").values):
        assert members(mask) == {j for j in places if j != k and _sixth(board, k, j) is not None}


@given(hex_boards())
def test_near_is_distance_one_on_the_drawing(board: Board) -> None:
    near = neighbours(board)
    for k, here in enumerate(board.positions):
        distances = {j: math.dist(here, there) for j, there in enumerate(board.positions) if j != k}
        assert all(d > 0.999 for d in distances.values())
        assert near[k] == {j for j, d in distances.items() if d < 1.001}


@given(hex_boards())
def test_steps_go_to_a_neighbour_in_their_direction(board: Board) -> None:
    near = neighbours(board)
    for k in range(len(near)):
        reached = set()
        for d, label in enumerate(board.enums[0].labels):
            target = step(board, k, d)
            if target is not None:
                assert _sixth(board, k, target) == ANGLES[label]
                reached.add(target)
        assert reached == near[k]


@given(hex_boards())
def test_a_ray_is_what_repeated_steps_reach(board: Board) -> None:
    rays = table(board, "ray").values
    for k in range(len(board.place.labels)):
        for d in range(6):
            beyond = step(board, k, d)
            expected: set[int] = set()
            if beyond is not None:
                expected = {beyond} | members(rays[beyond * 6 + d])
            assert members(rays[k * 6 + d]) == expected


def _sixth(board: Board, start: int, end: int) -> int | None:
    """The direction from one centre to another if it is a multiple of 60 degrees."""
    (x, y), (u, v) = board.positions[start], board.positions[end]
    angle = math.degrees(math.atan2(v - y, u - x)) % 360
    nearest = round(angle / 60) * 60
    return nearest % 360 if abs(angle - nearest) < 0.01 else None


@given(hex_boards())
def test_what_lies_beyond_in_all_directions_is_straight(board: Board) -> None:
    beyond, straight = table(board, "beyond").values, table(board, "straight").values
    for k, mask in enumerate(straight):
        parts = [members(beyond[k * 6 + d]) for d in range(6)]
        assert set().union(*parts) == members(mask)
        assert sum(map(len, parts)) == len(members(mask))


def test_the_centre_of_a_hexagon_is_as_far_from_every_side() -> None:
    board = build("ice", "hex", ("hexagon", 3), {})
    assert board.centre is not None
    x, y = board.positions[board.centre]
    assert x == pytest.approx(sum(p[0] for p in board.positions) / len(board.positions))
    assert y == pytest.approx(sum(p[1] for p in board.positions) / len(board.positions))
