"""Plays without the moves that they do not need to show a difference."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from rulewright.engines.game import Action

from ..effort.comparing import PAIRING
from ..limits import Deadline
from ..plays.leaving_out import without_rows
from .labels import ActionName
from .pair import DistinguishingPlay, Pairs

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)


def follow(
    pairs: Pairs[S, T], keys: Sequence[ActionName], *, table: bool = False
) -> DistinguishingPlay | None:
    """The first point on a play at which the rules differ, or None if there is none.

    With ``table``, differences on the table count, too. Raises LongMove.
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
    """Part of a play that shows a difference, too: its moves up to the difference.

    ``follow`` says after how many moves of a play the games differ, or None; for ``keys`` it must be a
    number.
    """
    length = follow(keys)
    assert length is not None, "this play shows no difference"

    def without(play: list[ActionName], start: int, end: int) -> list[ActionName] | None:
        shorter = play[:start] + play[end:]
        length = follow(shorter)
        return None if length is None else shorter[:length]

    ladder = [(_everywhere, size) for size in PAIRING.removed]
    return without_rows(list(keys[:length]), ladder, without, deadline.passed)


def _everywhere(play: Sequence[ActionName]) -> Sequence[int]:
    return range(len(play) + 1)
