"""Squares in rows and columns."""

from __future__ import annotations

from rulewright.dsl.boards.board import Board

from .figure import UNIT, Figure, FigureLabel, Outline, path


def figure(board: Board) -> Figure:
    """Rows have their numbers at the left, columns their letters below."""
    outlines, labels = [], []
    half = UNIT / 2
    below = max(y for _, y in board.positions)
    for (column, row), name in zip(board.positions, board.place.labels, strict=True):
        x, y = column * UNIT, row * UNIT
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        square = path((x + dx, y + dy) for dx, dy in corners)
        outlines.append(Outline(square, x, y, UNIT * 0.4))
        letters = name.rstrip("0123456789")
        if column == 0:
            labels.append(FigureLabel(name.removeprefix(letters), -0.75 * UNIT, y))
        if row == below:
            labels.append(FigureLabel(letters, x, y + 0.75 * UNIT))
    return Figure(tuple(outlines), tuple(labels))
