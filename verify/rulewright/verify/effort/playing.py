"""Plays at random, with a strategy, and toward a goal: how many, how long, how they are guided."""

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
    """Games, by default."""
    moves: int = 10_000
    """Moves after which a game is cut off, by default."""
    seconds: float = 60.0
    """Seconds for all of them, if neither a number of games nor a time is given."""
    initial_seconds: float = 2.0
    """Seconds for which the first engine plays, before a faster one is considered."""
    compile_threshold: float = 15.0
    """A faster engine is worthwhile if plays would take this many seconds more."""
    batch: int = 16
    """Plays in C between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class LookingAhead:
    """How a player looks at what follows each action."""

    positions: int = 64
    """Positions looked at in one decision, unless it has more options."""
    outcomes: int = 16
    """The most outcomes of chance for one option: beyond that, chance is sampled."""
    worlds: int = 4
    """The most positions drawn in one decision, where something is hidden."""
    chances: int = 100
    """How many rolls in a row are looked through."""


@dataclass(frozen=True, slots=True)
class Guiding:
    """How guided play divides its moves."""

    passes: int = 2
    """Passes: a second one in case other questions were answered meanwhile, as play then continues from
    their plays."""
    archive: float = 0.25
    """The share of play from an archive."""
    large: int = 640
    """A move counts once more for each this many bytes of a position: it is copied, whatever changes."""
    shorter: float = 0.75
    """After a play was found, one of at most this part of its length is looked for."""
    trials: int = 250
    """Trials from the positions of one level; twice as many when all is done again."""
    batch: int = 16
    """Trials between two looks at the clock."""
    slice: int = 4_096
    """Moves from an archive between two looks; always exactly as many, for a play ends with them."""
    styles: tuple[ArchiveStyle, ...] = (
        ArchiveStyle(64, advised=False), ArchiveStyle(512, advised=True), ArchiveStyle(4_096, advised=False),
        ArchiveStyle(4_096, advised=True), ArchiveStyle(512, advised=False), ArchiveStyle(64, advised=True),
    )  # fmt: skip
    """Ways to guide such plays, one after the other: what one does not find another does."""


@dataclass(frozen=True, slots=True)
class Distances:
    """What is looked at to say how near a position is to the goal, and which positions are alike."""

    elements: int = 64
    """With this many elements, those that do not count now are not looked at: that would take too long."""
    ranges: int = 24
    """A number with more values is only told apart by this many ranges."""
    labels: int = 16
    """For a type with more values it is only told whether there is one."""
    entries: int = 1_000
    """A map of more entries is not summed up."""
    cells: int = 65_521
    """The most cells; a prime."""


@dataclass(frozen=True, slots=True)
class Shortening:
    """The order in which moves are left out of a play, several in a row at once."""

    rounds: tuple[int, ...] = (16, 4, 2, 1)
    """Whole rounds first, then turns, then moves."""
    moves: tuple[int, ...] = (256, 128, 64, 32, 16, 8, 4, 2, 1)
    steps: int = 4
    """Long rows are tried at distances of their length divided by this."""


@dataclass(frozen=True, slots=True)
class Uncompiled:
    """By what the amount of work is divided where nothing can be compiled."""

    plays: int = 100
    moves: int = 10


SIMULATING = Simulating()
LOOKING_AHEAD = LookingAhead()
GUIDING = Guiding()
DISTANCES = Distances()
SHORTENING = Shortening()
UNCOMPILED = Uncompiled()
