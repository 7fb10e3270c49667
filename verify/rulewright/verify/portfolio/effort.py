"""How each way to an answer shares out what the schedule gives it; what it gives stands in ``schedule.py``."""

from __future__ import annotations

from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class Shortening:
    """In which order moves are left out of a play, at once in a row."""

    rounds: tuple[int, ...] = (16, 4, 2, 1)
    """Whole rounds first, then turns, then moves."""
    moves: tuple[int, ...] = (256, 128, 64, 32, 16, 8, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class Uncompiled:
    """So many times less is done where nothing can be compiled."""

    plays: int = 100
    moves: int = 10


@dataclass(frozen=True, slots=True)
class Trying:
    """At which positions claims are tried, before the solver is asked."""

    positions: int = 200
    """Near the beginning."""
    plays: int = 5
    moves: int = 60
    """Those of so many random plays of so many moves."""


GUIDING = Guiding()
SHORTENING = Shortening()
UNCOMPILED = Uncompiled()
TRYING = Trying()
QUESTION = 0.1
"""One question of the solver takes no more than this share of the units for a proof."""
