"""From a state to the one after a legal action, by the fastest way that a game has."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from rulewright.engines.game import Action, Game

S = TypeVar("S", bound=Hashable)


def following(game: Game[S]) -> Callable[[S, Action], S]:
    """The way to play an action that ``legal`` gave. It raises Unrested, as ``apply`` does.

    An engine may have ``follow``: ``apply`` without a test whether the action is legal.
    """
    way: Callable[[S, Action], S] = getattr(game, "follow", game.apply)
    return way
