"""What is tried, in which order, and how far: every number of the schedule is here.

Everything is counted in repeatable units: positions, plays, and the units in which the solver counts its
work (one to three million in a processor second). No seconds are involved. A schedule is a list of rounds.
What is in one round is done side by side; the next begins when it is over, with the questions that are
still open. ``quick`` begins with the rounds of ``brief``, ``normal`` with those of ``quick``, and
``thorough`` with those of ``normal``: more effort never loses an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from .comparing import SurveyEffort

EffortLevel = Literal["brief", "quick", "normal", "thorough"]

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Round:
    """What is done side by side; 0 leaves a way out.

    ``positions``: of a search for all questions at once, None for all; ``megabytes``: the search stops at
    the positions that fit there. ``plays``: at random, of at most ``moves`` moves. ``guided``: moves of
    plays toward the goal of each question whose author expects it to be reached, or, with ``unexpected``,
    of every question. ``fewer``: moves tried, to leave out others, for each play that may be longer than
    needed. ``proof``, ``bounded``, ``shorter``: the solver's units for each question: for a proof, for a
    play of bounded length, and for a shorter play than one found at random; with ``likely``, no proof
    against a play that its author expects. A proof for which many units were spent in vain is tried once
    more, with other shares of fewer (`proving.Proving`).
    """

    positions: int | None = 0
    megabytes: int = 1024
    plays: int = 0
    moves: int = 2000
    guided: int = 0
    unexpected: bool = False
    fewer: int = 0
    proof: int = 0
    likely: bool = False
    bounded: int = 0
    shorter: int = 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds, one after the other."""

    rounds: tuple[Round, ...]


BRIEF = (
    Round(positions=20_000, megabytes=128),
    Round(plays=2_000, moves=1_000),
    Round(guided=MILLION // 10),
    Round(proof=10 * MILLION),
    Round(bounded=4 * MILLION),
    Round(fewer=MILLION),
)
"""For whoever waits: moves may cost a hundred times more in one game than in another, so there are few."""
QUICK = (
    *BRIEF,
    Round(guided=2 * MILLION),
    Round(fewer=MILLION),
)
NORMAL = (
    *QUICK,
    Round(proof=150 * MILLION, likely=True),
    Round(positions=500_000, megabytes=512),
    Round(plays=20_000, moves=2_000),
    Round(guided=20 * MILLION),
    Round(guided=2 * MILLION, unexpected=True),
    Round(proof=150 * MILLION, bounded=40 * MILLION),
    Round(fewer=MILLION),
    Round(shorter=20 * MILLION),
)
THOROUGH = (
    *NORMAL,
    Round(proof=500 * MILLION, likely=True),
    Round(positions=20 * MILLION, megabytes=4096),
    Round(plays=500_000, moves=5_000),
    Round(guided=200 * MILLION, moves=5_000),
    Round(guided=20 * MILLION, moves=5_000, unexpected=True),
    Round(proof=2_000 * MILLION, bounded=1_000 * MILLION),
    Round(fewer=10 * MILLION),
    Round(shorter=200 * MILLION),
)

LEVELS: dict[EffortLevel, Schedule] = {
    "brief": Schedule(BRIEF),
    "quick": Schedule(QUICK),
    "normal": Schedule(NORMAL),
    "thorough": Schedule(THOROUGH),
}

MEETING = Schedule(
    (
        Round(positions=20_000, megabytes=128),
        Round(plays=2_000, moves=1_000),
        Round(proof=4 * MILLION),
    )
)
"""How far it is checked whether a proved check is about anything that occurs, or holds only because it is
not."""

COMPARING: dict[EffortLevel, SurveyEffort] = {
    "brief": SurveyEffort(pairs=1_000, plays=10),
    "quick": SurveyEffort(pairs=1_000, plays=10),
    "normal": SurveyEffort(pairs=20_000, plays=200),
    "thorough": SurveyEffort(pairs=1_000_000, plays=10_000),
}
"""How far the options of readings are compared with the default, in each game."""


def lower(level: EffortLevel) -> frozenset[EffortLevel]:
    """The levels that do not go as far."""
    rounds = len(LEVELS[level].rounds)
    return frozenset(name for name, other in LEVELS.items() if len(other.rounds) < rounds)


def limited(schedule: Schedule, positions: int | None) -> Schedule:
    """The same with no search of more positions than that."""
    if positions is None:
        return schedule
    return Schedule(
        tuple(
            replace(r, positions=positions if r.positions is None else min(r.positions, positions))
            for r in schedule.rounds
        )
    )
