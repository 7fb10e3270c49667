"""The text between two words of a file: comments, line breaks and blank lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A comment on a line of its own; ``blank``: a blank line precedes it."""

    text: str
    column: int
    blank: bool


@dataclass(frozen=True, slots=True)
class Trivia:
    """``beside``: the comment on the line that ends here; ``breaks``: the next word begins a line;
    ``blank``: a blank line is right before it. ``column``: where the comment beside begins, with
    ``apart`` blanks before it.
    """

    beside: str
    notes: tuple[Note, ...]
    breaks: bool
    blank: bool
    column: int = 0
    apart: int = 0


BELOW = Trivia("", (), breaks=True, blank=False)
"""Nothing but the end of a line."""


def read_gap(text: str, column: int = 0) -> Trivia:
    """The gap that is written as ``text`` from a column on: white space and comments.

    >>> read_gap("  # why").beside
    '# why'
    """
    first, *rest = text.split("\n")
    notes: list[Note] = []
    blank = False
    for line in rest[:-1]:
        comment = line.strip()
        if comment:
            notes.append(Note(comment, indentation(line), blank))
        blank = not comment
    if rest and rest[-1].strip():  # the file ends in a comment without a line break
        notes.append(Note(rest[-1].strip(), indentation(rest[-1]), blank))
    apart = indentation(first)
    return Trivia(first.strip(), tuple(notes), bool(rest), blank, column + apart, apart)


def indentation(line: str) -> int:
    """How many spaces begin a line."""
    return len(line) - len(line.lstrip(" "))
