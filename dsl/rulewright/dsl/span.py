"""Places in source files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file: lines and columns from 1; the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def is_within(self, other: Span) -> bool:
        """Whether it lies inside another, or is the same."""
        begin, end = (self.line, self.column), (self.end_line, self.end_column)
        first, last = (other.line, other.column), (other.end_line, other.end_column)
        return self.file == other.file and first <= begin and end <= last

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
