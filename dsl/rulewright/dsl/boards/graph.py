"""A board of named places joined by edges, as drawn by the author."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from ..ir.types import Enum, Set
from .board import Board, BoardTable
from .error import BoardError
from .masks import mask

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_SQUARE = re.compile(r"([A-Za-z])([0-9]{1,2})", re.ASCII)


def graph(name: str, edges: str) -> Board:
    """The graph of the edges ``a-b``, with blanks between them; a name alone is a lone place.

    Places are in the order in which they are first named. If all are named as squares are (a column letter and a
    row number, ``a1`` at the lower left), they lie so, without empty columns and rows; else on a circle.

    Raises BoardError for a malformed edge, a doubled one, one from a place to itself, and for a
    graph without places.
    """
    index: dict[str, int] = {}
    near: list[set[int]] = []
    for word in edges.split():
        ends = word.split("-")
        if len(ends) > 2 or not all(_NAME.fullmatch(end) for end in ends):
            raise BoardError(f"{word!r} is no edge: expected two names such as a-b", 0)
        for end in ends:
            if index.setdefault(end, len(near)) == len(near):
                near.append(set())
        if len(ends) == 2:
            _join(word, near, index[ends[0]], index[ends[1]])
    if not index:
        raise BoardError('a graph needs at least one place: expected edges such as "a-b b-c"', 0)
    place = Enum("Place", tuple(index))
    masks = tuple(mask(neighbours) for neighbours in near)
    return Board(
        name=name,
        kind="graph",
        place=place,
        groups=(),
        enums=(),
        tables=(BoardTable("near", (place,), Set(place), masks),),
        near="near",
        positions=_as_squares(place.labels) or _on_a_circle(len(masks)),
    )


def _join(word: str, near: list[set[int]], one: int, other: int) -> None:
    if one == other:
        raise BoardError(f"the edge {word} leads from a place to itself", 0)
    if other in near[one]:
        raise BoardError(f"the edge {word} is given twice", 0)
    near[one].add(other)
    near[other].add(one)


def _as_squares(names: Sequence[str]) -> tuple[tuple[float, float], ...] | None:
    """Where places lie that are named as squares are, one apart; None if a name is no such, or says the same as
    another, or if all are in one column or row: then it is a letter with a number."""
    found = [match for name in names if (match := _SQUARE.fullmatch(name))]
    squares = [(match[1].lower(), int(match[2])) for match in found]
    columns = sorted({column for column, _ in squares})
    rows = sorted({row for _, row in squares}, reverse=True)
    if len(set(squares)) < len(names) or min(len(columns), len(rows)) < 2:
        return None
    return tuple((float(columns.index(c)), float(rows.index(r))) for c, r in squares)


def _on_a_circle(size: int) -> tuple[tuple[float, float], ...]:
    """So many places around (0, 0), the first at the top, about one apart."""
    radius = size / math.tau
    angles = [math.tau * index / size for index in range(size)]
    return tuple((radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles)
