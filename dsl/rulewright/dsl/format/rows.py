"""The rows of a line of words: what is beside what, and how far each row is indented."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .scan import Word

INDENT = 2
HANGING = 4
MARGIN = 60
WIDTH = 100

_OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
_NO_SPACE_BEFORE = frozenset([")", "]", "}", ",", ":", "?", ".", ".."])
_NO_SPACE_AFTER = frozenset(["(", "[", "{", ".", ".."])


NO_BLANKS: Mapping[int, int] = {}


@dataclass(slots=True)
class Row:
    """One row of the result: ``first`` is its first word.

    A blank row is empty; a ``note`` is a comment on a line of its own. ``comment_column``: where
    its comment began in the source, with ``apart`` blanks before it; ``blanks``: how many more than
    two are before it now.
    """

    indent: int = 0
    first: int = 0
    body: str = ""
    cited: str = ""
    comment: str = ""
    comment_column: int = 0
    apart: int = 0
    blanks: int = 0
    note: bool = False

    def code(self) -> str:
        """The row without its comment."""
        text = " " * self.indent + self.body
        if not self.cited:
            return text
        partly = self.cited.endswith(",")
        margin = MARGIN if partly else min(MARGIN, WIDTH - len(self.cited))
        return (f"{text}  " if self.body else text).ljust(margin) + self.cited

    def text(self) -> str:
        """The whole of it."""
        return f"{self.code()}  {' ' * self.blanks}{self.comment}" if self.comment else self.code()


@dataclass(frozen=True, slots=True)
class _Bracket:
    """An open bracket: the indentation of its line, and of the lines inside it."""

    line: int
    inside: int


def rows_of(
    words: Sequence[Word],
    indent: int,
    breaks: Collection[int],
    blanks: Mapping[int, int] = NO_BLANKS,
) -> list[Row]:
    """The rows of one line; a row begins at the first word, and at each number in ``breaks``.

    ``blanks``: before which words there are how many more blanks than one.
    """
    margin = margin_of(words)
    outer = _Bracket(indent, indent + HANGING)
    brackets: list[_Bracket] = []
    rows = [Row(indent)]
    for at, word in enumerate(words):
        if at in breaks:
            bracket = brackets[-1] if brackets else outer
            rows.append(Row(bracket.line if word.kind in _CLOSING else bracket.inside, at))
        row = rows[-1]
        below = row.first >= margin and words[row.first].kind == "STRING"
        fresh = not (row.cited if at >= margin and not below else row.body)
        text = word.text if fresh or tight(words[at - 1], word) else f" {word.text}"
        text = " " * blanks.get(at, 0) + text
        if at >= margin and not below:
            row.cited += text
        else:
            row.body += text
        if word.kind in _OPENING:
            step = INDENT if at + 1 in breaks else HANGING
            brackets.append(_Bracket(row.indent, row.indent + step))
        elif word.kind in _CLOSING:
            brackets.pop()
    return rows


def depths(words: Sequence[Word]) -> list[int]:
    """How many brackets are open after each word."""
    depth, found = 0, list[int]()
    for word in words:
        depth += (word.kind in _OPENING) - (word.kind in _CLOSING)
        found.append(depth)
    return found


def margin_of(words: Sequence[Word]) -> int:
    """Where the citations that end the line begin; the line's length if it ends otherwise."""
    at = len(words)
    while at and (words[at - 1].rule == "cites" or words[at - 1].kind == "STRING"):
        at -= 1
    return next((n for n in range(at, len(words)) if words[n].rule == "cites"), len(words))


def tight(left: Word, right: Word) -> bool:
    """Whether there is no space between two words of one line."""
    if right.text in _NO_SPACE_BEFORE or left.text in _NO_SPACE_AFTER or left.rule == "negative":
        return True
    if right.text == "[":  # an index or keys: a list never follows a name directly
        return left.kind == "NAME" or left.text in {")", "]"}
    return right.text == "(" and right.rule != "atom" and left.kind != "STRING"
