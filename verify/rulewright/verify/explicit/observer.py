"""Looking for what checks are about, in every state and action that comes by."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.dsl.ir.program import Check
from rulewright.engines.game import CHANCE, Action, Game

from ..properties.target import StateTarget, StepTarget, Target

S = TypeVar("S", bound=Hashable)


def wanted(check: Check) -> bool | None:
    """The value of the property in a state that answers the check; None if no state alone does."""
    match check.kind:
        case "never" | "reachable":
            return True
        case "always":
            return False
        case _:
            return None


@dataclass(frozen=True, slots=True)
class FirstHit:
    """What a check is about: in a state, or, with an ``action``, after that action in it."""

    target: Target
    state: int
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """What a search has seen of its checks.

    ``hits`` maps the number of a check to its hit. ``faults`` holds, for each label of a fault, the
    first state with it. ``satisfying`` marks, for every ``forever`` check, the states in which the
    property holds. ``divergent`` is the first state with an action after which the rules never
    come to rest.
    """

    hits: Mapping[int, FirstHit]
    faults: Mapping[str, int]
    satisfying: Mapping[int, bytearray]
    divergent: int | None


class PropertyObserver(Generic[S]):
    """An observer of a search (or of plays) that notes the first hit for every open check."""

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
        for number in sorted(checks):
            check = game.program.checks[number]
            value = wanted(check)
            if value is not None:
                self._states[number] = value
            elif check.kind in ("never_by", "some_by"):
                self._edges[number] = set()
            elif check.kind == "forever":
                self.satisfying[number] = bytearray()

    def observed(self) -> Observed:
        """What has been seen; see there for its parts."""
        return Observed(self.hits, self.faults, self.satisfying, self.divergent)

    def state(self, number: int, state: S) -> None:
        """Ask every open question about a state that is seen for the first time."""
        for check, value in tuple(self._states.items()):
            if self.game.holds(check, state) == value:
                self.hits[check] = FirstHit(StateTarget(check, value), number)
                del self._states[check]
        for check, marks in self.satisfying.items():
            marks.append(self.game.holds(check, state))
        outcome = self.game.outcome(state)
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
        """Note the first action without end."""
        if self.divergent is None:
            self.divergent = source

    def progress(self, states: int, expanded: int) -> None:
        """Pass on how many states there are."""
        self._progress(states)
