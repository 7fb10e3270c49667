"""Any board with a mark on each of its places, as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.boards.board import Board

from .canvas import Paint, plain
from .graph import graph_lines
from .grid import hex_lines, square_lines
from .marks import EMPTY, Mark
from .polar import polar_lines
from .style import Style


def board_lines(board: Board, marks: Sequence[Mark], style: Style) -> list[str]:
    """The board drawn with ``marks``, one for each place."""
    cells = [(mark.text, painter(mark, style)) for mark in marks]
    match board.kind:
        case "polar":
            return polar_lines(board, cells, style.dim)
        case "square":
            return square_lines(board, cells, style.dim)
        case "hex":
            return hex_lines(board, cells, style.dim)
        case "graph":
            return graph_lines(board, cells, style.dim)


def painter(mark: Mark, style: Style) -> Paint:
    """How a mark is coloured."""
    number = mark.colour
    if mark.text == EMPTY:
        return style.dim
    if number is None:
        return plain
    return lambda text: style.paint(text, number)
