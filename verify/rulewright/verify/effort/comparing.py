"""How far two games are compared, and how the time is shared out: every number that says so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Walking:
    """Random plays of two games side by side."""

    length: int = 400
    """The moves of a play at most."""
    starts: int = 4
    """How many positions at one node are remembered to begin at."""
    replaced: float = 1 / 16
    """How likely one more takes the place of one of them."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Positions of two games that are reached side by side, in Python and in C."""

    first: int = 5_000
    first_in_c: int = 100_000
    """So many pairs are looked at first."""
    most: int = 200_000
    """So many in Python at most, where nobody says how many."""
    pairs: tuple[int, int] = (32, 1_024)
    plays: tuple[int, int] = (4, 64)
    """So many pairs, or plays, in C between two looks at the clock: the fewest, and the most."""
    first_seconds: float = 60.0
    """So long the first pair may take."""
    samples: int = 32
    """So many pairs are compared again in Python before it is said that there is no difference."""
    memory: int = 2**31
    """Bytes that a comparison in C may take."""
    removed: tuple[int, ...] = (16, 8, 4, 2, 1)
    """So many moves in a row are left out of a play that tells two games apart."""


@dataclass(frozen=True, slots=True)
class SurveyEffort:
    """How far a question is followed in a game: pairs of positions, and plays at random."""

    pairs: int
    plays: int


@dataclass(frozen=True, slots=True)
class Distinguishing:
    """How one comparison of two games shares out its time: each share is one of what is left then."""

    first: float = 0.5
    """All short plays."""
    random: float = 0.5
    """Plays at random, for what lies deep."""
    again: float = 0.3
    """Once more at random, for a play shorter than one that was found."""
    shorter: float = 0.4
    """Leaving moves out of what was found."""
    variation: float = 0.7
    """Variations of what is left then."""
    variations: int = 10_000_000
    variations_without_clock: int = 300
    """How many of these at most; the fewer where only positions are counted."""
    plays: int = 10_000_000
    plays_without_clock: int = 100
    """How many plays at random at most; the fewer where only positions are counted."""


@dataclass(frozen=True, slots=True)
class Studying:
    """How the questions of somebody who waits take their turns, in seconds of a clock."""

    first_turn: float = 0.5
    growth: float = 4.0
    """What the first search in a game may take, and by how much more from round to round."""
    combined_turn: float = 0.25
    """For a game in which one more reading is changed: there are many of them."""
    shrinking: float = 4.0
    """So many turns long a play that random play has found may be made shorter."""
    last_shrinking: float = 20.0
    """At most, at the end, to make a play the shortest one."""
    large: int = 12
    """Every turn of this number is taken in the largest game left: what is rare is found there."""
    combined: int = 3
    """In how many games, each of another variant, one more reading is changed."""
    few: int = 3
    """What is unconfirmed in so many games is confirmed before other readings are changed."""
    after_table: int = 6
    """Where something else lies on the table: how many more turns are taken before others are done."""


@dataclass(frozen=True, slots=True)
class Caching:
    """What is cached for another turn, and what is not worth compiling."""

    programs: int = 64
    """Programs, and games."""
    compiled: int = 192
    """Compiled games: they are what takes longest to make."""
    larger_with_all: float = 1.6
    larger_with_one: float = 2.5
    """So many times as many blocks may a program take that holds several readings, or one: the time to
    compile it grows faster than that."""
    small: int = 10
    """A program with fewer blocks is compared in Python, sooner than C is compiled."""


WALKING = Walking()
PAIRING = Pairing()
DISTINGUISHING = Distinguishing()
STUDYING = Studying()
CACHING = Caching()
