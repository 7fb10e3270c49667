"""Engines of others beside the rules: what they may take, and how much of a game they are asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowing:
    """What the process of an engine may take, if nobody says otherwise."""

    start: float = 60.0
    """Seconds until its first answer."""
    answer: float = 5.0
    """Seconds for each other one."""
    end: float = 2.0
    """Seconds to end when its input does."""
    memory_mb: int = 512
    """All its processes together, 2**20 bytes each."""
    line_mb: int = 4
    """One answer."""
    noise_mb: int = 1
    """On its error stream between two answers."""
    processes: int = 16
    last_output: float = 0.5
    """So many seconds what an engine that has ended has written is waited for, and what its keeper reports."""
    keeper: float = 20.0
    """So many seconds the keeper may take to end what it keeps."""


@dataclass(frozen=True, slots=True)
class Examining:
    """How an engine is examined."""

    plays: int = 100
    """So many at random, if nobody says how many or how long."""
    recorded: int = 20
    """So many are written for an engine's own tests, if nobody says how many."""
    first_plays: int = 10
    """So many come before a small game is compared completely: they find most."""
    moves: int = 400
    """Plays are cut off after so many."""
    small: int = 6_000
    """A game with at most so many positions is compared completely."""
    counting_share: float = 0.2
    """Of the time, to see whether it has."""
    suite_share: float = 0.4
    apart_share: float = 0.1
    """Of the time, to make a suite where none is kept, and before that to look for what tells readings apart."""
    known_share: float = 0.1
    """Of the time, to play those that are known before a suite is made."""
    suites: int = 64
    suite_bytes: int = 8_000_000
    """So many suites are kept on a machine, none of more bytes."""
    apart_pairs: int = 1_500
    """In so many pairs of positions a play that tells two readings apart is looked for."""
    illegal: int = 4
    """So many actions that are not legal are tried in each position."""
    drawn: int = 60
    """So often random arguments are drawn to find some."""
    others: int = 4
    """So many of those who do not decide try a legal action in one position: all of them in most games."""
    shrinking_seconds: float = 20.0
    """To make a play shorter."""
    again: int = 8
    often: int = 16
    """So many new processes are to show it; so many are asked how often they do, once one of them has not."""
    sure: int = 10
    """So many times as many processes as it took to show it once, on average, play it in a saved test:
    that all are right by luck is less likely than one in 20,000."""
    anyway: int = 20
    """So many do where none has shown it again."""
    shrinking_positions: int = 3_000
    """So many are tried, breadth first, to find a shorter play."""
    removed: tuple[int, ...] = (8, 4, 2, 1)
    """So many moves in a row are left out of it, after whole rounds and turns."""
    smaller_seconds: float = 20.0
    """To look for what was found in a smaller game."""
    smaller_plays: int = 10
    """So many random plays of a smaller game come after its suite."""
    smaller_share: float = 0.2
    """Of the time that is left, for the suite of one smaller game."""
    known: int = 20_000
    """So many positions are remembered."""
    written: int = 1_024
    """So many values are, as they were written: from position to position most stay as they are."""


@dataclass(frozen=True, slots=True)
class Covering:
    """How the plays of a suite are looked for."""

    positions: int = 3_000
    """So many are searched breadth first."""
    plays: int = 200
    quiet_plays: int = 30
    """So many random plays at most; and after the last one that showed something new, at least so many:
    who may win, and what chance may bring, is not known beforehand."""
    search_share: float = 0.2
    plays_share: float = 0.1
    """Of the time, in Python; the rest is for plays in C."""
    proof_share: float = 0.2
    """Of the time, once more, for proofs that no play takes what is left."""
    compiling: float = 5.0
    """With fewer seconds it is not worth while to compile a game."""
    compiled_plays: int = 500
    """Four times as many take hardly more branches of the shipped games."""
    guided: int = 2_000_000
    """So many moves toward branches and options that no play took,"""
    breadth: int = 4_096
    """in an archive of at most so many positions of one distance."""
    proof_blocks: int = 100
    """No proofs that no play takes one of those left come to nothing of programs of more blocks together."""


ALLOWING = Allowing()
EXAMINING = Examining()
COVERING = Covering()
