"""Plays in which every action of every position of a small game comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.engines.game import Game, Unrested

from ...limits import Deadline
from ..rules.expected import Expected, beginning


def positions(game: Game[Any], most: int, deadline: Deadline) -> int | None:
    """How many positions a game has, if they are at most so many and can be counted in time."""
    first = beginning(game)
    seen = {first.at}
    waiting = [first.at]
    while waiting:
        for _, step in game.successors(waiting.pop()):
            if isinstance(step, Unrested) or deadline.passed():
                return None
            if step.state not in seen:
                seen.add(step.state)
                waiting.append(step.state)
                if len(seen) > most:
                    return None
    return len(seen)


def plays(game: Game[Any]) -> Iterator[list[str]]:
    """Plays that together go through every action of every position, most of them complete."""
    first = beginning(game)
    known: dict[Any, Expected[Any]] = {first.at: first}
    ways: dict[Any, list[str]] = {first.at: []}
    left: dict[Any, list[str]] = {first.at: list(first.actions)}
    open_positions = [first.at]
    while open_positions:
        if not left[open_positions[-1]]:
            open_positions.pop()
            continue
        here = known[open_positions[-1]]
        texts = list(ways[here.at])
        while left[here.at]:
            text = left[here.at].pop(0)
            texts.append(text)
            after = here.after(text)
            if after.at not in known:
                known[after.at] = after
                ways[after.at] = list(texts)
                left[after.at] = list(after.actions)
                open_positions.append(after.at)
            here = known[after.at]
        yield texts
