"""Plays that show something. There is no way to a witness but to replay it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from rulewright.engines.game import Action, Game

from ..plays.play import Play, ReplayError, play_of, states_of
from .target import Claim, Returned, shown

S = TypeVar("S", bound=Hashable)

_REPLAYED = object()


@dataclass(frozen=True, slots=True)
class Witness:
    """A play that was replayed move by move and shows the claim. Made by :func:`replay` only."""

    play: Play
    claim: Claim
    seal: object = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seal is not _REPLAYED:
            raise TypeError("a witness is made by replaying a play")

    def __len__(self) -> int:
        """The number of moves."""
        return len(self.play.moves)


def replay(game: Game[S], actions: Iterable[Action], claim: Claim) -> Witness:
    """Play the actions from the beginning and test the claim at the end.

    Raises ReplayError if an action is illegal or the play does not show the claim.
    """
    chosen = tuple(actions)
    if not shown(game, states_of(game, chosen), claim):
        raise ReplayError(f"the play of {len(chosen)} moves does not show what it should: {claim}")
    loop = claim.knot if isinstance(claim, Returned) else None
    return Witness(play_of(game, chosen, loop), claim, _REPLAYED)
