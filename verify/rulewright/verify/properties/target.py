"""What one play must show, and the one test whether it does: ``shows``."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulewright.dsl.ir.positions import Rest
from rulewright.dsl.ir.unknown import refuse
from rulewright.engines.common.positions import rest_in
from rulewright.engines.game import CHANCE, Action, EndlessLoop, Game, LongMove

from ..limits import Budget
from ..stategraph.bfs import explore

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class StateTarget:
    """In the last position, the property of a check is (or is not) true."""

    check: int
    holds: bool = True


@dataclass(frozen=True, slots=True)
class StepTarget:
    """The last move is a player's, and the property of a check is true for them after it."""

    check: int


@dataclass(frozen=True, slots=True)
class LassoTarget:
    """The last position is the same as the position number ``loop_start``, before it."""

    loop_start: int


@dataclass(frozen=True, slots=True)
class DeadlockTarget:
    """In the last position somebody must decide and has no legal option; ``node``: play rests there."""

    node: int | None = None


@dataclass(frozen=True, slots=True)
class FaultTarget:
    """The last position is a fault; with ``node`` that one, and no other."""

    node: int | None = None


@dataclass(frozen=True, slots=True)
class DivergenceTarget:
    """After some action in the last position the rules run on without ever coming to rest."""


@dataclass(frozen=True, slots=True)
class TrapTarget:
    """The property of a check is true in the last position and in all that can follow it."""

    check: int


Target = (
    StateTarget
    | StepTarget
    | LassoTarget
    | DeadlockTarget
    | FaultTarget
    | DivergenceTarget
    | TrapTarget
)


def shows(game: Game[S], states: Sequence[S], target: Target) -> bool:
    """Whether the play through ``states``, from the first to the last, shows the target."""
    last = states[-1]
    match target:
        case StateTarget(check, holds):
            return game.holds(check, last) == holds
        case StepTarget(check):
            if len(states) < 2:
                return False
            player = game.decides(states[-2])
            return player is not None and player != CHANCE and game.holds(check, last, player)
        case LassoTarget(loop_start):
            return 0 <= loop_start < len(states) - 1 and states[loop_start] == last
        case DeadlockTarget(node):
            there = node is None or game.node(last) == node
            return there and rest_in(game, last) is Rest.DEADLOCK
        case FaultTarget(node):
            there = node is None or game.node(last) == node
            return there and rest_in(game, last) in (Rest.FAULT, Rest.GAP)
        case DivergenceTarget():
            return any(diverges(game, last, action) for action in game.legal(last))
        case TrapTarget(check):
            graph = explore(game, Budget(), first=last)
            return graph.complete and all(game.holds(check, state) for state in graph.states)
        case _:
            refuse(target)


def diverges(game: Game[S], state: S, action: Action) -> bool:
    """Whether the rules never come to rest after a legal action, within the limit on moves."""
    try:
        game.apply(state, action)
    except EndlessLoop:
        return True
    except LongMove:
        pass  # unknown
    return False
