"""Leaves out rows of a play as long as the rest still shows what it should.

That is delta debugging (Zeller and Hildebrandt, 2002), with rows that begin and end where whole
rounds or turns do, or anywhere; wide rows first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..effort.playing import SHORTENING

P = TypeVar("P")

Marks = Callable[[P], Sequence[int]]
"""Where rows of a play may begin and end: numbers of positions, ascending."""


def without_rows(
    play: P,
    ladder: Sequence[tuple[Marks[P], int]],
    without: Callable[[P, int, int], P | None],
    over: Callable[[], bool],
) -> P:
    """The play without whatever rows can be left out, until nothing more can or it is ``over``.

    ``ladder``: the widths of rows, in marks; each kind is tried at all places, later ones first.
    ``without`` gives a shorter play that lacks the row and still shows it, or None.
    """
    changed = True
    while changed and not over():
        changed = False
        for marks_of, width in ladder:
            marks = marks_of(play)
            first = len(marks) - 1 - width
            while first >= 0 and not over():
                shorter = without(play, marks[first], marks[first + width])
                if shorter is None:
                    first -= max(1, width // SHORTENING.steps)
                else:
                    play, changed = shorter, True
                    marks = marks_of(play)
                    first = min(first, len(marks) - 1 - width)
    return play
