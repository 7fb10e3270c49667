"""Many plays, at random or by strategies, summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Generic, TypeVar

from rulewright.dsl.ir.positions import Rest
from rulewright.engines.common.positions import rest_in
from rulewright.engines.game import Action, EndlessLoop, Game, LongMove, Unrested

from ..effort.playing import SIMULATING
from ..effort.running import INTERRUPTING
from ..execution.executor import in_order
from ..execution.interruption import ending_in_time
from ..limits import Budget, Deadline, OutOfTime
from ..stategraph.graph import STUCK
from .lookahead import OnePlyLookahead
from .playout import Policy, generator, play
from .strategy_profile import StrategyProfile

S = TypeVar("S", bound=Hashable)


class PlayEnd(Enum):
    """Why a play was not played on."""

    OVER = "over"
    """The rules say who has won."""
    FAULT = "fault"
    """The rules do not say what happens."""
    DEADLOCK = STUCK
    """Nobody can act."""
    DIVERGENCE = "rules run on"
    """After the last action the rules never come to rest."""
    TOO_LONG = "a move too long"
    """The next move was given up at the limit of its loops."""
    TRUNCATED = "cut off"
    """It reached the limit of moves."""

    @property
    def is_defect(self) -> bool:
        """Whether the rules do not say how the play goes on or ends."""
        return self in (PlayEnd.FAULT, PlayEnd.DEADLOCK, PlayEnd.DIVERGENCE)


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """How one play went: its outcome, the players who won, its actions and all options met.

    ``label`` is the outcome in words; if there is none, why the play was not played on.
    """

    end: PlayEnd
    label: str
    winners: tuple[int, ...]
    length: int
    options: int


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The outcomes of plays that were sampled.

    ``outcomes`` counts plays by label, ``first`` has the number of the first play of each, ``faulty``
    names those that are defects of the rules. ``ends`` counts plays by why they were not played on,
    ``wins`` those that each player won, shared ones included. Lengths are in actions; ``deviation`` is the
    standard deviation of one play's length. ``branching`` is the mean number of legal actions where
    there was any. ``faster`` plays were played on the faster engine.
    """

    plays: int
    seed: int
    outcomes: Mapping[str, int]
    first: Mapping[str, int]
    faulty: tuple[str, ...]
    ends: Mapping[PlayEnd, int]
    wins: tuple[int, ...]
    shortest: int
    longest: int
    mean_length: float
    deviation: float
    branching: float
    faster: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SimulationSetup(Generic[S]):
    """A game, who plays how, and where plays are cut off. Each play depends on its number alone."""

    game: Game[S]
    seed: int
    limit: int
    profile: StrategyProfile

    def policies(self, number: int) -> Mapping[int, Policy[S]]:
        """The policies of the players in play ``number``."""
        if not self.profile:
            return {}
        rng = generator(self.seed, number, "thoughts")
        return {
            p: OnePlyLookahead(self.game, strategy, p, rng) for p, strategy in self.profile.items()
        }

    def played(self, number: int, deadline: Deadline) -> PlayRecord | None:
        """How play ``number`` goes; None if there is no time to end it."""
        state, length, options = self.game.new(), 0, 0
        given_up: PlayEnd | None = None
        moves = play(self.game, generator(self.seed, number), self.limit, self.policies(number))
        try:
            for move in moves:
                state = move.after
                length += 1
                options += move.options
                if deadline.passed():
                    return None
        except EndlessLoop:
            given_up = PlayEnd.DIVERGENCE
        except LongMove:
            given_up = PlayEnd.TOO_LONG
        outcome = self.game.outcome(state)
        if outcome is not None:
            end = PlayEnd.FAULT if outcome.kind == "fault" else PlayEnd.OVER
            return PlayRecord(end, outcome.label, outcome.winners, length, options)
        if given_up is None:
            is_stuck = rest_in(self.game, state) is Rest.DEADLOCK
            given_up = PlayEnd.DEADLOCK if is_stuck else PlayEnd.TRUNCATED
        return PlayRecord(given_up, given_up.value, (), length, options)

    def actions(self, number: int) -> list[Action]:
        """The actions of play ``number``."""
        found: list[Action] = []
        moves = play(self.game, generator(self.seed, number), self.limit, self.policies(number))
        with suppress(Unrested):
            found.extend(move.action for move in moves)
        return found


