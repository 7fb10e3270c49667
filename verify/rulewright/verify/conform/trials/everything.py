"""Plays that contain every action of every position of a small game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.engines.game import Game, Unrested

from ...limits import Limit
from ..rules.expected import Expected, beginning


def positions(game: Game[Any], most: int, limit: Limit) -> int | None:
    """How many positions a game has, if they are at most ``most`` and can be counted in time."""
    first = beginning(game)
    seen = {first.at}
    waiting = [first.at]
    while waiting:
        for _, step in game.successors(waiting.pop()):
            if isinstance(step, Unrested) or limit.passed():
                return None
            if step.state not in seen:
                seen.add(step.state)
                waiting.append(step.state)
                if len(seen) > most:
                    return None
    return len(seen)


def plays(game: Game[Any], done: Callable[[int], None] = lambda _: None) -> Iterator[list[str]]:
    """Plays that together go through every action of every position, most of them complete.

    Each continues to actions that were in none so far, from the nearest position that has some: in games
    in which play never returns, the number of plays is minimal (a trail ends only where as many lead in
    as out). ``done`` is told after each play for how many of the reached positions every action has been
    played.
    """
    first = beginning(game)
    known: dict[Any, Expected[Any]] = {first.at: first}
    ways: dict[Any, tuple[str, ...]] = {first.at: ()}
    nearest = [first]
    for here in nearest:
        for text in here.actions:
            after = here.after(text)
            if after.at not in known:
                known[after.at] = after
                ways[after.at] = (*ways[here.at], text)
                nearest.append(after)
    left = {at: list(here.actions)[::-1] for at, here in known.items()}
    wholly = set[Any]()
    for start in nearest:
        while left[start.at]:
            here, texts = start, list(ways[start.at])
            while left[here.at]:
                text = left[here.at].pop()
                texts.append(text)
                following = known[here.after(text).at]
                wholly |= {at.at for at in (here, following) if not left[at.at]}
                here = following
            yield texts
            done(len(wholly))
