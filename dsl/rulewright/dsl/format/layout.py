"""From lines of words to text: indentation, spaces, the margin of citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .gap import Trivia
from .scan import Line, Word

INDENT = 2
HANGING = 4
MARGIN = 60

_OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
_NO_SPACE_BEFORE = frozenset([")", "]", "}", ",", ":", "?", ".", ".."])
_NO_SPACE_AFTER = frozenset(["(", "[", "{", ".", ".."])


def lay_out(lines: Sequence[Line]) -> str:
    """The canonical text of the lines of a file."""
    writer = _Writer()
    for line in lines:
        writer.line(line)
    return "".join(f"{row.text()}\n" for row in writer.rows)


@dataclass(slots=True)
class _Row:
    """One line of the result; a blank line has nothing in it."""

    indent: int = 0
    body: str = ""
    cited: str = ""
    comment: str = ""

    def text(self) -> str:
        text = " " * self.indent + self.body
        if self.cited:
            text = f"{text}  ".ljust(MARGIN) + self.cited
        return f"{text}  {self.comment}" if self.comment else text


@dataclass(frozen=True, slots=True)
class _Bracket:
    """An open bracket: the indentation of its line, and of the lines inside it."""

    line: int
    inside: int


class _Writer:
    """Collects the rows of a file."""

    def __init__(self) -> None:
        self.rows: list[_Row] = []

    def line(self, line: Line) -> None:
        self._notes(line.before, [_note_depth(n.column, line) * INDENT for n in line.before.notes])
        if line.words:
            self._words(line.words, line.depth * INDENT)

    def _words(self, words: Sequence[Word], indent: int) -> None:
        self._begin(indent, words[0].before)
        margin = _margin(words)
        open_brackets: list[_Bracket] = []
        for at, word in enumerate(words):
            if at and word.before.breaks:
                bracket = open_brackets[-1]
                self._notes(word.before, [bracket.inside] * len(word.before.notes))
                closes = word.kind in _CLOSING
                self._begin(bracket.line if closes else bracket.inside, word.before)
            row = self.rows[-1]
            fresh = not (row.cited if at >= margin else row.body)
            text = word.text if fresh or _tight(words[at - 1], word) else f" {word.text}"
            if at >= margin:
                row.cited += text
            else:
                row.body += text
            if word.kind in _OPENING:
                ends_row = words[at + 1].before.breaks
                step = INDENT if ends_row else HANGING
                open_brackets.append(_Bracket(row.indent, row.indent + step))
            elif word.kind in _CLOSING:
                open_brackets.pop()

    def _begin(self, indent: int, before: Trivia) -> None:
        self._blank(before.blank)
        self.rows.append(_Row(indent))

    def _notes(self, gap: Trivia, indents: Sequence[int]) -> None:
        if gap.beside:
            self.rows[-1].comment = gap.beside
        for note, indent in zip(gap.notes, indents, strict=True):
            self._blank(note.blank)
            self.rows.append(_Row(indent, note.text))

    def _blank(self, when: bool) -> None:
        if when and self.rows:
            self.rows.append(_Row())


def _note_depth(column: int, line: Line) -> int:
    """The level of a comment before ``line``: where blocks end, its column decides."""
    ending = range(len(line.levels) - 1, line.depth, -1)
    return next((depth for depth in ending if line.levels[depth] <= column), line.depth)


def _margin(words: Sequence[Word]) -> int:
    """Where the citations that end the line begin; the line's length if it ends otherwise."""
    at = len(words)
    while at and (words[at - 1].rule == "cites" or words[at - 1].kind == "STRING"):
        at -= 1
    return next((n for n in range(at, len(words)) if words[n].rule == "cites"), len(words))


def _tight(left: Word, right: Word) -> bool:
    """Whether no space stands between two words of one line."""
    if right.text in _NO_SPACE_BEFORE or left.text in _NO_SPACE_AFTER or left.rule == "negative":
        return True
    if right.text == "[":  # an index or keys: a list never follows a name directly
        return left.kind == "NAME" or left.text in {")", "]"}
    return right.text == "(" and right.rule != "atom"
