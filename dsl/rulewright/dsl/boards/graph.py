"""A board of named places joined by edges, as drawn by the author."""

from __future__ import annotations

import math
import re

from ..ir.types import Enum, Set
from .board import Board, BoardTable
from .error import BoardError
from .masks import mask

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


def graph(name: str, edges: str) -> Board:
    """The graph of the edges ``a-b``, with blanks between them; a name alone is a lone place.

    Places are in the order in which they are first named. They are drawn on a circle.

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
        positions=tuple(_position(k, len(masks)) for k in range(len(masks))),
    )


def _join(word: str, near: list[set[int]], one: int, other: int) -> None:
    if one == other:
        raise BoardError(f"the edge {word} leads from a place to itself", 0)
    if other in near[one]:
        raise BoardError(f"the edge {word} is given twice", 0)
    near[one].add(other)
    near[other].add(one)


def _position(index: int, size: int) -> tuple[float, float]:
    """A place on a circle around (0, 0), the first at the top, about one apart."""
    angle = math.tau * index / size
    radius = size / math.tau
    return radius * math.sin(angle), -radius * math.cos(angle)
