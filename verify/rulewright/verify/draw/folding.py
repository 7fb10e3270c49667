"""Which moves of a long play are shown: the beginning, what matters, and the end."""

from __future__ import annotations

from collections.abc import Collection

from ..plays.play import Play

WHOLE = 12
"""A play of up to so many moves is shown whole."""
FIRST, LAST = 3, 4
MATTER = 5
"""So many moves between them at most, the first ones that apply a clause that matters."""


def shown_moves(play: Play, clauses: Collection[str] = ()) -> tuple[int, ...]:
    """The numbers, from 1, of the moves to show.

    What matters: where a loop is closed, its first move; else moves that apply the clauses.
    """
    count = len(play.moves)
    if count <= WHOLE:
        return tuple(range(1, count + 1))
    chosen = {*range(1, FIRST + 1), *range(count - LAST + 1, count + 1)}
    if play.loop is not None:
        chosen |= {number for number in (play.loop, play.loop + 1) if number}
    applied = [
        number
        for number, move in enumerate(play.moves, 1)
        if number not in chosen and not set(clauses).isdisjoint(move.clauses)
    ]
    chosen |= set(applied[:MATTER])
    # A line that says what is left out takes as much room as one move.
    alone = {n for n in range(2, count) if {n - 1, n + 1} <= chosen}
    return tuple(sorted(chosen | alone))
