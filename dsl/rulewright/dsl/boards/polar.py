"""A wheel: rings around a centre, cut into segments; every ring can turn by itself."""

from __future__ import annotations

import math

from ..ir.types import Enum, Set
from .board import Board, BoardTable, Group
from .labels import letters, place
from .masks import mask


def polar(name: str, rings: int, segments: int) -> Board:
    """The wheel with this many rings and segments (both at least 1).

    Cells are named ring letter (``a`` is the innermost) and segment number: ``b3``. Segments are
    numbered clockwise from the top. One step of turning takes what is in segment ``s`` of a ring to
    segment ``s + 1``, from the last to the first.

    A cell touches its left and right neighbours in its ring and the cells of its segment in the
    rings inside and outside. With two segments left and right are the same cell; with one there are
    none.
    """
    cells = tuple((r, s) for r in range(rings) for s in range(segments))
    cell = Enum("Cell", tuple(place(r, s) for r, s in cells))
    ring = Enum("Ring", tuple(letters(r) for r in range(rings)))
    segment = Enum("Segment", tuple(f"s{s + 1}" for s in range(segments)))

    def at(r: int, s: int) -> int:
        return r * segments + s % segments

    def touching(r: int, s: int) -> int:
        radial = [at(i, s) for i in (r - 1, r + 1) if 0 <= i < rings]
        return mask([at(r, s - 1), at(r, s + 1), *radial]) & ~mask([at(r, s)])

    in_ring = tuple(mask(at(r, s) for s in range(segments)) for r in range(rings))
    in_segment = tuple(mask(at(r, s) for r in range(rings)) for s in range(segments))
    turned = tuple(
        tuple(at(r, s - 1) if r == turning else at(r, s) for r, s in cells)
        for turning in range(rings)
    )
    return Board(
        name=name,
        kind="polar",
        place=cell,
        groups=(Group(ring, in_ring, turned), Group(segment, in_segment)),
        enums=(),
        tables=(
            BoardTable("touching", (cell,), Set(cell), tuple(touching(r, s) for r, s in cells)),
            BoardTable("ring", (cell,), ring, tuple(r for r, _ in cells)),
            BoardTable("segment", (cell,), segment, tuple(s for _, s in cells)),
        ),
        near="touching",
        positions=tuple(_position(r, s, segments) for r, s in cells),
    )


def _position(ring: int, segment: int, segments: int) -> tuple[float, float]:
    """The centre of a cell; the middle of the board is (0, 0)."""
    angle = math.tau * (segment + 0.5) / segments
    return (ring + 1) * math.sin(angle), -(ring + 1) * math.cos(angle)
