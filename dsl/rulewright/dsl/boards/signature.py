"""What a board of a kind brings, whatever its size: for the type checker and the manual."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from ..ir.types import Enum, show
from .board import Board
from .build import build

FIXED = frozenset({"Direction", "Side"})
"""The types whose values do not depend on the size of the board."""


@dataclass(frozen=True, slots=True)
class TypeSignature:
    """An element type. ``labels`` are its values if every board of the kind has the same ones."""

    name: str
    role: Literal["place", "group", "other"]
    labels: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class FunctionSignature:
    """A table as a function: the names of its parameters' types and of its result's."""

    name: str
    parameters: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Signature:
    """The types and functions of a kind of board. ``turns``: the groups that can turn."""

    kind: str
    types: tuple[TypeSignature, ...]
    functions: tuple[FunctionSignature, ...]
    near: str
    turns: tuple[str, ...]


def signature(kind: str, shape: str = "rhombus", named: Collection[str] = ()) -> Signature:
    """What a board of this kind brings; read off the smallest one, so it cannot differ.

    ``shape`` matters for ``hex`` only, ``named`` are the names of the named arguments given.

    >>> [f.name for f in signature("polar").functions]
    ['touching', 'ring', 'segment']

    Raises BoardError for an unknown kind, shape or named argument.
    """
    board = _smallest(kind, shape, named)
    groups = tuple(_type(group.enum, "group") for group in board.groups)
    others = tuple(_type(enum, "other") for enum in board.enums)
    return Signature(
        kind=kind,
        types=(_type(board.place, "place"), *groups, *others),
        functions=tuple(
            FunctionSignature(table.name, tuple(map(show, table.keys)), show(table.type))
            for table in board.tables
        ),
        near=board.near,
        turns=tuple(g.enum.name for g in board.groups if g.turned is not None),
    )


def _smallest(kind: str, shape: str, named: Collection[str]) -> Board:
    shapes: dict[str, tuple[int | str, ...]] = {
        "rhombus": (1, 1),
        "hexagon": (1,),
        "picture": ("#",),
        "tiles": ("0,0",),
    }
    smallest: dict[str, tuple[int | str, ...]] = {
        "hex": (shape, *shapes.get(shape, ())),
        "graph": ("a",),
    }
    return build("board", kind, smallest.get(kind, (1, 1)), dict.fromkeys(named, 1))


def _type(enum: Enum, role: Literal["place", "group", "other"]) -> TypeSignature:
    return TypeSignature(enum.name, role, enum.labels if enum.name in FIXED else None)
