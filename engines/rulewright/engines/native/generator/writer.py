"""Lines of C with their indentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_STEP = "  "


class CWriter:
    """Collects lines; ``block`` puts what is written inside it in braces."""

    def __init__(self) -> None:
        self._lines: list[tuple[int, str]] = []
        self._depth = 0

    @property
    def empty(self) -> bool:
        """Whether nothing has been written."""
        return not self._lines

    def line(self, text: str) -> None:
        """One line at the present depth."""
        self._lines.append((self._depth, text))

    def add(self, other: CWriter) -> None:
        """All lines of another writer, at the present depth."""
        self._lines += [(self._depth + depth, text) for depth, text in other._lines]

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        """``head`` and, in braces, what is written meanwhile."""
        self.line(f"{head} {{" if head else "{")
        self._depth += 1
        yield
        self._depth -= 1
        self.line(tail)

    def text(self) -> str:
        """All lines."""
        return "\n".join(_STEP * depth + text for depth, text in self._lines)
