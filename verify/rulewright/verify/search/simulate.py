"""Many random plays, summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rulewright.engines.interface import Game

from ..budget import Deadline
from .graph import STUCK
from .random_play import generator, play
from .statistics import Interval, wilson

S = TypeVar("S", bound=Hashable)

CUT = "cut off"
"""The label of plays that were not over after the limit of moves."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The outcomes of random plays.

    ``outcomes`` counts plays by label (``stuck`` and ``cut off`` are labels too). Lengths are in
    actions. ``branching`` is the mean number of legal actions where there was any.
    """

    plays: int
    seed: int
    outcomes: Mapping[str, int]
    shortest: int
    longest: int
    mean_length: float
    branching: float

    def interval(self, label: str) -> Interval:
        """Where the probability of an outcome lies, with 95 % confidence."""
        return wilson(self.outcomes.get(label, 0), self.plays)

    @property
    def faults(self) -> int:
        """How many plays ended in a fault."""
        return sum(n for label, n in self.outcomes.items() if label.startswith("fault"))


def simulate(
    game: Game[S],
    plays: int,
    seed: int,
    limit: int,
    deadline: Deadline,
    progress: Callable[[int], None] = lambda done: None,
) -> Sample:
    """Play up to ``plays`` random games of at most ``limit`` moves until the deadline."""
    outcomes: Counter[str] = Counter()
    lengths: list[int] = []
    options = 0
    for number in range(plays):
        progress(number)
        state = game.new()
        played: list[int] = []
        for move in play(game, generator(seed, number), limit):
            state = move.after
            played.append(move.options)
            if deadline.passed():
                break
        if deadline.passed():
            break
        outcomes[_label(game, state)] += 1
        options += sum(played)
        lengths.append(len(played))
    return Sample(
        plays=len(lengths),
        seed=seed,
        outcomes=dict(sorted(outcomes.items())),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        mean_length=sum(lengths) / len(lengths) if lengths else 0.0,
        branching=options / sum(lengths) if sum(lengths) else 0.0,
    )


def _label(game: Game[S], state: S) -> str:
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.label
    return CUT if game.legal(state) else STUCK
