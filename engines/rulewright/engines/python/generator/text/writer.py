"""Lines of Python with their indentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_STEP = "    "


class PythonWriter:
    """Collects lines; ``block`` indents what is written inside it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self.depth = 0

    def line(self, text: str) -> None:
        """One line at the present depth."""
        self._lines.append(_STEP * self.depth + text if text else text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """``head`` (which ends in a colon) and, deeper, what is written meanwhile."""
        self.line(head)
        self.depth += 1
        before = len(self._lines)
        yield
        if len(self._lines) == before:
            self.line("pass")
        self.depth -= 1

    def text(self) -> str:
        """All lines."""
        return "\n".join(self._lines)
