"""What is tried, in which order, and how far: every number of the schedule stands here.

All of it is counted in units that can be repeated: positions, plays, and the units in which the
solver counts its work (one to three million in a second of a processor). Seconds are in none of it.
A schedule is a list of rounds. What stands in one round is done side by side; the next begins when
it is over, with the questions that are still open. ``quick`` begins with the rounds of ``brief``, ``normal``
with those of ``quick``, and ``thorough`` with those of ``normal``: more effort never loses an answer.
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

    ``positions``: of a search for all questions at once, None for all that there are;
    ``megabytes``: no more positions than have room there. ``plays``: at random, of at most
    ``moves`` moves. ``guided``: moves of plays toward what each question asks for that its author expects
    to come about, or with ``unexpected`` toward each. ``fewer``: moves that are tried to leave out others of
    each play that may be longer than needed. ``proof``, ``bounded``, ``shorter``: the solver's units, for each question, for a
    proof, for a play of bounded length, and for a shorter play than one that was found at random;
    with ``likely``, no proof that a play which its author expects does not exist.
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
    Round(proof=75 * MILLION, likely=True),
    Round(positions=500_000, megabytes=512),
    Round(plays=20_000, moves=2_000),
    Round(guided=20 * MILLION),
    Round(guided=2 * MILLION, unexpected=True),
    Round(proof=75 * MILLION, bounded=40 * MILLION),
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
"""How far is looked for what a proved check speaks of, so that it does not hold for want of it."""

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
