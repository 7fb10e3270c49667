"""Random plays: every player chooses uniformly, chance by its weights."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.engines.interface import CHANCE, Action, Game

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Move(Generic[S]):
    """One action of a play, from one state to the next, out of so many legal ones."""

    before: S
    action: Action
    after: S
    options: int


def generator(seed: int, number: int) -> random.Random:
    """The source of randomness of play ``number``: each play can be had again by itself."""
    return random.Random(f"{seed}/{number}")


def play(game: Game[S], chooser: random.Random, limit: int) -> Iterator[Move[S]]:
    """The moves of a random play until it is over or stuck, or ``limit`` moves are made."""
    state = game.new()
    for _ in range(limit):
        actions = game.legal(state)
        if not actions:
            return
        action = choose(game, state, chooser)
        after = game.apply(state, action)
        yield Move(state, action, after, len(actions))
        state = after


def choose(game: Game[S], state: S, chooser: random.Random) -> Action:
    """A random legal action of ``state``, which must have one."""
    actions = game.legal(state)
    if game.decides(state) == CHANCE:
        weights = [game.weight(state, action) for action in actions]
        return chooser.choices(actions, weights)[0]
    return actions[chooser.randrange(len(actions))]
