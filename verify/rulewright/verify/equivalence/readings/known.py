"""What is known of a question about readings: in which games nothing differs, and plays after which
something does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from ..bisimulation import BoundedEquivalence, Equivalent
from ..distinguish import Difference, ProgramComparison
from .questions import GameRef, ReadingQuestion


@dataclass(frozen=True, slots=True)
class EquivalentGame:
    """No play of this game tells the rules apart.

    ``pairs`` of positions were compared, all there are; 0 if the programs are the same.
    """

    game_ref: GameRef
    pairs: int


@dataclass(frozen=True, slots=True)
class ReadingResult:
    """What is known of a question.

    ``rules``: a play after which something else may be done or play ends in another way, and ``rules_in``
    the game of that play. ``table``: the same for a play after which only the table differs. ``same``: the
    games in which it was proved that no play tells the rules apart; ``open``: those that were not searched
    completely; ``untried``: those there was no time for. ``unconfirmed``: those in which one program for
    many readings showed no difference, which was not confirmed. ``together``: how many games with one more
    reading changed showed no difference either.
    """

    question: ReadingQuestion
    rules: Difference | None
    rules_in: GameRef | None
    table: Difference | None
    table_in: GameRef | None
    same: tuple[EquivalentGame, ...]
    open: tuple[tuple[GameRef, BoundedEquivalence], ...]
    untried: tuple[GameRef, ...]
    together: int
    unconfirmed: tuple[EquivalentGame, ...] = ()

    @property
    def state(self) -> Literal["differs", "same", "open"]:
        """Whether there is another game; ``same``: in none of the existing games."""
        if self.rules is not None or self.table is not None:
            return "differs"
        left = self.open or self.untried or self.unconfirmed
        return "open" if left or not self.same else "same"


@dataclass(slots=True)
class KnownSoFar:
    """What has been found out while a question is being answered; see `ReadingResult`.

    ``combined``: the games in which one more reading is changed. They are many, and no answer by
    themselves.
    """

    rules: tuple[Difference, GameRef] | None = None
    table: tuple[Difference, GameRef] | None = None
    same: list[EquivalentGame] = field(default_factory=list)
    open: dict[GameRef, BoundedEquivalence] = field(default_factory=dict)
    unconfirmed: dict[GameRef, EquivalentGame] = field(default_factory=dict)
    combined: frozenset[GameRef] = frozenset()
    together: int = 0

    def note(self, game_ref: GameRef, comparison: ProgramComparison) -> None:
        """What came of comparing a game with both options."""
        is_combined = game_ref in self.combined
        if comparison.rules is not None:
            self.rules = comparison.rules, game_ref
        if comparison.table is not None and self.table is None and not is_combined:
            self.table = comparison.table, game_ref
        match comparison.found:
            case Equivalent(pairs) if comparison.unconfirmed and not is_combined:
                self.open.pop(game_ref, None)
                self.unconfirmed[game_ref] = EquivalentGame(game_ref, pairs)
            case Equivalent(pairs):
                self.note_equivalent(game_ref, pairs)
            case BoundedEquivalence() as how_far:
                self._note_bounded(game_ref, how_far)

    def note_equivalent(self, game_ref: GameRef, pairs: int) -> None:
        """No play of this game tells the rules apart."""
        self.open.pop(game_ref, None)
        self.unconfirmed.pop(game_ref, None)
        if game_ref in self.combined:
            self.together += 1
        else:
            self.same.append(EquivalentGame(game_ref, pairs))

    def _note_bounded(self, game_ref: GameRef, how_far: BoundedEquivalence) -> None:
        if game_ref in self.combined:
            self.together += 1
        elif game_ref not in self.unconfirmed:
            self.open.pop(game_ref, None)  # the one that was tried last comes last
            self.open[game_ref] = how_far

    def that_go_further(self) -> list[GameRef]:
        """The open games in which more time may help: not before a move that takes too long."""
        return [
            game_ref
            for game_ref, what in self.open.items()
            if what.stopped is None or what.stopped.limit != "move"
        ]

    def result(self, question: ReadingQuestion, waiting: Iterable[GameRef]) -> ReadingResult:
        """What was found; ``waiting``: the games that were still to be tried."""
        rules, rules_in = self.rules or (None, None)
        table, table_in = self.table or (None, None)
        tried = {proof.game_ref for proof in self.same} | set(self.open) | set(self.unconfirmed)
        return ReadingResult(
            question, rules, rules_in, table, table_in, tuple(self.same),
            tuple(self.open.items()), tuple(p for p in waiting if p not in tried | self.combined),
            self.together, tuple(self.unconfirmed.values()),
        )  # fmt: skip
