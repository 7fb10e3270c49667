"""A game of a ruleset some of whose games are too large for all their positions to be looked at one by one."""

from __future__ import annotations

from dataclasses import dataclass

from ....plays.play import Play
from ...subject import Selected


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game, plays of it that answer questions, and the number of its positions if all were searched."""

    selected: Selected
    plays: tuple[Play, ...] = ()
    positions: int | None = None
