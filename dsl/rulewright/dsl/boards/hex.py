"""A board of hexagonal tiles in staggered rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..ir.types import Enum, Set
from .board import Board, BoardTable, Group
from .directions import (
    Coordinate,
    beyond_table,
    neighbours,
    ray_table,
    step_table,
    steps,
)
from .error import BoardError
from .labels import place
from .masks import mask

AROUND = {
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (0, -1),
}
MAX_SPREAD = 400


def hexagonal(name: str, tiles: Sequence[Coordinate], sides: bool = False) -> Board:
    """The board of these tiles in axial coordinates (see :mod:`.hexshape`), in their order.

    A tile is named by a letter for ``q`` and a number for ``r``, both counted from the least on
    the board. ``step`` and ``ray`` end where a tile is missing; ``beyond`` goes on past gaps, and
    ``straight`` gives every other tile in a straight line with one, whatever lies between.

    ``sides`` (for a rhombus) adds the group ``Side`` of the border tiles: the top and bottom rows
    are ``North`` and ``South``, the first and last columns ``West`` and ``East``; a corner is in
    two.

    Raises BoardError if the tiles lie too far apart.
    """
    left, right = min(q for q, _ in tiles), max(q for q, _ in tiles)
    top, bottom = min(r for _, r in tiles), max(r for _, r in tiles)
    if max(right - left, bottom - top) >= MAX_SPREAD:
        raise BoardError(f"the tiles lie {MAX_SPREAD} or more columns or rows apart", 1)
    element = Enum("Tile", tuple(place(q - left, r - top) for q, r in tiles))
    direction = Enum("Direction", tuple(AROUND))
    all_steps = steps(tiles, tuple(AROUND.values()))
    near = neighbours(all_steps, range(len(AROUND)))
    members = {
        "North": mask(k for k, (_, r) in enumerate(tiles) if r == top),
        "South": mask(k for k, (_, r) in enumerate(tiles) if r == bottom),
        "West": mask(k for k, (q, _) in enumerate(tiles) if q == left),
        "East": mask(k for k, (q, _) in enumerate(tiles) if q == right),
    }
    groups = (Group(Enum("Side", tuple(members)), tuple(members.values())),) if sides else ()
    return Board(
        name=name,
        kind="hex",
        place=element,
        groups=groups,
        enums=(direction,),
        tables=(
            BoardTable("near", (element,), Set(element), near),
            step_table(element, direction, all_steps),
            ray_table(element, direction, all_steps),
            beyond_table(element, direction, tiles, tuple(AROUND.values())),
            BoardTable(
                "straight", (element,), Set(element), tuple(_straight(tiles, t) for t in tiles)
            ),
        ),
        near="near",
        positions=tuple(_position(q - left, r - top) for q, r in tiles),
    )


def _position(column: int, row: int) -> tuple[float, float]:
    """The centre of a tile; neighbours are one apart."""
    return column + row / 2, row * math.sqrt(3) / 2


def _straight(tiles: Sequence[Coordinate], tile: Coordinate) -> int:
    q, r = tile
    return mask(
        k
        for k, (x, y) in enumerate(tiles)
        if (x, y) != tile and (x == q or y == r or x + y == q + r)
    )
