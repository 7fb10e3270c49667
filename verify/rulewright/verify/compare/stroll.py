"""Random plays of two games side by side, for differences that lie too deep for complete search.

What is found is a play, not a shortest one: moves are left out as long as the rest still shows a
difference, as delta debugging does (Zeller and Hildebrandt, 2002, with single deletions).
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from typing import TypeVar

from rulewright.engines.interface import Action, Game

from ..budget import Deadline
from .lockstep import Key, Parted, Side

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

PLAY_LENGTH = 400


def stroll(
    first: Game[S], second: Game[T], seed: int, plays: int, deadline: Deadline
) -> tuple[Parted | None, int]:
    """A difference that some random play shows, shortened, and how many plays were begun."""
    source = random.Random(seed)
    for number in range(plays):
        if deadline.passed():
            return None, number
        keys = _one_play(first, second, source)
        if keys is not None:
            return follow(first, second, _shortened(first, second, keys, deadline)), number + 1
    return None, plays


def _one_play(first: Game[S], second: Game[T], source: random.Random) -> list[Key] | None:
    """The keys of a play after which the games differ, if this one comes to such a point."""
    one, two = Side(first), Side(second)
    a, b = first.new(), second.new()
    keys: list[Key] = []
    for _ in range(PLAY_LENGTH):
        seen_a, actions_a = one.view(a)
        seen_b, actions_b = two.view(b)
        if seen_a != seen_b:
            return keys
        if not actions_a:
            return None
        key = source.choice(list(actions_a))
        keys.append(key)
        a, b = first.apply(a, actions_a[key]), second.apply(b, actions_b[key])
    return None


def follow(first: Game[S], second: Game[T], keys: Sequence[Key]) -> Parted | None:
    """The first point on a play at which the games differ, or None if there is none."""
    one, two = Side(first), Side(second)
    a, b = first.new(), second.new()
    played: tuple[list[Action], list[Action]] = ([], [])
    for key in [*keys, None]:
        seen_a, actions_a = one.view(a)
        seen_b, actions_b = two.view(b)
        if seen_a != seen_b:
            return Parted(tuple(played[0]), tuple(played[1]), (seen_a, seen_b))
        if key is None or key not in actions_a:
            return None
        played[0].append(actions_a[key])
        played[1].append(actions_b[key])
        a, b = first.apply(a, actions_a[key]), second.apply(b, actions_b[key])
    return None


def _shortened(first: Game[S], second: Game[T], keys: list[Key], deadline: Deadline) -> list[Key]:
    """The play without the moves that it does not need."""
    changed = True
    while changed and not deadline.passed():
        changed = False
        for size in (8, 4, 2, 1):
            start = 0
            while start < len(keys) and not deadline.passed():
                shorter = keys[:start] + keys[start + size :]
                parted = follow(first, second, shorter)
                if parted is not None:
                    keys, changed = shorter[: len(parted.first)], True
                else:
                    start += 1
    return keys
