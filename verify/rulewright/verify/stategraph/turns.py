"""Search over the positions between whole turns, as if decisions were invisible."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable
from typing import TypeVar

from rulewright.dsl.ir.code import Goto
from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Action, Game

from ..limits import Budget, Deadline
from .bfs import NullObserver, Observer, beginning, search
from .graph import StateGraph

S = TypeVar("S", bound=Hashable)
Turn = tuple[Action, ...]
"""The decisions of one whole turn."""


def has_turns(program: Program) -> bool:
    """Whether the ruleset says anywhere what a whole turn is."""
    return any(isinstance(b.terminator, Goto) and b.terminator.turn for b in program.blocks)


def explore_turns(
    game: Game[S], budget: Budget, observer: Observer[S] | None = None
) -> StateGraph[S, Turn]:
    """The first state, those in which a turn begins, and those in which play is over or stuck.

    From each to the different ones that follow it there is one transition.
    """
    deadline = budget.start()
    observing = NullObserver() if observer is None else observer

    def expand(number: int, state: S) -> Iterable[tuple[Turn, S]]:
        return successors(game, state, deadline)

    return search(game, beginning(game, deadline), expand, budget.states, deadline, observing)


def turn_between(game: Game[S], before: S, after: S) -> Turn | None:
    """A shortest turn that leads from one position to the other, if there is one."""
    ways = successors(game, before, Budget().start())
    return next((way for way, place in ways if place == after), None)


def successors(game: Game[S], state: S, deadline: Deadline) -> Iterable[tuple[Turn, S]]:
    """The distinct positions after one whole turn, each with a shortest way to it.

    Some may be missing if the deadline passes.
    """
    found: set[S] = set()
    inside: set[S] = {state}
    waiting: deque[tuple[S, Turn]] = deque([(state, ())])
    while waiting and not deadline.passed():
        place, way = waiting.popleft()
        actions = game.legal(place)
        if not actions and place != state and place not in found:
            found.add(place)
            yield way, place
        for action in actions:
            step = game.step(place, action)
            longer = (*way, action)
            if step.turns > 0 or game.outcome(step.state) is not None:
                if step.state not in found:
                    found.add(step.state)
                    yield longer, step.state
            elif step.state not in inside:
                inside.add(step.state)
                waiting.append((step.state, longer))
