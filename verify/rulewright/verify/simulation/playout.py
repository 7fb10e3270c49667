"""Random plays: every player chooses uniformly, or by a policy; chance by its weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.engines.game import CHANCE, Action, Game

S = TypeVar("S", bound=Hashable)

Policy = Callable[[S, Sequence[Action]], Action]
"""How a player chooses: from a state and its legal actions, of which there is at least one."""


@dataclass(frozen=True, slots=True)
class Transition(Generic[S]):
    """One action of a play, from one state to the next, with the number of legal ones."""

    before: S
    action: Action
    after: S
    options: int


def generator(seed: int, number: int, purpose: str = "") -> random.Random:
    """The source of randomness of play ``number``: each play can be reproduced by itself.

    Sources for different purposes are independent.
    """
    return random.Random(f"{seed}/{number}{purpose and f'/{purpose}'}")


def play(
    game: Game[S],
    chooser: random.Random,
    limit: int,
    policies: Mapping[int, Policy[S]] | None = None,
) -> Iterator[Transition[S]]:
    """The moves of a play until it is over or stuck, or ``limit`` moves are made.

    Players without a policy choose at random. Raises Unrested.
    """
    state = game.new()
    for _ in range(limit):
        actions = game.legal(state)
        if not actions:
            return
        action = _chosen(game, state, actions, chooser, policies or {})
        after = game.apply_legal(state, action)
        yield Transition(state, action, after, len(actions))
        state = after


def choose(game: Game[S], state: S, chooser: random.Random) -> Action:
    """A random legal action of ``state``, which must have one."""
    return _chosen(game, state, game.legal(state), chooser, {})


def _chosen(
    game: Game[S], state: S, actions: Sequence[Action], chooser: random.Random,
    policies: Mapping[int, Policy[S]],
) -> Action:  # fmt: skip
    who = game.decides(state)
    if who == CHANCE:
        weights = [game.weight(state, action) for action in actions]
        return chooser.choices(actions, weights)[0]
    if who is not None and who in policies:
        return policies[who](state, actions)
    return actions[chooser.randrange(len(actions))]
