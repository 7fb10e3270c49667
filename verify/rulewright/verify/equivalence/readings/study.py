"""Which readings of a ruleset matter: every option against the default, in as many games as necessary.

A reading can matter in one instance and not in another: a power that needs nine pieces never comes about
with two. So every question goes through all its games, with little time in each, from small to large and
now and then to the largest, and stops at the first difference in the rules. Open questions are repeated
with four times the time, and so on. A reading may also need another one to matter: one other option at a
time is chosen in the smallest game of each variant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import MOVE_LIMIT, LongMove

from ...effort.comparing import STUDYING
from ...effort.running import INTERRUPTING
from ...execution.interruption import ending_in_time
from ...limits import Budget, Deadline, OutOfTime
from ...progress import Tell
from ...stategraph.graph import long_move
from ..bisimulation import BoundedEquivalence, Equivalent
from ..distinguish import Difference, ProgramComparison, distinguish
from .programs import EngineChoice, OptionRef, Programs
from .questions import GameRef, ReadingQuestion, together


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


def answers(
    ruleset: Ruleset,
    questions: Sequence[ReadingQuestion],
    budget: Budget,
    seed: int = 0,
    tell: Tell = lambda answered, what: None,
    engine: EngineChoice = "auto",
    move_limit: int = MOVE_LIMIT,
) -> list[ReadingResult]:
    """The answers to all questions, in their order.

    ``budget`` limits the seconds of all together, the pairs of positions of one search, and the memory of a
    search in C; ``move_limit`` the passes of loops in one move. ``tell`` receives the number of answered
    questions and the present one. With the engine ``native`` raises EngineUnavailable and OutOfMemory.
    """
    deadline = budget.start()
    readings = frozenset(question.reading for question in questions)
    programs = Programs(ruleset, readings, engine, budget.bytes(), move_limit)
    asked = [_Study(question, programs.by_extent(question.game_refs)) for question in questions]
    while (going := _going(asked)) and not deadline.passed():
        for one in going:
            if deadline.passed():
                break
            tell(sum(not a.going for a in asked), one.next_name())
            one.take_turn(programs, budget, deadline, seed)
        for one in going:
            one.come_again(ruleset, budget.seconds is not None and budget.states is None)
    _shorten_plays([a for a in asked if a.long], programs, budget, deadline, seed)
    return [a.answer() for a in asked]


def _shorten_plays(
    asked: Sequence[_Study], programs: Programs, budget: Budget, deadline: Deadline, seed: int
) -> None:
    """Use the remaining time to look for shorter plays where none is known to be the shortest."""
    for number, one in enumerate(asked):
        left = deadline.left()
        if left is not None and not deadline.passed():
            part = min(left / (len(asked) - number), STUDYING.last_shrinking)
            one.shorten(programs, budget.within(part), seed + 1)


def _going(asked: Sequence[_Study]) -> list[_Study]:
    """The questions whose turn it is: all that are open, and last those that are half answered."""
    going = [a for a in asked if a.going]
    return [a for a in going if not a.half_answered] or going


@dataclass(slots=True)
class _Study:
    """A question while it is being answered: the games still to be tried, and what was found."""

    question: ReadingQuestion
    game_refs: list[GameRef]
    waiting: list[GameRef] = field(default_factory=list)
    same: list[EquivalentGame] = field(default_factory=list)
    open: dict[GameRef, BoundedEquivalence] = field(default_factory=dict)
    unconfirmed: dict[GameRef, EquivalentGame] = field(default_factory=dict)
    confirming: bool = False
    rules: tuple[Difference, GameRef] | None = None
    table: tuple[Difference, GameRef] | None = None
    turns: int = 0
    rounds: int = 0
    turns_with_table: int = 0
    combined: frozenset[GameRef] | None = None
    together: int = 0

    def __post_init__(self) -> None:
        self.waiting.extend(self.game_refs)

    @property
    def going(self) -> bool:
        """Whether there is more to be done."""
        return bool(self.waiting) and self.rules is None

    @property
    def half_answered(self) -> bool:
        """Whether the table differs, and a difference in the rules was sought for some time."""
        return self.turns_with_table > STUDYING.after_table

    @property
    def long(self) -> bool:
        """Whether the play that was found may not be the shortest."""
        return self.rules is not None and not self.rules[0].shortest

    def take_turn(self, programs: Programs, budget: Budget, deadline: Deadline, seed: int) -> None:
        """Try the next game; games in which the programs are the same take no turn."""
        while self.waiting and not deadline.passed():
            game_ref = self._next()
            self.waiting.remove(game_ref)
            combined, games = self._is_combined(game_ref), self._games(programs, game_ref)
            turn = (
                STUDYING.combined_turn
                if combined
                else STUDYING.first_turn * STUDYING.growth**self.rounds
            )
            again = self.rounds and not combined
            if (again or not programs.holds(*games)) and programs.same(*games):
                self._found(game_ref, EquivalentGame(game_ref, 0))
                continue
            limits = budget if budget.seconds is None else budget.within(turn)
            self._note(game_ref, self._compare(programs, game_ref, limits, deadline, seed))
            return

    def next_name(self) -> str:
        """What is asked next, and where."""
        q = self.question
        return f"{q.reading} = {q.option[0]} in {self._next().name}"

    def shorten(self, programs: Programs, budget: Budget, seed: int) -> None:
        """Look for a shorter play than the known one, in the same game."""
        assert self.rules is not None
        difference, game_ref = self.rules
        found = self._compare(programs, game_ref, budget, budget.start(), seed).rules
        if found is not None and (found.shortest or found.moves < difference.moves):
            self.rules = found, game_ref

    def _games(self, programs: Programs, game_ref: GameRef) -> tuple[OptionRef, OptionRef]:
        """A game with the default option and with the other."""
        q = self.question
        first = programs.with_option(game_ref, q.reading, q.default[0])
        return first, programs.with_option(game_ref, q.reading, q.option[0])

    def _compare(
        self, programs: Programs, game_ref: GameRef, budget: Budget, deadline: Deadline, seed: int
    ) -> ProgramComparison:
        """Compare a game with both options, until the deadline at the latest."""
        alone = game_ref in self.unconfirmed
        turn, left = budget.seconds, deadline.left()
        seconds = turn if left is None else min(left, turn or left)
        shrink_seconds = (
            0.0
            if turn is None
            else min(STUDYING.shrinking * turn, (left or turn) - (seconds or 0.0))
        )
        limits, seed = budget.within(seconds), seed + self.turns
        last = limits.within(
            None if seconds is None else seconds + max(0.0, shrink_seconds)
        ).start()
        try:
            with ending_in_time(last, INTERRUPTING.grace):
                product = programs.product(*self._games(programs, game_ref), alone=alone)
                return distinguish(
                    product, limits, seed, max(0.0, shrink_seconds), table=self.table is None
                )
        except LongMove:
            return ProgramComparison(
                None, None, BoundedEquivalence(-1, 0, stopped=long_move(programs.move_limit))
            )
        except OutOfTime:
            # Unfinished work is lost with the product; what was known of the game is not.
            return ProgramComparison(None, None, self.open.get(game_ref, BoundedEquivalence(-1, 0)))

    def _next(self) -> GameRef:
        """The smallest game that waits, or now and then the largest instance."""
        if self.turns % STUDYING.large == STUDYING.large - 1:
            instances = [p for p in self.waiting if p.instance and not self._is_combined(p)]
            if instances:
                return instances[-1]
        return self.waiting[0]

    def _note(self, game_ref: GameRef, comparison: ProgramComparison) -> None:
        self.turns += 1
        if comparison.rules is not None:
            self.rules = comparison.rules, game_ref
        if comparison.table is not None and self.table is None and not self._is_combined(game_ref):
            self.table = comparison.table, game_ref
        if self.table is not None:
            self.turns_with_table += 1
        if isinstance(comparison.found, Equivalent):
            proof = EquivalentGame(game_ref, comparison.found.pairs)
            if comparison.unconfirmed and not self._is_combined(game_ref):
                self.open.pop(game_ref, None)
                self.unconfirmed[game_ref] = proof
            else:
                self._found(game_ref, proof)
        elif isinstance(comparison.found, BoundedEquivalence):
            self._found(game_ref, comparison.found)

    def _found(self, game_ref: GameRef, what: EquivalentGame | BoundedEquivalence) -> None:
        """No difference so far in this game."""
        self.open.pop(game_ref, None)
        if isinstance(what, BoundedEquivalence) and game_ref in self.unconfirmed:
            return
        self.unconfirmed.pop(game_ref, None)
        if self._is_combined(game_ref):
            self.together += 1
        elif isinstance(what, EquivalentGame):
            self.same.append(what)
        else:
            self.open[game_ref] = what

    def _is_combined(self, game_ref: GameRef) -> bool:
        return game_ref in (self.combined or ())

    def come_again(self, ruleset: Ruleset, more_time: bool) -> None:
        """After all games were tried: queue the open ones; then, once, those with another reading changed;
        then again the open ones. If none is open, unconfirmed results must be confirmed, at once if they
        are about few games."""
        if self.waiting or self.rules is not None:
            return
        again = (
            [game_ref for game_ref, what in self.open.items() if _goes_on(what)]
            if more_time
            else []
        )
        few = (
            0 < len(self.unconfirmed) <= STUDYING.few
            and not again
            and (more_time or not self.confirming)
        )
        combine = self.combined is None and self.table is None and (self.rounds or not again)
        if combine and not few:
            smallest = {game_ref.variant: game_ref for game_ref in reversed(self.game_refs)}
            first = [game_ref for game_ref in self.game_refs if game_ref in smallest.values()]
            more = together(ruleset, self.question, first[: STUDYING.combined])
            self.combined = frozenset(more)
            self.waiting.extend(more)
            return
        if not again and (more_time or not self.confirming):
            again, self.confirming = list(self.unconfirmed), True
        self.waiting.extend(again)
        self.rounds += 1

    def answer(self) -> ReadingResult:
        """What was found."""
        rules, rules_in = self.rules or (None, None)
        table, table_in = self.table or (None, None)
        tried = {proof.game_ref for proof in self.same} | set(self.open) | set(self.unconfirmed)
        untried = [p for p in self.waiting if p not in tried and not self._is_combined(p)]
        return ReadingResult(
            self.question, rules, rules_in, table, table_in, tuple(self.same),
            tuple(self.open.items()), tuple(untried), self.together,
            tuple(self.unconfirmed.values()),
        )  # fmt: skip


def _goes_on(what: BoundedEquivalence) -> bool:
    """Whether more time may help: not before a move that takes too long."""
    return what.stopped is None or what.stopped.limit != "move"
