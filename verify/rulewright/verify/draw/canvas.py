"""A canvas for texts at given places, read off as lines."""

from __future__ import annotations

from collections.abc import Callable

Paint = Callable[[str], str]


def plain(text: str) -> str:
    """The text as it is."""
    return text


class Canvas:
    """Grows as needed. Columns and rows may be negative; the lines begin at the least of each."""

    def __init__(self) -> None:
        self._texts: dict[tuple[int, int], tuple[str, Paint]] = {}

    def put(self, column: float, row: float, text: str, paint: Paint = plain) -> None:
        """Put a text with its middle at a place."""
        self.put_from(round(column - (len(text) - 1) / 2), row, text, paint)

    def put_from(self, left: int, row: float, text: str, paint: Paint = plain) -> None:
        """Put a text that begins at a place."""
        self._texts[round(row), left] = (text, paint)

    def lines(self) -> list[str]:
        """The rows from top to bottom, without blanks at their ends."""
        if not self._texts:
            return []
        left = min(column for _, column in self._texts)
        top = min(row for row, _ in self._texts)
        bottom = max(row for row, _ in self._texts)
        result: list[str] = []
        for row in range(top, bottom + 1):
            line, end = "", left
            for (_, column), (text, paint) in sorted(
                item for item in self._texts.items() if item[0][0] == row
            ):
                line += " " * (column - end) + paint(text)
                end = max(end, column) + len(text)
            result.append(line)
        return result
