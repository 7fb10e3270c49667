"""Questions to an engine: plays that distinguish a choice of readings from others, and what the engine does in them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulewright.engines.python.game import PythonGame

from ...effort.identifying import IDENTIFYING
from ...limits import Deadline
from ...progress import TellText
from ..connection.engine import Engine
from ..connection.protocol import Offer, Setup
from ..trials.transcript import Transcript, by_whom, transcribed
from .compared import PairwiseComparisons
from .distinguishing.abreast import Alternatives
from .distinguishing.in_c import GamesInC
from .distinguishing.parting import Parting, PartingWalks, Searched, searched
from .reading_games import ChosenReadings, ReadingGames
from .version_space.version_space import VersionSpace


class Questions:
    """What one engine is asked, and what its answers exclude.

    ``last``: what the engine did in the last play. ``futile``: how many of the last questions did not
    tell what they were meant to. ``tell`` receives progress now and then.
    """

    def __init__(
        self, engine: Engine, setup: Setup, games: ReadingGames, space: VersionSpace,
        compared: PairwiseComparisons, rng: Random, offers: frozenset[Offer], tell: TellText,
    ) -> None:  # fmt: skip
        self.table = "position" in offers or "views" in offers
        self._shows_legal = "legal" in offers
        self._engine, self._setup, self._tell = engine, setup, tell
        self._games, self._space, self._compared, self._rng = games, space, compared, rng
        self._walks = PartingWalks(games, rng)
        self._in_c = GamesInC(games, table=self.table)
        self.last: Transcript | None = None
        self.futile = 0

    def tell(self) -> None:
        """Report progress."""
        self._tell(f"{len(self._space):,} plays asked")

    def game(self, readings: ChosenReadings) -> PythonGame:
        """The game of a choice that agrees with everything."""
        game = self._games.game(readings)
        assert game is not None, "what agrees with everything is a game"
        return game

    def at_random(self, supposed: ChosenReadings) -> None:
        """Ask a random play."""
        self._ask(supposed, self._walks.texts(supposed))

    def walking(
        self,
        supposed: ChosenReadings,
        others: Sequence[ChosenReadings],
        most: int,
        deadline: Deadline,
    ) -> bool:
        """Ask a random play that distinguishes one of these choices from the supposition, if one is
        found.

        Each choice is in at most ``most`` such plays.
        """
        while not deadline.passed():
            self.tell()
            untried, left = self._compared.walks(supposed, others, most)
            if not untried:
                return False
            abreast = Alternatives(self._games, supposed, untried, table=self.table)
            for _ in range(left):
                if deadline.passed():
                    return False
                self._compared.walked(supposed, untried)
                found = self._walks.parting(abreast)
                if found is not None:
                    self._ask_parting(supposed, found)
                    return True
        return False

    def searching(
        self,
        supposed: ChosenReadings,
        others: Sequence[ChosenReadings],
        most: int,
        deadline: Deadline,
    ) -> bool:
        """Ask plays, found by a search of that many positions, that distinguish these choices from the
        supposition."""
        untried = self._compared.unsearched(supposed, others, most)
        if not untried:
            return False
        abreast = Alternatives(self._games, supposed, untried, table=self.table)
        found = searched(abreast, most, deadline)
        apart = frozenset[ChosenReadings]().union(
            *(parting.differing for parting in found.partings)
        )
        for other in untried:
            self._compared.same[supposed, other] = found.same and other not in apart
            if not found.partings:
                self._compared.searched(
                    supposed, other, IDENTIFYING.most_positions if found.same else most
                )
        for parting in found.partings:
            if not self._space.agrees(supposed):
                break
            self._ask_parting(supposed, parting)
        return bool(found.partings)

    def in_c(
        self, supposed: ChosenReadings, others: Sequence[ChosenReadings], deadline: Deadline
    ) -> bool:
        """Ask plays that distinguish these choices from the supposition, each found by a complete search
        in C."""
        asked = False
        for other in others:
            if deadline.passed() or not self._space.agrees(supposed):
                break
            if self._space.agrees(other):
                found = self.compared_in_c(supposed, other, deadline)
                for parting in found.partings if found is not None else ():
                    asked = True
                    self._ask_parting(supposed, parting)
        return asked

    def further_in_c(
        self, supposed: ChosenReadings, others: Sequence[ChosenReadings], deadline: Deadline
    ) -> bool:
        """Ask the same for those whose comparison in C reached its limit, in many more pairs."""
        asked = False
        for other in others:
            if self._in_c.pairs >= IDENTIFYING.all_pairs_in_c or not self._space.agrees(supposed):
                break
            if (supposed, other) in self._compared.cut_off and self._space.agrees(other):
                self.tell()
                found = self._to_the_end(supposed, other, IDENTIFYING.many_pairs_in_c, deadline)
                for parting in found.partings if found is not None else ():
                    asked = True
                    self._ask_parting(supposed, parting)
        return asked

    def compared_in_c(
        self, supposed: ChosenReadings, other: ChosenReadings, deadline: Deadline
    ) -> Searched | None:
        """The result of one search in C, if it was not known before."""
        if not self._compared.unsearched(supposed, [other]):
            return None
        return self._to_the_end(supposed, other, IDENTIFYING.pairs_in_c, deadline)

    def _to_the_end(
        self, supposed: ChosenReadings, other: ChosenReadings, most: int, deadline: Deadline
    ) -> Searched | None:
        """The result of one search in C, and what is then known of the two."""
        pair = supposed, other
        self._compared.cut_off.discard(pair)
        found = self._in_c.compared(supposed, other, most, deadline)
        if found is not None:
            self._compared.searched(supposed, other)
            self._compared.same[pair] = found.same
            if found.same:
                self._compared.proved.add(pair)
            elif not found.partings and most < IDENTIFYING.many_pairs_in_c:
                self._compared.cut_off.add(pair)
        return found

    def together(
        self, supposed: ChosenReadings, joint: Sequence[ChosenReadings], deadline: Deadline
    ) -> bool:
        """Ask a play that distinguishes many readings changed at once from the supposition; the search
        is not complete."""
        for other in joint:
            if deadline.passed() or not self._compared.unsearched(supposed, [other]):
                continue
            found = self._in_c.compared(
                supposed, other, IDENTIFYING.few_pairs_in_c, deadline,
                plays=IDENTIFYING.plays_in_c, seed=self._rng.randrange(2**32),
            )  # fmt: skip
            if found is not None:
                self._compared.searched(supposed, other)
                for parting in found.partings:
                    self._ask_parting(supposed, parting)
                    return True
        return False

    def _ask_parting(self, supposed: ChosenReadings, found: Parting) -> None:
        """Have the engine play, and then, each from the beginning, one action more; unless it lists its
        actions anyway."""
        self._ask(supposed, found.texts)
        for text in () if self._shows_legal else found.extra:
            self._ask(supposed, (*found.texts, text))
        refuted = any(not self._space.agrees(other) for other in found.differing)
        self.futile = 0 if refuted else self.futile + 1
        for other in found.differing:  # the postponed part of the play may be what refutes it
            self._compared.apart(supposed, other)

    def _ask(self, supposed: ChosenReadings, texts: Sequence[str]) -> None:
        by = list(by_whom(self.game(supposed), texts))
        self.last = transcribed(self._engine, self._setup, by)
        self._space.add(self.last)
