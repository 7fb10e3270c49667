"""What a play can show, and the test whether it does."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulewright.engines.game import CHANCE, Action, EndlessLoop, Game, LongMove

from ..limits import Budget
from ..stategraph.bfs import explore

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Holds:
    """In the last position, the property of a check is (or is not) true."""

    check: int
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Acted:
    """The last move is a player's, and the property of a check is true for them after it."""

    check: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The last position is the same as the position number ``knot``, before it."""

    knot: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """In the last position somebody must decide and has no legal option."""


@dataclass(frozen=True, slots=True)
class Faulted:
    """The last position is a fault."""


@dataclass(frozen=True, slots=True)
class RunsOn:
    """After some action in the last position the rules run on without ever coming to rest."""


@dataclass(frozen=True, slots=True)
class Forever:
    """The property of a check is true in the last position and in all that can follow it."""

    check: int


Claim = Holds | Acted | Returned | Stuck | Faulted | RunsOn | Forever


def shown(game: Game[S], states: Sequence[S], claim: Claim) -> bool:
    """Whether the play through ``states``, from the first to the last, shows the claim."""
    last = states[-1]
    match claim:
        case Holds(check, wanted):
            return game.holds(check, last) == wanted
        case Acted(check):
            if len(states) < 2:
                return False
            player = game.decides(states[-2])
            return player is not None and player != CHANCE and game.holds(check, last, player)
        case Returned(knot):
            return 0 <= knot < len(states) - 1 and states[knot] == last
        case Stuck():
            return game.decides(last) is not None and not game.legal(last)
        case Faulted():
            outcome = game.outcome(last)
            return outcome is not None and outcome.kind == "fault"
        case RunsOn():
            return any(runs_on(game, last, action) for action in game.legal(last))
        case Forever(check):
            graph = explore(game, Budget(), first=last)
            return graph.complete and all(game.holds(check, state) for state in graph.states)


def runs_on(game: Game[S], state: S, action: Action) -> bool:
    """Whether the rules never come to rest after a legal action, as far as a move may go."""
    try:
        game.apply(state, action)
    except EndlessLoop:
        return True
    except LongMove:
        pass  # nobody knows
    return False
