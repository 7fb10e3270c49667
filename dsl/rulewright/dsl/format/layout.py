"""From lines of words to text: rows, with the comments and blank lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .align import Placed, align_comments, align_words
from .breaks import broken
from .gap import Trivia
from .rows import INDENT, WIDTH, Row, rows_of
from .scan import LogicalLine
from .wrap import comment_rows, with_short_texts


def lay_out(lines: Sequence[LogicalLine]) -> str:
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
        self._whole: dict[int, LogicalLine] = {}
        """Rows that are the whole of a line that was written in one, by their number."""

    def line(self, line: LogicalLine) -> None:
        self._notes(line.before, [_note_depth(n.column, line) * INDENT for n in line.before.notes])
        if not line.words:
            return
        self._blank(line.before.blank)
        line = with_short_texts(line)
        rows_before = len(self.rows)
        for part, breaks in broken(line):
            for row in rows_of(part.words, part.depth * INDENT, breaks):
                if row.first:
                    before = part.words[row.first].before
                    self._notes(before, [row.indent] * len(before.notes))
                    self._blank(before.blank)
                self.rows.append(row)
        if rows_before + 1 == len(self.rows) and not any(w.before.breaks for w in line.words[1:]):
            self._whole[rows_before] = line

    def align(self) -> None:
        """Align again what was aligned."""
        runs: list[list[Placed]] = [[]]
        for number, row in enumerate(self.rows):
            if number in self._whole:
                runs[-1].append((row, self._whole[number]))
            elif not row.note:
                runs.append([])
        for run in runs:
            align_words(run)
        self.rows = _with_room(self.rows)
        align_comments(self.rows)

    def _notes(self, gap: Trivia, indents: Sequence[int]) -> None:
        if gap.beside:
            row = self.rows[-1]
            row.comment, row.comment_column, row.apart = gap.beside, gap.column, gap.apart
        for note, indent in zip(gap.notes, indents, strict=True):
            self._blank(note.blank)
            self.rows.extend(_note_rows(note.text, indent))

    def _blank(self, when: bool) -> None:
        if when and self.rows:
            self.rows.append(Row())


def _with_room(rows: Sequence[Row]) -> list[Row]:
    """The rows; a comment that is too long at the end of its row goes above it.

    No comment is put right above a row of citations or texts, which continue the row before.
    """
    found: list[Row] = []
    for row in rows:
        found.append(row)
        if row.comment and len(row.text()) > WIDTH:
            at = len(found) - 1
            while at and (not found[at].body or found[at].body.startswith('"')):
                at -= 1
            found[at:at] = _note_rows(row.comment, found[at].indent)
            row.comment = ""
    return found


def _note_rows(comment: str, indent: int) -> Iterator[Row]:
    """A comment on a line of its own, or several."""
    for text in comment_rows(comment, WIDTH - indent):
        yield Row(indent, 0, text, note=True)


def _note_depth(column: int, line: LogicalLine) -> int:
    """The level of a comment before ``line``: where blocks end, its column decides."""
    ending = range(len(line.levels) - 1, line.depth, -1)
    return next((depth for depth in ending if line.levels[depth] <= column), line.depth)
