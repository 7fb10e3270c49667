"""Squares in rows and columns, and staggered rows of hexagons."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rulewright.dsl.boards.board import Board

from .canvas import Canvas, Paint

Cells = Sequence[tuple[str, Paint]]


def square_lines(board: Board, cells: Cells, dim: Paint) -> list[str]:
    """Rows with their numbers at the left and the columns' letters below."""
    step = 1 + max(len(text) for text, _ in cells)
    canvas = Canvas()
    below = max(y for _, y in board.positions) + 1
    for (x, y), (text, paint), name in zip(board.positions, cells, board.place.labels, strict=True):
        canvas.put(x * step, y, text, paint)
        column = name.rstrip("0123456789")
        if x == 0:
            row = name.removeprefix(column).rjust(3)
            canvas.put(-2 - step / 2, y, row, dim)
        if y == 0:
            canvas.put(x * step, below, column, dim)
    return canvas.lines()


def hex_lines(board: Board, cells: Cells, dim: Paint) -> list[str]:
    """Rows of tiles, each half a tile further; the first and last tile of a row are named."""
    half = math.ceil((1 + max(len(text) for text, _ in cells)) / 2)
    height = math.sqrt(3) / 2
    canvas = Canvas()
    rows: dict[int, list[tuple[float, str]]] = {}
    for (x, y), (text, paint), name in zip(board.positions, cells, board.place.labels, strict=True):
        row, column = round(y / height), x * 2 * half
        canvas.put(column, row, text, paint)
        rows.setdefault(row, []).append((column, name))
    for row, places in rows.items():
        first, last = min(places), max(places)
        canvas.put(first[0] - half - (len(first[1]) + 1) / 2, row, first[1], dim)
        if len(places) > 1:
            canvas.put(last[0] + half + (len(last[1]) + 1) / 2, row, last[1], dim)
    return canvas.lines()
