"""Plays without the moves that they do not need.

Moves are left out as long as the rest still shows a difference, as delta debugging does (Zeller
and Hildebrandt, 2002): rows of moves of the lengths 16 to 1, at every place.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from rulewright.engines.game import Action

from ..limits import Deadline
from .labels import ActionName
from .pair import DistinguishingPlay, Pairs

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

SIZES = (16, 8, 4, 2, 1)


def follow(
    pairs: Pairs[S, T], keys: Sequence[ActionName], *, table: bool = False
) -> DistinguishingPlay | None:
    """The first point on a play at which the rules differ, or None if there is none.

    With ``table``, what lies on the table counts, too. Raises LongMove.
    """
    pair = pairs.start()
    played: list[tuple[Action, Action]] = []
    for key in [*keys, None]:
        options = pairs.options(pair)
        if options is None or (table and pairs.tables_differ(pair)):
            return pairs.distinguishing_play(pair, played)
        actions = {k: (one, two) for k, one, two in options}
        if key is None or key not in actions:
            return None
        played.append(actions[key])
        pair = pairs.after(pair, *actions[key])
    return None


def shortened(
    follow: Callable[[Sequence[ActionName]], int | None],
    keys: Sequence[ActionName],
    deadline: Deadline,
) -> list[ActionName]:
    """Part of a play that shows a difference, too: its moves up to there.

    ``follow`` says after how many moves of a play the games differ, or None; for ``keys`` it must
    be a number.
    """
    length = follow(keys)
    assert length is not None, "this play shows no difference"
    keys = list(keys[:length])
    changed = True
    while changed and not deadline.passed():
        changed = False
        for size in SIZES:
            start = 0
            while start < len(keys) and not deadline.passed():
                shorter = keys[:start] + keys[start + size :]
                length = follow(shorter)
                if length is not None:
                    keys, changed = shorter[:length], True
                else:
                    start += 1
    return keys
