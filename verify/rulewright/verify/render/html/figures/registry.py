"""The figure of each kind of board."""

from __future__ import annotations

from rulewright.dsl.boards.board import Board

from . import graph, hexagonal, polar, square
from .figure import Figure


def figure_of(board: Board) -> Figure:
    """What a board looks like before anything stands on it."""
    match board.kind:
        case "polar":
            return polar.figure(board)
        case "square":
            return square.figure(board)
        case "hex":
            return hexagonal.figure(board)
        case "graph":
            return graph.figure(board)
