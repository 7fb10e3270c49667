"""Two games side by side: what tells a pair of positions apart, and where an action leads."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.engines.game import Action, Game

from .labels import ActionName
from .observation import Observation, ObservedAspect, Side, aspect, table, tables_differ

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)


Pair = tuple[S | None, T | None]
"""A position of each game; None where its rules run on for ever."""


@dataclass(frozen=True, slots=True)
class DistinguishingPlay:
    """A play after which the games differ, as actions of each, with both views there and the aspect that
    differs."""

    first: tuple[Action, ...]
    second: tuple[Action, ...]
    views: tuple[Observation, Observation]
    aspect: ObservedAspect

    def __len__(self) -> int:
        """How many decisions, of players and of chance, the play has."""
        return len(self.first)


class Pairs(Generic[S, T]):
    """Pairs of positions that one sequence of actions leads to; ``secrecy`` as in `Side`."""

    def __init__(self, first: Game[S], second: Game[T], *, secrecy: bool = True) -> None:
        self.one, self.two = Side(first, secrecy=secrecy), Side(second, secrecy=secrecy)
        self._table = table(first.program, second.program)

    def start(self) -> Pair[S, T]:
        """Both beginnings."""
        return self.one.new(), self.two.new()

    def views(self, pair: Pair[S, T]) -> tuple[Observation, Observation]:
        """What is seen of each."""
        return self.one.view(pair[0])[0], self.two.view(pair[1])[0]

    def options(self, pair: Pair[S, T]) -> list[tuple[ActionName, Action, Action]] | None:
        """The options of a pair that differs at most on the table, or None if the rules differ."""
        seen_one, actions_one = self.one.view(pair[0])
        seen_two, actions_two = self.two.view(pair[1])
        if aspect(seen_one, seen_two) is not None:
            return None
        return [(key, action, actions_two[key]) for key, action in actions_one.items()]

    def tables_differ(self, pair: Pair[S, T]) -> bool:
        """Whether the contents of the two tables differ."""
        a, b = pair
        if a is None or b is None:
            return False
        return tables_differ(self._table, self.one.game, a, self.two.game, b)

    def after(self, pair: Pair[S, T], one: Action, two: Action) -> Pair[S, T]:
        """The pair after an option."""
        return self.one.apply(pair[0], one), self.two.apply(pair[1], two)

    def distinguishing_play(
        self, pair: Pair[S, T], actions: Iterable[tuple[Action, Action]]
    ) -> DistinguishingPlay:
        """The difference of a pair that these actions lead to."""
        played = tuple(actions)
        views = self.views(pair)
        found = aspect(*views)
        if found is None:
            assert self.tables_differ(pair), "this pair is seen to be equal"
            found = "table"
        return DistinguishingPlay(
            tuple(a for a, _ in played), tuple(b for _, b in played), views, found
        )
