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

from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.common.move_limit import MOVE_LIMIT
from rulewright.engines.game import LongMove

from ...effort.comparing import STUDYING
from ...effort.running import INTERRUPTING
from ...execution.interruption import ending_in_time
from ...limits import Budget, Deadline, OutOfTime
from ...progress import Tell
from ...stategraph.graph import long_move
from ..bisimulation import BoundedEquivalence
from ..distinguish import ProgramComparison, distinguish
from .known import KnownSoFar, ReadingResult
from .programs import EngineChoice, OptionRef, Programs
from .questions import GameRef, ReadingQuestion, together


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
    sorting = deadline.share(STUDYING.sorting_share)
    asked = [_studied(question, programs, sorting) for question in questions]
    comparing = _Comparing(programs, budget, deadline, seed)
    while (going := _going(asked)) and not deadline.passed():
        for one in going:
            if deadline.passed():
                break
            tell(sum(not a.going for a in asked), one.next_name())
            one.take_turn(comparing)
        for one in going:
            one.come_again(ruleset, budget.seconds is not None and budget.states is None)
    _shorten_plays([a for a in asked if a.long], comparing)
    return [a.answer() for a in asked]


def _shorten_plays(asked: Sequence[_Study], comparing: _Comparing) -> None:
    """Use the remaining time to look for shorter plays where none is known to be the shortest."""
    for number, one in enumerate(asked):
        left = comparing.deadline.left()
        if left is not None and left > 0:
            part = min(left / (len(asked) - number), STUDYING.last_shrinking)
            one.shorten(comparing.by_itself(part))


def _studied(question: ReadingQuestion, programs: Programs, sorting: Deadline) -> _Study:
    game_refs = programs.by_extent(question.game_refs, sorting)
    return _Study(question, tuple(game_refs), game_refs)


def _going(asked: Sequence[_Study]) -> list[_Study]:
    """The questions whose turn it is: all that are open, and last those that are half answered."""
    going = [a for a in asked if a.going]
    return [a for a in going if not a.half_answered] or going


@dataclass(frozen=True, slots=True)
class _Comparing:
    """How games are compared: within a budget for each, and until the deadline for all."""

    programs: Programs
    budget: Budget
    deadline: Deadline
    seed: int

    def by_itself(self, seconds: float) -> _Comparing:
        """For one more comparison that takes so many seconds, with other random plays."""
        budget = self.budget.within(seconds)
        return _Comparing(self.programs, budget, budget.start(), self.seed + 1)

    def games(self, q: ReadingQuestion, game_ref: GameRef) -> tuple[OptionRef, OptionRef]:
        """A game with the default option and with the other."""
        first = self.programs.with_option(game_ref, q.reading, q.default[0])
        return first, self.programs.with_option(game_ref, q.reading, q.option[0])

    def same_programs(self, q: ReadingQuestion, game_ref: GameRef, *, surely: bool) -> bool:
        """Whether both games have the same program. Not ``surely`` so: only if that costs less than to
        compare them, which it does not if one program in C holds both. Raises OutOfTime."""
        with ending_in_time(self.deadline):
            games = self.games(q, game_ref)
            return (surely or not self.programs.holds(*games)) and self.programs.same(*games)

    def compared(
        self,
        q: ReadingQuestion,
        game_ref: GameRef,
        turn: float | None,
        known: KnownSoFar,
        turns: int,
    ) -> ProgramComparison:
        """What is known of a game with both options after a turn of some seconds; ``turns``: how many there
        were before."""
        seconds, shrink_seconds = _seconds(turn, self.deadline.left())
        limits = self.budget.within(seconds)
        last = limits.within(None if seconds is None else seconds + shrink_seconds).start()
        alone, table = game_ref in known.unconfirmed, known.table is None
        try:
            with ending_in_time(last, INTERRUPTING.grace):
                product = self.programs.product(*self.games(q, game_ref), alone=alone)
                return distinguish(product, limits, self.seed + turns, shrink_seconds, table=table)
        except LongMove:
            stopped = long_move(self.programs.move_limit)
            return ProgramComparison(None, None, BoundedEquivalence(-1, 0, stopped=stopped))
        except OutOfTime:
            # Unfinished work is lost with the product; what was known of the game is not.
            before = known.open.get(game_ref, BoundedEquivalence(-1, 0))
            return ProgramComparison(None, None, before)


def _seconds(turn: float | None, left: float | None) -> tuple[float | None, float]:
    """The seconds to compare games, and those to shorten a play: of a turn, and of what is left."""
    if turn is None or left is None:
        return left if turn is None else turn, 0.0
    seconds = min(turn, left)
    return seconds, min(STUDYING.shrinking * turn, left - seconds)


