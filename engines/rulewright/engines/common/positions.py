"""Why play rests in a state of a game: what the place says, or that nobody can go on from it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from rulewright.dsl.ir.positions import Rest, goes_on, rest_of

from ..game import Game

S = TypeVar("S", bound=Hashable)


def rest_in(game: Game[S], state: S) -> Rest:
    """Why play rests in a state."""
    node = game.program.nodes[game.node(state)]
    if goes_on(node) and not game.legal(state):
        return Rest.DEADLOCK
    return rest_of(node)
