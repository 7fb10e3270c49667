"""A move as a player sees it who may not see everything."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TypeVar

from rulewright.dsl.ir.program import Chance, Decision
from rulewright.engines.game import Action, Game, Unrested

from .play import Move, move

S = TypeVar("S", bound=Hashable)

SECRET = "something, in secret"
HIDDEN = "?"


def seen_move(game: Game[S], state: S, action: Action, player: int) -> Move:
    """The move, told to a player who did not make it.

    What was chosen or drawn is told as far as the player can tell it from what ``view`` shows
    afterwards: of a secret choice nothing before it is revealed; of an option whose effect cannot
    be seen its name; of chance that deals what is hidden that it did.
    """
    whole = move(game, state, action)
    if game.decides(state) == player or game.outcome(game.apply(state, action)) is not None:
        return whole
    node = game.program.nodes[game.node(state)]
    alike = {game.text(state, other) for other in _alike(game, state, action, player)}
    if len(alike) == 1:
        return whole
    match node:
        case Decision(secret=True):
            return replace(whole, text=SECRET, clauses=node.clauses)
        case Decision(choices=choices):
            return replace(whole, text=f"{choices[action.choice].name} {HIDDEN}")
        case Chance(name=name):
            return replace(whole, text=f"{name} {HIDDEN}".strip())
        case _:
            return whole


def _alike(game: Game[S], state: S, action: Action, player: int) -> list[Action]:
    """The legal actions after which the player sees the same; of an open choice, one option's."""
    node = game.program.nodes[game.node(state)]
    is_open = isinstance(node, Decision) and not node.secret
    after = game.view(game.apply(state, action), player)
    found = [action]
    for other in game.legal(state):
        if other == action or (is_open and other.choice != action.choice):
            continue
        try:
            if game.view(game.apply_legal(state, other), player) == after:
                found.append(other)
        except Unrested:
            continue
    return found
