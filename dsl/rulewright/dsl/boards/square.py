"""A board of squares in columns and rows, named as in chess."""

from __future__ import annotations

from itertools import islice

from ..ir.types import Enum, Set
from .board import Board, BoardTable, Group
from .directions import DirectionSteps, along, neighbours, ray_table, step_table, steps
from .error import BoardError
from .labels import letters, place
from .masks import mask

COMPASS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
SIDES = (0, 2, 4, 6)
HALF_CIRCLE = (0, 1, 2, 3)
"""One of each pair of opposite directions."""


def square(name: str, columns: int, rows: int, line: int | None = None) -> Board:
    """The board with so many columns and rows (both at least 1).

    Squares are named column letter and row number, rows counted from the bottom: ``a1`` is at the
    lower left. They are in order row by row, from the bottom. Rows are ``r1``, ``r2``, …; columns
    ``a``, ``b``, …

    With ``line`` there is a group ``Line`` of every straight run of so many squares along rows,
    columns and diagonals, named by its two ends: ``a1_c3``. Raises BoardError if none fits.
    """
    squares = tuple((x, y) for y in range(rows) for x in range(columns))
    element = Enum("Square", tuple(place(x, y) for x, y in squares))
    row = Enum("Row", tuple(f"r{y + 1}" for y in range(rows)))
    column = Enum("Column", tuple(letters(x) for x in range(columns)))
    direction = Enum("Direction", tuple(COMPASS))
    all_steps = steps(squares, tuple(COMPASS.values()))

    def at(x: int, y: int) -> int:
        return y * columns + x

    groups = [
        Group(row, tuple(mask(at(x, y) for x in range(columns)) for y in range(rows))),
        Group(column, tuple(mask(at(x, y) for y in range(rows)) for x in range(columns))),
    ]
    if line is not None:
        groups.append(_lines(element, all_steps, line))
    around = tuple(range(len(COMPASS)))
    return Board(
        name=name,
        kind="square",
        place=element,
        groups=tuple(groups),
        enums=(direction,),
        tables=(
            BoardTable("near", (element,), Set(element), neighbours(all_steps, SIDES)),
            BoardTable("around", (element,), Set(element), neighbours(all_steps, around)),
            BoardTable("row", (element,), row, tuple(y for _, y in squares)),
            BoardTable("column", (element,), column, tuple(x for x, _ in squares)),
            step_table(element, direction, all_steps),
            ray_table(element, direction, all_steps),
        ),
        near="near",
        positions=tuple((float(x), float(rows - 1 - y)) for x, y in squares),
    )


def _lines(element: Enum, all_steps: DirectionSteps, length: int) -> Group:
    """Every straight run of ``length`` squares, each once."""
    runs: dict[str, int] = {}
    for start, label in enumerate(element.labels):
        for d in HALF_CIRCLE:
            run = [start, *islice(along(all_steps, start, d), length - 1)]
            if len(run) == length:
                runs.setdefault(f"{label}_{element.labels[run[-1]]}", mask(run))
    if not runs:
        raise BoardError(f"no straight run of {length} squares fits on this board", None, "line")
    return Group(Enum("Line", tuple(runs)), tuple(runs.values()))
