"""Shapes of hexagonal boards: which tiles there are, as axial coordinates.

``q`` counts columns to the right, ``r`` rows down; every row begins half a tile further right
than the one above it.
"""

from __future__ import annotations

import re

from .directions import Coordinate
from .error import BoardError

_TILE = re.compile(r"(-?\d{1,4}),(-?\d{1,4})", re.ASCII)


def rhombus(columns: int, rows: int) -> tuple[Coordinate, ...]:
    """The lozenge of Hex: every row half a tile further right than the one above it."""
    return tuple((q, r) for r in range(rows) for q in range(columns))


def hexagon(side: int) -> tuple[Coordinate, ...]:
    """The hexagon with ``side`` tiles along each of its six sides, row by row from the top."""
    reach = range(1 - side, side)
    return tuple((q, r) for r in reach for q in reach if -side < q + r < side)


def picture(text: str) -> tuple[Coordinate, ...]:
    """The tiles drawn as ``#`` in a picture, row by row.

    Rows are parted by ``/`` or line breaks. Neighbours within a row are two characters apart, and
    a tile's neighbours in the rows above and below stand one character to its left and right.
    Whatever is not a tile is a blank; blanks at the end of a row may be left out.

    >>> picture("# #/ # #")
    ((0, 0), (1, 0), (0, 1), (1, 1))

    Raises BoardError, with line and column in the picture, for another character, a tile that
    does not stand between its neighbours, and a picture without tiles.
    """
    tiles: list[Coordinate] = []
    parity: int | None = None
    for y, row in enumerate(re.split(r"/|\r?\n", text)):
        for x, character in enumerate(row):
            if character == " ":
                continue
            where = f"line {y + 1}, column {x + 1} of the picture"
            if character != "#":
                raise BoardError(f"{where}: expected # or a blank, found {character!r}", 1)
            parity = (x + y) % 2 if parity is None else parity
            if (x + y) % 2 != parity:
                raise BoardError(
                    f"{where}: this tile is not staggered: tiles of a row are two characters "
                    "apart, and every row is shifted by one against the rows beside it",
                    1,
                )
            tiles.append(((x - y - parity) // 2, y))
    if not tiles:
        raise BoardError("the picture has no tile: draw each as #", 1)
    return tuple(tiles)


def tiles(text: str) -> tuple[Coordinate, ...]:
    """The tiles listed as ``q,r`` with blanks between them, in that order.

    Raises BoardError for a malformed or doubled tile, and for an empty list.
    """
    found: dict[Coordinate, None] = {}
    for word in text.split():
        match = _TILE.fullmatch(word)
        if match is None:
            raise BoardError(f"{word!r} is no tile: expected two numbers such as 2,-1", 1)
        tile = int(match[1]), int(match[2])
        if tile in found:
            raise BoardError(f"the tile {word} is given twice", 1)
        found[tile] = None
    if not found:
        raise BoardError("no tiles are given: expected a list such as 0,0 1,0 0,1", 1)
    return tuple(found)
