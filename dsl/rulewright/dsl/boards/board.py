"""A board as the rest of the tool sees it: elements, tables of constants, positions.

The compiler turns types and tables into names of the language; the engines see only constants;
drawing uses `positions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..ir.types import Enum, Scalar, Set, Type, Value

BoardKind = Literal["polar", "square", "hex", "graph"]


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A constant function of the board, ``name(key, …)`` in the language.

    ``values`` hold the results, row-major over the keys' ordinals.
    """

    name: str
    keys: tuple[Scalar, ...]
    type: Scalar | Set
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Elements that stand for sets of places: rings, rows, lines, sides.

    ``members``: for each label of ``enum``, the places in it as a bit mask. ``turned``: for each
    label, the effect of one step of ``rotate``: place ``k`` then holds what place
    ``turned[label][k]`` held; None if this group cannot turn.
    """

    enum: Enum
    members: tuple[int, ...]
    turned: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A board with ``place`` as its places (cells, squares, tiles, nodes).

    ``near`` names the table (place -> set of places) that is the board's adjacency: the default
    relation of ``connected``, ``components`` and ``distance``. ``enums`` are further element types
    that are not groups (directions). ``positions`` are the places' centres for drawing, x to the
    right and y down.
    """

    name: str
    kind: BoardKind
    place: Enum
    groups: tuple[Group, ...]
    enums: tuple[Enum, ...]
    tables: tuple[BoardTable, ...]
    near: str
    positions: tuple[tuple[float, float], ...]
    centre: int | None = None
    """The place in the middle, if the shape has one: `centre` in the language."""

    @property
    def adjacency(self) -> BoardTable:
        """The table that ``near`` names."""
        return next(table for table in self.tables if table.name == self.near)

    def joined(self) -> list[tuple[int, int]]:
        """The pairs of places of which each or one is near the other, each pair once."""
        masks = [value if isinstance(value, int) else 0 for value in self.adjacency.values]
        return [
            (a, b)
            for a in range(len(masks))
            for b in range(a + 1, len(masks))
            if masks[a] >> b & 1 or masks[b] >> a & 1
        ]

    def types(self) -> tuple[Type, ...]:
        """Every element type that the board brings."""
        return (self.place, *(g.enum for g in self.groups), *self.enums)
