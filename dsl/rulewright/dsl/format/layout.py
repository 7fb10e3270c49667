"""From lines of words to text: rows, with the comments and blank lines between them."""

from __future__ import annotations

from collections.abc import Sequence

from .align import Placed, align_comments, align_words
from .fold import folded
from .gap import Trivia
from .rows import INDENT, Row, rows_of
from .scan import Line


def lay_out(lines: Sequence[Line]) -> str:
    """The canonical text of the lines of a file."""
    writer = _Writer()
    for line in lines:
        writer.line(line)
    writer.align()
    return "".join(f"{row.text()}\n" for row in writer.rows)


class _Writer:
    """Collects the rows of a file."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._whole: dict[int, Line] = {}
        """Rows that are all of a line that was written in one, by their number."""

    def line(self, line: Line) -> None:
        self._notes(line.before, [_note_depth(n.column, line) * INDENT for n in line.before.notes])
        if not line.words:
            return
        self._blank(line.before.blank)
        rows_before = len(self.rows)
        for part, breaks in folded(line):
            for row in rows_of(part.words, part.depth * INDENT, breaks):
                if row.first:
                    before = part.words[row.first].before
                    self._notes(before, [row.indent] * len(before.notes))
                    self._blank(before.blank)
                self.rows.append(row)
        if rows_before + 1 == len(self.rows) and not any(w.before.breaks for w in line.words[1:]):
            self._whole[rows_before] = line

    def align(self) -> None:
        """What was aligned is so again."""
        runs: list[list[Placed]] = []
        for number, line in self._whole.items():
            if number - 1 not in self._whole:
                runs.append([])
            runs[-1].append((self.rows[number], line))
        for run in runs:
            align_words(run)
        align_comments(self.rows)

    def _notes(self, gap: Trivia, indents: Sequence[int]) -> None:
        if gap.beside:
            row = self.rows[-1]
            row.comment, row.comment_column, row.apart = gap.beside, gap.column, gap.apart
        for note, indent in zip(gap.notes, indents, strict=True):
            self._blank(note.blank)
            self.rows.append(Row(indent, 0, note.text))

    def _blank(self, when: bool) -> None:
        if when and self.rows:
            self.rows.append(Row())


def _note_depth(column: int, line: Line) -> int:
    """The level of a comment before ``line``: where blocks end, its column decides."""
    ending = range(len(line.levels) - 1, line.depth, -1)
    return next((depth for depth in ending if line.levels[depth] <= column), line.depth)
