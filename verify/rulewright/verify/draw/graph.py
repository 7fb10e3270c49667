"""Named places at their positions, and the connections between them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.boards.board import Board

from .canvas import Canvas, Paint

ROWS = 2


def graph_lines(board: Board, cells: Sequence[tuple[str, Paint]], dim: Paint) -> list[str]:
    """Each place as its name and its mark; with lines between places that are joined, if they are side by side
    or above one another with none between them."""
    names = board.place.labels
    mark = max(len(text) for text, _ in cells)
    wide = max(len(name) for name in names) + mark + 4
    canvas = Canvas()
    ends: list[tuple[int, int]] = []
    for (x, y), (text, paint), name in zip(board.positions, cells, names, strict=True):
        left = round(x * wide)
        canvas.put_from(left, y * ROWS, f"{name}:", dim)
        canvas.put_from(left + len(name) + 1, y * ROWS, text, paint)
        ends.append((left, left + len(name) + mark))
    for a, b in _lines(board):
        (x, y), (other, below) = board.positions[a], board.positions[b]
        if x == other:
            for row in range(round(y * ROWS) + 1, round(below * ROWS)):
                canvas.put_from(ends[a][0], row, "│", dim)
        else:
            first = ends[a][1] + 2
            canvas.put_from(first, y * ROWS, "─" * (ends[b][0] - 1 - first), dim)
    return canvas.lines()


def edges(board: Board) -> list[str]:
    """The pairs of places that are joined without a line in the drawing, each once: ``a-b``."""
    names = board.place.labels
    drawn = {frozenset(pair) for pair in _lines(board)}
    return [f"{names[a]}-{names[b]}" for a, b in board.joined() if {a, b} not in drawn]


def _lines(board: Board) -> list[tuple[int, int]]:
    """The joined pairs for which there is room for a line, the place at the left or above first: on a grid, with
    no place between them and no other line across."""
    at = board.positions
    drawn: list[tuple[int, int]] = []
    for pair in board.joined() if all(x.is_integer() and y.is_integer() for x, y in at) else ():
        a, b = sorted(pair, key=lambda place: at[place])
        (x, y), (other, below) = at[a], at[b]
        straight = (x == other) != (y == below)
        taken = any(
            x <= column <= other and y <= row <= below
            for place, (column, row) in enumerate(at)
            if place not in pair
        )
        if straight and not taken and not any(_cross(at, (a, b), line) for line in drawn):
            drawn.append((a, b))
    return drawn


def _cross(at: Sequence[tuple[float, float]], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two lines have more in common than an end."""
    (a, b), (c, d) = ((at[first], at[last]) for first, last in (one, other))
    return (
        not {*one} & {*other}
        and max(a[0], c[0]) <= min(b[0], d[0])
        and max(a[1], c[1]) <= min(b[1], d[1])
    )
