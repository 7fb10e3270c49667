"""Named places at their positions, and the connections between them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.boards.board import Board

from .canvas import Canvas, Paint

ROWS = 2


def graph_lines(board: Board, cells: Sequence[tuple[str, Paint]], dim: Paint) -> list[str]:
    """Each place as its name and its mark."""
    names = board.place.labels
    mark = max(len(text) for text, _ in cells)
    wide = max(len(name) for name in names) + mark + 3
    canvas = Canvas()
    for (x, y), (text, paint), name in zip(board.positions, cells, names, strict=True):
        canvas.put(x * wide - mark / 2, y * ROWS, f"{name}:", dim)
        canvas.put(x * wide + len(name) / 2 + 1, y * ROWS, text, paint)
    return canvas.lines()


def edges(board: Board) -> list[str]:
    """The pairs of places that are joined, each once: ``a-b``."""
    names = board.place.labels
    near = next(table for table in board.tables if table.name == board.near)
    return [
        f"{names[a]}-{names[b]}"
        for a, mask in enumerate(near.values)
        for b in range(a + 1, len(names))
        if isinstance(mask, int) and mask >> b & 1
    ]
