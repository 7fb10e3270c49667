"""How far two games are compared, and how the time is divided."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Walking:
    """Random plays of two games side by side."""

    length: int = 400
    """The most moves of a play."""
    starts: int = 4
    """Positions remembered at one node, to begin at."""
    replaced: float = 1 / 16
    """The probability that one more replaces one of them."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Positions of two games that are reached side by side, in Python and in C."""

    first: int = 5_000
    first_in_c: int = 100_000
    """Pairs that are looked at first; the second in C."""
    most: int = 200_000
    """The most pairs in Python, by default."""
    pairs: tuple[int, int] = (32, 1_024)
    plays: tuple[int, int] = (4, 64)
    """Pairs, and plays, in C between two looks at the clock: the fewest, and the most."""
    first_seconds: float = 60.0
    """Seconds for the first pair."""
    samples: int = 32
    """Pairs that are compared again in Python before it is said that there is no difference."""
    memory: int = 2**31
    """The most bytes for a comparison in C."""
    removed: tuple[int, ...] = (16, 8, 4, 2, 1)
    """Moves in a row that are left out of a play that tells two games apart."""


@dataclass(frozen=True, slots=True)
class SurveyEffort:
    """How far a question is followed in a game: pairs of positions, and plays at random."""

    pairs: int
    plays: int


@dataclass(frozen=True, slots=True)
class Distinguishing:
    """How one comparison of two games divides its time: each share is one of what is left then."""

    first: float = 0.5
    """All short plays."""
    random: float = 0.5
    """Random plays, for deep differences."""
    again: float = 0.3
    """Random plays once more, for a play shorter than the one found."""
    shorter: float = 0.4
    """Leaving moves out of the play found."""
    variation: float = 0.7
    """Variations of the result."""
    variations: int = 10_000_000
    variations_without_clock: int = 300
    """The most variations; fewer where only positions are counted."""
    plays: int = 10_000_000
    plays_without_clock: int = 100
    """The most random plays; fewer where only positions are counted."""


@dataclass(frozen=True, slots=True)
class Studying:
    """How the questions of somebody who waits take turns, in seconds by the clock."""

    sorting_share: float = 0.25
    """The share of the time for making programs only to see which game is small."""
    first_turn: float = 0.5
    growth: float = 4.0
    """Seconds of the first search in a game, and its growth from round to round."""
    combined_turn: float = 0.25
    """For a game in which one more reading is changed: there are many of them."""
    shrinking: float = 4.0
    """Turns for shortening a play that random play has found."""
    last_shrinking: float = 20.0
    """The most seconds, at the end, to make a play a shortest one."""
    large: int = 12
    """Every turn of this number is taken in the largest game left: rare things are found there."""
    combined: int = 3
    """Games, each of another variant, in which one more reading is changed."""
    few: int = 3
    """What is unconfirmed in this many games or fewer is confirmed before other readings are changed."""
    after_table: int = 6
    """Further turns, after a difference on the table was found, before others come first."""


@dataclass(frozen=True, slots=True)
class Caching:
    """What is cached for another turn, and what is not worth compiling."""

    programs: int = 64
    """Programs, and games."""
    compiled: int = 192
    """Compiled games: these take longest to make."""
    larger_with_all: float = 1.6
    larger_with_one: float = 2.5
    """How many times as many blocks a program may take that holds several readings, or one: the time to
    compile it grows faster than that."""
    small: int = 10
    """A program with fewer blocks is compared in Python, which is faster than compiling C."""


WALKING = Walking()
PAIRING = Pairing()
DISTINGUISHING = Distinguishing()
STUDYING = Studying()
CACHING = Caching()
