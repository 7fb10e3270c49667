"""Comparing other people's engines with the rules: what they may take, and how much of a game they are
asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowing:
    """What the process of an engine may take, by default."""

    start: float = 60.0
    """Seconds until its first answer."""
    answer: float = 5.0
    """Seconds for each later answer."""
    end: float = 2.0
    """Seconds to end after its input has ended."""
    memory_mb: int = 512
    """For all its processes together, in units of 2**20 bytes."""
    line_mb: int = 4
    """The longest answer, in units of 2**20 bytes."""
    noise_mb: int = 1
    """The most output on standard error between two answers, in units of 2**20 bytes."""
    threads: int = 1_000
    """The most threads of all its processes: a virtual machine or a library has some for each core."""
    processes: int = 16
    last_output: float = 0.5
    """The most processes; and the seconds of waiting for the last output of an engine that has ended, and
    for its keeper's report."""
    keeper: float = 20.0
    """Seconds for the keeper to end what it keeps."""


@dataclass(frozen=True, slots=True)
class Examining:
    """How an engine is examined."""

    plays: int = 100
    playing: float = 40.0
    scope_share: float = 0.3
    """Random plays, and as many more as fit into these seconds, if neither a number nor a time is given; and the share
    of a time that is given in which none begins, as a smaller instance is to be compared."""
    unknown: int = 5
    """Names of variables that the rules do not have, after which no more are told of an engine."""
    recorded: int = 20
    """Plays written for an engine's own tests, by default."""
    first_plays: int = 10
    """Plays before a small game is compared completely: they find most differences."""
    moves: int = 400
    """Moves after which plays are cut off."""
    small: int = 6_000
    """A game with at most this many positions is compared completely."""
    counting_share: float = 0.2
    """The share of the time for finding out whether it has no more."""
    suite_share: float = 0.4
    apart_share: float = 0.1
    """The shares of the time for making a suite where none is kept, and before that for plays that tell
    readings apart."""
    known_share: float = 0.1
    """The share of the time for known plays, before a suite is made."""
    early_plays: int = 5
    """Random plays before those known ones that have to be looked for."""
    suites: int = 64
    suite_bytes: int = 8_000_000
    """Suites kept on a machine, and the most bytes of each."""
    apart_pairs: int = 1_500
    """Pairs of positions in which a play that tells two readings apart is looked for."""
    illegal: int = 4
    """Illegal actions tried in each position."""
    drawn: int = 60
    """How often random arguments are drawn to find some."""
    others: int = 4
    """The most players other than the one to decide who try a legal action in one position: all of them in
    most games."""
    shrinking_actions: int = 3_000
    shrinking_seconds: float = 10.0
    way_share: float = 0.5
    """Actions of the engine, and seconds as a backstop, for shortening a play; and the share of what is left of
    them that one way of doing so may take."""
    moment_more: float = 2.0
    """Seconds beyond the budget for that, where a difference is found at its end."""
    at_odds_seconds: float = 20.0
    """Seconds for shortening one that no readings explain."""
    before_actions: int = 40_000
    """The same for finding which of the plays before it are needed, all of which are played again each time."""
    first_actions: int = 1_000
    first_seconds: float = 4.0
    """The same before smaller games are tried: what shows in one of those need not be made short in this."""
    again: int = 8
    at_least: int = 3
    again_seconds: float = 3.0
    often: int = 16
    """New processes that must show a difference; so many at least, if they take more than these seconds; and,
    once one of them has not, processes that tell how often it occurs."""
    sure: int = 10
    """A saved test plays it in this many times as many processes as it took on average to show it once:
    that all pass by luck is less likely than one in 20,000."""
    anyway: int = 20
    """Processes in a saved test if none has shown it again."""
    shrinking_positions: int = 3_000
    """Positions tried, breadth first, for a shorter play."""
    removed: tuple[int, ...] = (8, 4, 2, 1)
    """Moves in a row that are left out of it, after whole rounds and turns."""
    short: int = 1
    """A play of so many actions is told as it is: no smaller game is worth the wait."""
    smaller_seconds: float = 8.0
    """Seconds for looking for a difference in smaller games, as a backstop."""
    smaller_actions: int = 1_000
    smaller_in_vain: int = 4_000
    smaller_not_there: int = 3
    """Actions in one smaller game, and in all that do not show it since the last that did; and so many games in a
    row that the engine does not have, or begins otherwise, after which no more are tried."""
    smaller_plays: int = 10
    smaller_positions: int = 500
    """Random plays of a smaller game; and the most positions of one in which every action of each is tried."""
    known: int = 20_000
    """Positions that are cached."""
    written: int = 1_024
    """Written values that are cached: from position to position most stay as they are."""


@dataclass(frozen=True, slots=True)
class Covering:
    """How the plays of a suite are looked for."""

    positions: int = 3_000
    """Positions searched breadth first."""
    plays: int = 200
    quiet_plays: int = 30
    """The most random plays; and the fewest after the last one that showed something new: who may win, and
    what chance may bring, is not known beforehand."""
    actions: int = 200
    """The most actions, of each player apart, that a suite covers; where there are more it covers options alone."""
    search_share: float = 0.2
    plays_share: float = 0.1
    """Shares of the time, in Python; the rest is for plays in C."""
    proof_share: float = 0.2
    """A further share of the time, for proofs that no play takes what is left."""
    busy: float = 1.5
    """Its time is counted in seconds of the process; on a busy machine no more than so many times as many pass."""
    compiling: float = 5.0
    """With fewer seconds, compiling a game is not worthwhile."""
    compiled_plays: int = 500
    """Random plays in C; four times as many take hardly more branches of the shipped games."""
    guided: int = 2_000_000
    """Moves toward branches and options that no play took."""
    breadth: int = 4_096
    """The most positions of one distance in the archive for this."""
    proof_blocks: int = 100
    """The most blocks, together, of the programs whose proofs, that no play takes one of those left, come
    to nothing."""


ALLOWING = Allowing()
EXAMINING = Examining()
COVERING = Covering()
