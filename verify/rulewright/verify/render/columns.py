"""Rows of cells as lines of text, in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..draw.style import width

BETWEEN = "  "


def lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows, indented; a column is as wide as its widest cell.

    >>> list(lines([["a", "b"], ["long", ""]]))
    ['  a     b', '  long']
    """
    sizes = _sizes(rows)
    for row in rows:
        cells = (cell + " " * (size - width(cell)) for cell, size in zip(row, sizes, strict=True))
        yield f"{BETWEEN}{BETWEEN.join(cells)}".rstrip()


def breadth(rows: Sequence[Sequence[str]]) -> int:
    """How many columns of the screen the lines take."""
    return sum(len(BETWEEN) + size for size in _sizes(rows))


def _sizes(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(width, column)) for column in zip(*rows, strict=True)]
