"""Looks for what checks are about, in every state and action of a search."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from rulewright.engines.game import CHANCE, Action, Game

from ..properties.observed import FirstHit, Observed
from ..properties.registry import kind_of
from ..properties.target import StateTarget, StepTarget, TrapTarget

S = TypeVar("S", bound=Hashable)


class PropertyObserver(Generic[S]):
    """An observer of a search (or of plays) that records the first hit for every open check."""

    def __init__(
        self,
        game: Game[S],
        checks: frozenset[int],
        progress: Callable[[int], None] = lambda states: None,
    ) -> None:
        self.game = game
        self.hits: dict[int, FirstHit] = {}
        self.faults: dict[str, int] = {}
        self.divergent: int | None = None
        self.satisfying: dict[int, bytearray] = {}
        self._states: dict[int, bool] = {}
        self._edges: dict[int, set[tuple[S, int]]] = {}
        self._progress = progress
        for number in checks:
            match kind_of(game.program.checks[number]).target(number):
                case StateTarget(_, value):
                    self._states[number] = value
                case StepTarget():
                    self._edges[number] = set()
                case TrapTarget():
                    self.satisfying[number] = bytearray()

    def observed(self) -> Observed:
        """What has been seen; see there for its parts."""
        return Observed(self.hits, self.faults, self.satisfying, self.divergent)

    def state(self, number: int, state: S) -> None:
        """Ask every open question about a state that is seen for the first time.

        Nothing is recorded if one of them cannot be answered in time.
        """
        held = {c: self.game.holds(c, state) for c in (*self._states, *self.satisfying)}
        outcome = self.game.outcome(state)
        for check, value in tuple(self._states.items()):
            if held[check] == value:
                self.hits[check] = FirstHit(StateTarget(check, value), number)
                del self._states[check]
        for check, marks in self.satisfying.items():
            marks.append(held[check])
        if outcome is not None and outcome.kind == "fault":
            self.faults.setdefault(outcome.label, number)

    def edge(self, source: int, before: S, action: Action, after: S) -> None:
        """Ask every open question about a player's action."""
        if not self._edges:
            return
        player = self.game.decides(before)
        if player is None or player == CHANCE:
            return
        for check, asked in tuple(self._edges.items()):
            if (after, player) in asked:
                continue
            asked.add((after, player))
            if self.game.holds(check, after, player):
                self.hits[check] = FirstHit(StepTarget(check), source, action)
                del self._edges[check]

    def diverges(self, source: int, before: S, action: Action) -> None:
        """Record the first action without end."""
        if self.divergent is None:
            self.divergent = source

    def progress(self, states: int, expanded: int) -> None:
        """Pass on the number of states."""
        self._progress(states)