@dataclass(slots=True)
class _Study:
    """A question while it is being answered: what is known, and the games that wait for their turn.

    ``rounds``: how often all games have had a turn. ``is_combined``: whether games in which one more
    reading is changed were queued; ``is_confirming``: whether those that are unconfirmed were.
    """

    question: ReadingQuestion
    game_refs: Sequence[GameRef]
    waiting: list[GameRef]
    known: KnownSoFar = field(default_factory=KnownSoFar)
    turns: int = 0
    turns_with_table: int = 0
    rounds: int = 0
    is_combined: bool = False
    is_confirming: bool = False

    @property
    def going(self) -> bool:
        """Whether there is more to be done."""
        return bool(self.waiting) and self.known.rules is None

    @property
    def half_answered(self) -> bool:
        """Whether the table differs, and a difference in the rules was sought for some time."""
        return self.turns_with_table > STUDYING.after_table

    @property
    def long(self) -> bool:
        """Whether the play that was found may not be the shortest."""
        return self.known.rules is not None and not self.known.rules[0].shortest

    def take_turn(self, comparing: _Comparing) -> None:
        """Try the next game; games in which the programs are the same take no turn."""
        while self.waiting and not comparing.deadline.passed():
            game_ref = self._next()
            is_combined = game_ref in self.known.combined
            surely = self.rounds > 0 and not is_combined
            try:
                same = comparing.same_programs(self.question, game_ref, surely=surely)
            except OutOfTime:
                return
            self.waiting.remove(game_ref)
            if same:
                self.known.note_equivalent(game_ref, 0)
                continue
            growing = STUDYING.first_turn * STUDYING.growth**self.rounds
            turn = STUDYING.combined_turn if is_combined else growing
            self.known.note(game_ref, self._compared(comparing, game_ref, turn))
            self.turns += 1
            self.turns_with_table += self.known.table is not None
            return

    def next_name(self) -> str:
        """What is asked next, and where."""
        q = self.question
        return f"{q.reading} = {q.option[0]} in {self._next().name}"

    def shorten(self, comparing: _Comparing) -> None:
        """Look for a shorter play than the known one, in the same game."""
        assert self.known.rules is not None
        difference, game_ref = self.known.rules
        found = self._compared(comparing, game_ref, comparing.budget.seconds).rules
        if found is not None and (found.shortest or found.moves < difference.moves):
            self.known.rules = found, game_ref

    def _compared(
        self, comparing: _Comparing, game_ref: GameRef, turn: float | None
    ) -> ProgramComparison:
        seconds = None if comparing.budget.seconds is None else turn
        return comparing.compared(self.question, game_ref, seconds, self.known, self.turns)

    def _next(self) -> GameRef:
        """The smallest game that waits, or now and then the largest instance."""
        if self.turns % STUDYING.large == STUDYING.large - 1:
            combined = self.known.combined
            instances = [p for p in self.waiting if p.instance and p not in combined]
            if instances:
                return instances[-1]
        return self.waiting[0]

    def come_again(self, ruleset: Ruleset, more_time: bool) -> None:
        """Queue the next round once all games were tried.

        These are the open ones, if ``more_time`` may help; if there are none, the unconfirmed ones, to be
        confirmed. Once, games with another reading changed come before: before few that are unconfirmed
        they do not, and before open ones not until these had a second turn.
        """
        if self.waiting or self.known.rules is not None:
            return
        again = self.known.that_go_further() if more_time else []
        confirms = not again and (more_time or not self.is_confirming)
        unconfirmed = [*self.known.unconfirmed] if confirms else []
        few = 0 < len(unconfirmed) <= STUDYING.few
        combines = not self.is_combined and self.known.table is None and (self.rounds or not again)
        if combines and not few:
            self._combine(ruleset)
            return
        self.is_confirming = self.is_confirming or confirms
        self.waiting.extend(again or unconfirmed)
        self.rounds += 1

    def _combine(self, ruleset: Ruleset) -> None:
        """Queue games with another reading changed: the smallest of each of a few variants."""
        smallest = {game_ref.variant: game_ref for game_ref in reversed(self.game_refs)}
        first = [game_ref for game_ref in self.game_refs if game_ref in smallest.values()]
        more = together(ruleset, self.question, first[: STUDYING.combined])
        self.is_combined, self.known.combined = True, frozenset(more)
        self.waiting.extend(more)

    def answer(self) -> ReadingResult:
        """What was found."""
        return self.known.result(self.question, self.waiting)
