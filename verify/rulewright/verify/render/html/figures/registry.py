"""The figure of each kind of board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.boards.board import Board, BoardKind

from . import graph, hexagonal, polar, square
from .figure import Figure

FIGURES: Mapping[BoardKind, Callable[[Board], Figure]] = {
    "polar": polar.figure,
    "square": square.figure,
    "hex": hexagonal.figure,
}
"""All others look like a graph: each place at its position, with lines to its neighbours."""


def figure_of(board: Board) -> Figure:
    """The empty board."""
    return FIGURES.get(board.kind, graph.figure)(board)
