"""Plays at random, with a strategy, and toward something: how many, how long, how they are led."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArchiveStyle:
    """How plays are led: how many positions of one distance are kept, and whether those are better
    that the strategies of the ruleset prefer."""

    breadth: int
    advised: bool


@dataclass(frozen=True, slots=True)
class Simulating:
    """Random plays that are counted."""

    games: int = 1_000
    """So many, if nobody says how many."""
    moves: int = 10_000
    """They are cut off after so many, if nobody says how many."""
    seconds: float = 60.0
    """For all of them, if nobody says how many games or how long."""
    initial_seconds: float = 2.0
    """So many seconds the first engine plays, before a faster one is thought of."""
    compile_threshold: float = 15.0
    """It pays to make a faster engine if plays would go on for so many seconds."""
    batch: int = 16
    """So many plays in C between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class LookingAhead:
    """How a player looks at what follows each action."""

    positions: int = 64
    """So many are looked at in one decision, if it has no more options than that."""
    outcomes: int = 16
    """At most so many of chance for one option: over that, chance is sampled."""
    worlds: int = 4
    """At most so many positions are drawn in one decision, where something is hidden."""
    chances: int = 100
    """So many times in a row chance is looked through."""


@dataclass(frozen=True, slots=True)
class Guiding:
    """How guided play shares out its moves."""

    passes: int = 2
    """Once more where other questions were answered meanwhile: their plays are gone on from."""
    archive: float = 0.25
    """The share of play from an archive."""
    large: int = 640
    """A move counts once more for each so many bytes of a position: it is copied, whatever changes."""
    shorter: float = 0.75
    """After a play was found, one of at most such a part of its length is looked for."""
    trials: int = 250
    """So many trials begin from the positions of one level; twice as many when all is done again."""
    batch: int = 16
    """So many of them between two looks at the clock."""
    slice: int = 4_096
    """So many moves from an archive between two; always as many, for a play ends with them."""
    styles: tuple[ArchiveStyle, ...] = (
        ArchiveStyle(64, advised=False), ArchiveStyle(512, advised=True), ArchiveStyle(4_096, advised=False),
        ArchiveStyle(4_096, advised=True), ArchiveStyle(512, advised=False), ArchiveStyle(64, advised=True),
    )  # fmt: skip
    """Ways to lead such plays, one after the other: what one does not find another does."""


@dataclass(frozen=True, slots=True)
class Distances:
    """What is looked at to say how near a position is to what is asked for, and which are alike."""

    elements: int = 64
    """Of so many, those that do not count now are not looked at: that would take too long."""
    ranges: int = 24
    """A number with more values than that is told apart in so many ranges only."""
    labels: int = 16
    """Of a type with more values than that it is told only whether there is one."""
    entries: int = 1_000
    """A map of more entries is not added up."""
    cells: int = 65_521
    """So many cells there are at most; a prime."""


@dataclass(frozen=True, slots=True)
class Shortening:
    """In which order moves are left out of a play, at once in a row."""

    rounds: tuple[int, ...] = (16, 4, 2, 1)
    """Whole rounds first, then turns, then moves."""
    moves: tuple[int, ...] = (256, 128, 64, 32, 16, 8, 4, 2, 1)
    steps: int = 4
    """Wide rows are tried at every so-manieth part of their width."""


@dataclass(frozen=True, slots=True)
class Uncompiled:
    """So many times less is done where nothing can be compiled."""

    plays: int = 100
    moves: int = 10


SIMULATING = Simulating()
LOOKING_AHEAD = LookingAhead()
GUIDING = Guiding()
DISTANCES = Distances()
SHORTENING = Shortening()
UNCOMPILED = Uncompiled()
