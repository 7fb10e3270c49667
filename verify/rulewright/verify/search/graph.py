"""What a search leaves behind: the states it saw, how it came to them, and where they lead."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")

STUCK = "stuck"
"""The label under which decisions without a legal option are counted."""


@dataclass(frozen=True, slots=True)
class Graph(Generic[S, M]):
    """States in the order of their distance from the first, number 0.

    ``moves[i]`` led from ``parents[i]`` (-1 for the first) to state ``i`` on a shortest way. The
    states below ``expanded`` have all their successors listed: those of ``i`` are
    ``targets[starts[i]:starts[i + 1]]``, one for each transition. ``terminal`` counts ends by the
    label of their outcome, and states without a legal action as ``stuck``. ``stopped`` says why
    the search is not complete; it is empty if it is.
    """

    states: Sequence[S]
    parents: array[int]
    moves: Sequence[M | None]
    starts: array[int]
    targets: array[int]
    terminal: Mapping[str, int]
    stuck: tuple[int, ...]
    stopped: str

    @property
    def complete(self) -> bool:
        """Whether every reachable state was seen and expanded."""
        return not self.stopped

    @property
    def expanded(self) -> int:
        """How many states were expanded: always the first so many."""
        return len(self.starts) - 1

    @property
    def transitions(self) -> int:
        """How many transitions lead out of the expanded states."""
        return len(self.targets)

    @property
    def depth(self) -> int:
        """The longest of the shortest distances from the first state."""
        return self.distance(len(self.states) - 1)

    def successors(self, state: int) -> Sequence[int]:
        """The states that the transitions of an expanded state lead to."""
        return self.targets[self.starts[state] : self.starts[state + 1]]

    def distance(self, state: int) -> int:
        """The fewest transitions from the first state to this one."""
        steps = 0
        while self.parents[state] >= 0:
            state = self.parents[state]
            steps += 1
        return steps

    def path(self, state: int) -> tuple[M, ...]:
        """The moves of a shortest way from the first state to this one."""
        moves: list[M] = []
        while self.parents[state] >= 0:
            move = self.moves[state]
            assert move is not None
            moves.append(move)
            state = self.parents[state]
        return tuple(reversed(moves))
