"""Wraps texts and comments that are too long for a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .gap import BELOW
from .rows import HANGING, INDENT, WIDTH
from .scan import LogicalLine, Word

_PICTURE = "picture"
"""The kind of shape whose texts stay whole: every blank counts there."""
_BEHIND = 1
"""What may follow a text directly: a colon."""


def with_short_texts(line: LogicalLine) -> LogicalLine:
    """The line with texts in pieces, each of which fits in a line of its own."""
    if any(word.text == _PICTURE for word in line.words):
        return line
    room = WIDTH - line.depth * INDENT - HANGING - _BEHIND
    return replace(line, words=tuple(w for word in line.words for w in _pieces(word, room)))


def _pieces(word: Word, room: int) -> Sequence[Word]:
    if word.kind != "STRING" or len(word.text) <= room:
        return (word,)
    first, *rest = _even(word.text[1:-1], room - 2)
    if not rest:
        return (word,)
    return (
        replace(word, text=f'"{first}"', before=replace(word.before, breaks=True)),
        *(replace(word, text=f'"{piece}"', before=BELOW) for piece in rest),
    )


def comment_rows(comment: str, room: int) -> list[str]:
    """A comment as one or several, each of which fits into that many characters if its words do."""
    if len(comment) <= room:
        return [comment]
    sign = re.match(r"#+ *", comment)
    assert sign is not None, "a comment begins so"
    return [sign[0] + piece for piece in wrapped(comment[sign.end() :], room - sign.end())]


def _even(text: str, room: int) -> list[str]:
    """A text in as few pieces, of about the same length."""
    fewest = len(wrapped(text, room))
    enough = (least for least in range(1, room) if len(wrapped(text, least)) <= fewest)
    return wrapped(text, next(enough, room))


def wrapped(text: str, room: int) -> list[str]:
    """A text in pieces of at most so many characters; single blanks between them are left out.

    A word that is longer stays whole.

    >>> wrapped("one two  three four", 7)
    ['one', 'two  three', 'four']
    >>> wrapped("one two three", 7)
    ['one two', 'three']
    """
    found: list[str] = []
    for word in re.split(r"(?<! ) (?! )", text):
        if found and len(found[-1]) + 1 + len(word) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
