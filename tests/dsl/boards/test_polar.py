"""Wheels."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.dsl.boards.samples import members, named, neighbours, numbered, polar_boards, table

from rulewright.dsl.boards.board import Board
from rulewright.dsl.boards.build import build


@pytest.mark.parametrize("rings", range(1, 6))
@pytest.mark.parametrize("segments", range(1, 9))
def test_there_are_as_many_neighbours_as_the_drawing_has_walls(rings: int, segments: int) -> None:
    board = build("wheel", "polar", (rings, segments), {})
    walls_in_a_ring = {1: 0, 2: 1}.get(segments, segments)
    walls = rings * walls_in_a_ring + (rings - 1) * segments
    assert len(board.place.labels) == rings * segments
    assert sum(map(len, neighbours(board))) == 2 * walls


@pytest.mark.parametrize(
    ("rings", "segments", "cell", "expected"),
    [
        (4, 8, "b3", {"a3", "c3", "b2", "b4"}),
        (4, 8, "a1", {"b1", "a8", "a2"}),
        (4, 8, "d8", {"c8", "d7", "d1"}),
        (1, 2, "a1", {"a2"}),
        (2, 1, "a1", {"b1"}),
        (1, 1, "a1", set()),
    ],
)
def test_touching(rings: int, segments: int, cell: str, expected: set[str]) -> None:
    board = build("wheel", "polar", (rings, segments), {})
    assert named(board, neighbours(board)[numbered(board, cell)]) == expected


def test_rings_and_segments_are_sets_of_cells() -> None:
    board = build("wheel", "polar", (2, 3), {})
    ring, segment = board.groups
    assert ring.enum.labels == ("a", "b")
    assert segment.enum.labels == ("s1", "s2", "s3")
    assert [named(board, members(m)) for m in ring.members] == [
        {"a1", "a2", "a3"},
        {"b1", "b2", "b3"},
    ]
    assert named(board, members(segment.members[2])) == {"a3", "b3"}


@given(polar_boards())
def test_a_cell_is_in_its_ring_and_segment_and_no_other(board: Board) -> None:
    for group, name in zip(board.groups, ("ring", "segment"), strict=True):
        for k, own in enumerate(table(board, name).values):
            assert [i for i, m in enumerate(group.members) if m >> k & 1] == [own]


def test_turning_takes_a_piece_to_the_next_segment() -> None:
    board = build("wheel", "polar", (3, 4), {})
    turned = board.groups[0].turned
    assert turned is not None
    before = board.place.labels
    after = {before[k]: before[source] for k, source in enumerate(turned[1])}
    assert after["b2"] == "b1"
    assert after["b1"] == "b4"
    assert after["a2"] == "a2"
    assert after["c2"] == "c2"


@given(polar_boards())
def test_as_many_turns_as_segments_bring_everything_back(board: Board) -> None:
    rings, segments = board.groups
    places = tuple(range(len(board.place.labels)))
    assert rings.turned is not None
    assert segments.turned is None
    for turn in rings.turned:
        assert sorted(turn) == list(places)
        now = places
        for k in range(len(segments.members)):
            assert k == 0 or now != places
            now = tuple(turn[k] for k in now)
        assert now == places


def test_segments_are_drawn_clockwise_and_rings_outwards() -> None:
    board = build("wheel", "polar", (2, 4), {})
    at = dict(zip(board.place.labels, board.positions, strict=True))
    (x1, y1), (x2, y2) = at["a1"], at["a2"]
    assert x1 > 0 > y1
    assert x2 > 0
    assert y2 > 0
    assert at["b1"][0] ** 2 + at["b1"][1] ** 2 > x1**2 + y1**2
