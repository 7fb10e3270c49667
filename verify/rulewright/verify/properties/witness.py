"""Plays that show something. Only a replay makes a witness."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.engines.game import Action, Game

from ..plays.play import Play, ReplayError, play_through
from .target import LassoTarget, Target, shows

S = TypeVar("S", bound=Hashable)

_REPLAYED = object()


@dataclass(frozen=True, slots=True)
class Witness:
    """A play that was replayed move by move and shows the target. Made by :func:`replay` only."""

    play: Play
    target: Target
    seal: object = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seal is not _REPLAYED:
            raise TypeError("a witness is made by replaying a play")

    def __len__(self) -> int:
        """The number of moves."""
        return len(self.play.moves)


def replay(game: Game[S], actions: Iterable[Action], target: Target) -> Witness:
    """Play the actions from the beginning and test the target at the end.

    Raises ReplayError if an action is illegal or the play does not show the target.
    """
    loop = target.loop_start if isinstance(target, LassoTarget) else None
    play, states = play_through(game, actions, loop)
    if not shows(game, states, target):
        raise ReplayError("the play does not show what it should")
    return Witness(play, target, _REPLAYED)