def simulate(
    game: Game[S],
    plays: int,
    seed: int,
    limit: int,
    deadline: Deadline,
    progress: Callable[[int], None] = lambda done: None,
    *,
    profile: StrategyProfile | None = None,
    jobs: int = 1,
    faster: Callable[[], Game[Any] | None] | None = None,
    initial_seconds: float = SIMULATING.initial_seconds,
) -> SimulationResult:
    """Play up to ``plays`` games of at most ``limit`` moves until the deadline.

    Players without a strategy in ``profile`` play at random. The sample is the same for any number
    of ``jobs`` (processes), unless time runs out. ``faster`` makes the same game on another engine,
    if it can; it is called if the plays take longer than ``initial_seconds`` seconds and it is
    worthwhile. The first play with each fault is played on ``game`` again; RuntimeError if that
    differs.
    """
    table = SimulationSetup(game, seed, limit, profile or {})
    players = len(game.program.players.labels)
    if faster is None:
        return aggregate(
            in_order(table.played, range(plays), jobs, deadline, progress), seed, players
        )
    left = deadline.left()
    first = Budget(initial_seconds if left is None else min(initial_seconds, left)).start()
    done = in_order(table.played, range(plays), 1, first, progress)
    pays = (plays - len(done)) * initial_seconds >= SIMULATING.compile_threshold * jobs * len(done)
    other = None
    if pays and len(done) < plays and not deadline.passed():
        with suppress(OutOfTime), ending_in_time(deadline):
            other = faster()
    quick = table if other is None else replace(table, game=other)
    before = len(done)
    rest = range(before, plays)
    # What runs in C looks at no clock; a process can be ended.
    done += in_order(
        quick.played, rest, jobs, deadline, lambda count: progress(before + count),
        isolated=other is not None,
    )  # fmt: skip
    sample = aggregate(done, seed, players)
    if other is None:
        return sample
    try:
        with ending_in_time(deadline, INTERRUPTING.grace):
            _confirm(table, sample)
    except OutOfTime:
        return aggregate(done[:before], seed, players)
    return replace(sample, faster=len(done) - before)


def _confirm(table: SimulationSetup[S], sample: SimulationResult) -> None:
    """Play again what is to be confirmed."""
    for label in sample.faulty:
        number = sample.first[label]
        again = table.played(number, Budget().start())
        if again is None or again.label != label:
            raise RuntimeError(f"the engines part in game {number} of seed {sample.seed}: {label}")


def aggregate(done: Sequence[PlayRecord], seed: int, players: int) -> SimulationResult:
    """The sum of the plays 0, 1, 2 … of a seed."""
    count = len(done)
    lengths = [p.length for p in done]
    moves = sum(lengths)
    mean = moves / count if count else 0.0
    spread = sum((n - mean) ** 2 for n in lengths)
    outcomes = Counter(p.label for p in done)
    first: dict[str, int] = {}
    for number, p in enumerate(done):
        first.setdefault(p.label, number)
    return SimulationResult(
        plays=count,
        seed=seed,
        outcomes=dict(sorted(outcomes.items())),
        first=dict(sorted(first.items())),
        faulty=tuple(sorted({p.label for p in done if p.end.is_defect})),
        ends=Counter(p.end for p in done),
        wins=tuple(sum(who in p.winners for p in done) for who in range(players)),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        mean_length=mean,
        deviation=(spread / (count - 1)) ** 0.5 if count > 1 else 0.0,
        branching=sum(p.options for p in done) / moves if moves else 0.0,
    )
