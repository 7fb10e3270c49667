"""What holds for every board of every kind."""

from __future__ import annotations

import math

from hypothesis import given
from tests.dsl.boards.samples import boards, members, neighbours

from rulewright.dsl.boards.board import Board
from rulewright.dsl.ir.types import contains, size


@given(boards())
def test_near_is_symmetric_and_irreflexive(board: Board) -> None:
    near = neighbours(board)
    assert len(near) == len(board.place.labels)
    for k, around in enumerate(near):
        assert k not in around
        assert all(k in near[other] for other in around)


@given(boards())
def test_tables_hold_one_value_of_their_type_for_every_key(board: Board) -> None:
    assert board.near in {t.name for t in board.tables}
    for t in board.tables:
        assert len(t.values) == math.prod(size(key) for key in t.keys)
        assert all(contains(t.type, value) for value in t.values)


@given(boards())
def test_names_are_unique_and_groups_complete(board: Board) -> None:
    enums = [board.place, *(g.enum for g in board.groups), *board.enums]
    assert len({e.name for e in enums}) == len(enums)
    for enum in enums:
        assert enum.labels
        assert len(set(enum.labels)) == len(enum.labels)
    for group in board.groups:
        assert len(group.members) == len(group.enum.labels)
        assert all(members(m) for m in group.members)
        assert max(m.bit_length() for m in group.members) <= len(board.place.labels)


@given(boards())
def test_positions_are_distinct(board: Board) -> None:
    assert len(board.positions) == len(board.place.labels)
    rounded = {(round(x, 6), round(y, 6)) for x, y in board.positions}
    assert len(rounded) == len(board.positions)
