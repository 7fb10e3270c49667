"""Keeps words aligned that people aligned: in consecutive lines of one kind.

Words are *aligned* if they begin in the same column of consecutive lines, and at least one of them
stands apart, with two blanks or more before it. They are aligned again, as far to the left as all
of them allow, unless a line would become too long. Comments at the end of lines are treated alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from .rows import WIDTH, Row, depths, margin_of, rows_of, tight
from .scan import LogicalLine, Word

Placed = tuple[Row, LogicalLine]
"""A row of the result, and the line that it is the whole of."""


def align_words(placed: Sequence[Placed]) -> None:
    """Align the words of these consecutive rows."""
    for _, alike in groupby(placed, lambda one: (one[1].words[0].rule, one[0].indent)):
        _align(list(alike))


def _align(placed: list[Placed]) -> None:
    blanks: list[dict[int, int]] = [{} for _ in placed]
    for stop in _stops([line for _, line in placed]):
        at = [_column(placed[n], word, blanks[n]) for n, word, _ in stop]
        set_apart = {n: max(at) - here for (n, _, own), here in zip(stop, at, strict=True) if own}
        if all(_length(placed[n], blanks[n]) + more <= WIDTH for n, more in set_apart.items()):
            for n, word, own in stop:
                if own:
                    blanks[n][word] = set_apart[n]
    for (row, line), asked in zip(placed, blanks, strict=True):
        if any(asked.values()):
            row.body = rows_of(line.words, row.indent, (), asked)[0].body


def _stops(lines: Sequence[LogicalLine]) -> Iterator[list[tuple[int, int, bool]]]:
    """Aligned words, from left to right: for each line its number and that of the word.

    False where the line has none there, only blanks before the word, or has ended (word 0).
    """
    words = [list(_movable(line)) for line in lines]
    for column in sorted({w.column for found in words for _, w in found}):
        here = [
            _there(n, line, found, column)
            for n, (line, found) in enumerate(zip(lines, words, strict=True))
        ]
        for there, together in groupby(here, lambda one: one is not None):
            stop = [one for one in together if one is not None]
            own = [(lines[n], at) for n, at, is_own in stop if is_own]
            if there and len(own) > 1 and any(_apart(line, at) for line, at in own):
                yield stop


def _there(
    number: int, line: LogicalLine, movable: Sequence[tuple[int, Word]], column: int
) -> tuple[int, int, bool] | None:
    """The word of a line in a column; None if there is something else."""
    for at, word in movable:
        if column == word.column or word.column - word.blanks < column < word.column:
            return number, at, word.column == column
    last = line.words[-1]
    return (number, 0, False) if last.column + len(last.text) < column else None


def _movable(line: LogicalLine) -> Iterator[tuple[int, Word]]:
    """The words before which extra blanks may be, with their numbers."""
    for at, word in enumerate(line.words[: margin_of(line.words)]):
        if _may(line, at):
            yield at, word


def _may(line: LogicalLine, at: int) -> bool:
    """Whether extra blanks may be before a word."""
    return at > 0 and (not tight(line.words[at - 1], line.words[at]) or _is_sign(line, at))


def _is_sign(line: LogicalLine, at: int) -> bool:
    """Whether a word is the colon after the subject of the line: the first one outside brackets."""
    before = [word.text for word in line.words[:at]]
    return line.words[at].text == ":" and ":" not in before and not depths(line.words[:at])[-1]


def _apart(line: LogicalLine, at: int) -> bool:
    """Whether more blanks are before a word than usual."""
    return line.words[at].blanks > (0 if tight(line.words[at - 1], line.words[at]) else 1)


def _column(placed: Placed, at: int, blanks: dict[int, int]) -> int:
    """Where a word begins, with the blanks that are set so far."""
    row, line = placed
    word = line.words[at]
    return row.indent + len(rows_of(line.words[: at + 1], 0, (), blanks)[0].body) - len(word.text)


def _length(placed: Placed, blanks: dict[int, int]) -> int:
    row, line = placed
    found = rows_of(line.words, row.indent, (), blanks)[0]
    return len(found.code())


def align_comments(rows: Sequence[Row]) -> None:
    """Align comments at the end of consecutive rows, if they were aligned."""
    for column, alike in groupby(rows, lambda row: row.comment_column if row.comment else None):
        together = list(alike)
        if column is None or len(together) < 2 or all(row.apart <= 2 for row in together):
            continue
        longest = max(len(row.code()) for row in together)
        for row in together:
            row.blanks = longest - len(row.code())
