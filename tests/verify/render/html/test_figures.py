"""Boards as drawings: where places lie, and what of them is shown."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.boards.board import Board
from rulewright.dsl.boards.graph import graph
from rulewright.dsl.boards.hex import hexagonal
from rulewright.dsl.boards.polar import polar
from rulewright.dsl.boards.square import square
from rulewright.verify.render.html.figures.figure import Figure
from rulewright.verify.render.html.figures.registry import figure_of

BOARDS: dict[str, Board] = {
    "polar": polar("wheel", 3, 8),
    "square": square("grid", 4, 3),
    "hex": hexagonal("ice", [(0, 0), (1, 0), (0, 1), (2, 0)]),
    "graph": graph("map", "home-well home-mill"),
}


def distances(figure: Figure) -> list[float]:
    """Of each pair of places, how far the one's circle is from the other's."""
    places = figure.outlines
    return [
        math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius
        for n, a in enumerate(places)
        for b in places[:n]
    ]


def corners(path: str) -> list[tuple[float, float]]:
    """The points of a path that consists of straight lines."""
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)]


@pytest.mark.parametrize("kind", BOARDS)
def test_every_place_has_room_of_its_own(kind: str) -> None:
    board = BOARDS[kind]
    figure = figure_of(board)
    assert len(figure.outlines) == len(board.place.labels)
    assert min(distances(figure)) > 0


@given(st.integers(1, 6), st.integers(1, 12))
def test_tokens_on_a_wheel_never_overlap(rings: int, segments: int) -> None:
    figure = figure_of(polar("wheel", rings, segments))
    assert all(d > 0 for d in distances(figure))
    for place in figure.outlines:
        numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", place.path)]
        assert all(math.isfinite(n) for n in numbers)


@given(st.integers(1, 6), st.integers(1, 12))
def test_a_wheel_is_shown_whole(rings: int, segments: int) -> None:
    """Whatever the number of segments, no arc goes beyond the part that is shown."""
    figure = figure_of(polar("wheel", rings, segments))
    box = figure.box()
    radii = [float(r) for o in figure.outlines for r in re.findall(r"A([\d.]+),", o.path)]
    farthest = max(radii)
    assert box.x <= -farthest
    assert box.x + box.width >= farthest
    assert box.y <= -farthest
    assert box.y + box.height >= farthest


def test_neighbours_on_ice_share_a_side() -> None:
    """Two hexagons that touch have two corners in common; others have fewer."""
    board = BOARDS["hex"]
    outlines = figure_of(board).outlines
    near = next(t for t in board.tables if t.name == board.near).values
    for a, one in enumerate(outlines):
        for b, other in enumerate(outlines):
            if a != b:
                apart = [
                    min(math.dist(p, q) for q in corners(other.path)) for p in corners(one.path)
                ]
                touching = isinstance(near[a], int) and bool(near[a] >> b & 1)
                assert (sum(d < 0.1 for d in apart) == 2) is touching


def test_joined_places_have_a_line() -> None:
    figure = figure_of(BOARDS["graph"])
    ends = {((line.x1, line.y1), (line.x2, line.y2)) for line in figure.lines}
    centres = [(o.x, o.y) for o in figure.outlines]
    assert ends == {(centres[0], centres[1]), (centres[0], centres[2])}


@pytest.mark.parametrize("kind", BOARDS)
def test_the_whole_board_is_in_the_picture(kind: str) -> None:
    figure = figure_of(BOARDS[kind])
    box = figure.box()
    things = [
        *((o.x, o.y) for o in figure.outlines),
        *((label.x, label.y) for label in figure.labels),
    ]
    assert all(box.x <= x <= box.x + box.width for x, _ in things)
    assert all(box.y <= y <= box.y + box.height for _, y in things)
    part = figure.box([0])
    assert part.width * part.height < box.width * box.height or len(figure.outlines) == 1
