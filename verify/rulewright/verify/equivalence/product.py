"""Two compared games, whatever plays them: the questions that such a pair answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulewright.engines.game import LongMove
from rulewright.engines.python.game import PythonGame, PythonState

from ..effort.comparing import PAIRING, WALKING
from ..limits import Budget, Deadline
from .bisimulation import BisimulationCheck, BisimulationResult
from .labels import ActionName
from .pair import DistinguishingPlay, Pairs
from .random_walk import WalkResult, random_walk
from .shrink import follow


class Product(Protocol):
    """Two games side by side. What it finds has been replayed on the Python engine."""

    @property
    def games(self) -> tuple[PythonGame, PythonGame]:
        """Both games on the Python engine."""

    @property
    def first_pairs(self) -> int:
        """How many pairs are compared before random plays look deeper."""

    @property
    def unconfirmed(self) -> bool:
        """Whether a result of no difference must be confirmed by another search."""

    def search(self, budget: Budget, longest: int | None = None) -> BisimulationResult:
        """Go on with the complete search; see :meth:`.bisimulation.BisimulationCheck.run`."""

    @property
    def table(self) -> DistinguishingPlay | None:
        """A shortest play so far after which only what lies on the table differs."""

    @property
    def left_out(self) -> int | None:
        """After how many moves the first move over the limit comes, if the search met one; what lies behind
        it was not searched."""

    def random_walk(
        self, seed: int, plays: int, deadline: Deadline, length: int = WALKING.length
    ) -> WalkResult:
        """Random plays; see :func:`.random_walk.random_walk`."""

    def follow(self, keys: Sequence[ActionName], *, table: bool = False) -> int | None:
        """After how many of these moves the rules first differ, or None if they do not.

        With ``table``, differences on the table count, too. A move over the limit shows nothing.
        """

    def variation(
        self, keys: Sequence[ActionName], seed: int, tries: int, deadline: Deadline, *,
        table: bool = False,
    ) -> list[ActionName]:  # fmt: skip
        """A play, no longer than this one, that shows a difference too, from up to ``tries`` variations.
        Each leaves some moves out, makes at most as many at random instead, and goes on with the rest as
        far as possible. A play of the same length is accepted, too: the next variation begins from it."""

    def distinguishing_play(
        self, keys: Sequence[ActionName], *, table: bool = False
    ) -> DistinguishingPlay:
        """The difference that a play leads to, for which `follow` gives a number.

        Raises LongMove if another engine, or a program for one reading, takes longer.
        """


class PythonProduct:
    """Two games on the Python engine."""

    first_pairs, most, unconfirmed = PAIRING.first, PAIRING.most, False

    def __init__(self, games: tuple[PythonGame, PythonGame]) -> None:
        self.games = games
        self._pairs: Pairs[PythonState, PythonState] = Pairs(*games)
        self._search = BisimulationCheck(self._pairs)

    def search(self, budget: Budget, longest: int | None = None) -> BisimulationResult:
        """Go on with the complete search."""
        states = self.most if budget.states is None else budget.states
        return self._search.run(Budget(budget.seconds, states), longest)

    @property
    def table(self) -> DistinguishingPlay | None:
        """A shortest play so far after which only what lies on the table differs."""
        return self._search.table

    @property
    def left_out(self) -> int | None:
        """After how many moves the first move over the limit comes."""
        return self._search.left_out

    def random_walk(
        self, seed: int, plays: int, deadline: Deadline, length: int = WALKING.length
    ) -> WalkResult:
        """Random plays."""
        return random_walk(self._pairs, seed, plays, deadline, length)

    def follow(self, keys: Sequence[ActionName], *, table: bool = False) -> int | None:
        """After how many of these moves the rules first differ, or None if they do not."""
        try:
            found = follow(self._pairs, keys, table=table)
        except LongMove:
            return None
        return None if found is None else len(found)

    def variation(
        self, keys: Sequence[ActionName], seed: int, tries: int, deadline: Deadline, *,
        table: bool = False,
    ) -> list[ActionName]:  # fmt: skip
        """The same play: what Python compares is small, and searched completely."""
        return list(keys)

    def distinguishing_play(
        self, keys: Sequence[ActionName], *, table: bool = False
    ) -> DistinguishingPlay:
        """The difference that a play leads to."""
        found = follow(self._pairs, keys, table=table)
        assert found is not None, "this play shows no difference"
        return found
