"""Any board with a mark on each of its places, as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulewright.dsl.boards.board import Board, BoardKind

from .canvas import Paint, plain
from .colours import BLUE, GREEN, ORANGE, PURPLE, RED, TEAL, YELLOW
from .graph import edges, graph_lines
from .grid import hex_lines, square_lines
from .marks import EMPTY, Mark
from .polar import polar_lines
from .style import Style, painted

DrawsBoard = Callable[[Board, Sequence[tuple[str, Paint]], Paint], list[str]]
"""From a board and what stands on each place to lines; the last paints what is faint."""

DRAWINGS: Mapping[BoardKind, DrawsBoard] = {
    "polar": polar_lines,
    "square": square_lines,
    "hex": hex_lines,
}
"""All others are drawn as a graph: each place where it lies, with its name."""

IN_TERMINALS = {RED: 0, BLUE: 1, GREEN: 2, PURPLE: 3, YELLOW: 4, TEAL: 5, ORANGE: 4}
"""The numbers of the colours of a style; grey, white and black are that of the text."""


def board_lines(board: Board, marks: Sequence[Mark], style: Style) -> list[str]:
    """The board drawn with ``marks``, one for each place."""
    cells = [(mark.text, painter(mark, style)) for mark in marks]
    return DRAWINGS.get(board.kind, graph_lines)(board, cells, style.dim)


def joined_lines(board: Board, style: Style, columns: int) -> list[str]:
    """Which places are joined, where the drawing does not show that; it never changes."""
    pairs = [] if board.kind in DRAWINGS else edges(board)
    head = "joined:"
    return painted([(" ".join([head, *pairs]), style.dim)], columns) if pairs else []


def painter(mark: Mark, style: Style) -> Paint:
    """How a mark is coloured."""
    number = None if mark.colour is None else IN_TERMINALS.get(mark.colour)
    if mark.text == EMPTY:
        return style.dim
    if number is None:
        return plain
    return lambda text: style.paint(text, number)
