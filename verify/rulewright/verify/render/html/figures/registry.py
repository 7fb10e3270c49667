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
"""All others look like a graph: each place where it lies, with lines to those near it."""


def figure_of(board: Board) -> Figure:
    """What a board looks like before anything stands on it."""
    return FIGURES.get(board.kind, graph.figure)(board)
