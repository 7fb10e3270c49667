"""Which readings of a ruleset matter: every option against the default, in as many games as need be.

A reading can show itself in one instance and not in another: a power that needs nine pieces never
comes about with two. So its instances are tried from small to large, now and then the largest of them, until one shows
a difference.
A reading
may also need another one to show itself: when all games were tried, one other option at a time is
chosen in the smallest game of each variant. All questions take turns: each gets a short time in its smallest game before any gets a longer one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from rulewright.dsl.compile import Ruleset
from rulewright.dsl.ir.program import Program
from rulewright.engines.python.game import PythonGame

from ..budget import Budget, Deadline
from .canonical import same_program
from .examine import Difference, Examined, examine
from .lockstep import Open, Same
from .questions import Place, Question, extent, together

T = TypeVar("T")

KEPT = 64
"""How many programs, and how many games, are kept for a second turn."""

SHORTEST_TURN, FIRST_TURNS = 0.5, 6.0
"""Seconds of a first turn at least; the number of turns for each question that it is made for."""

LARGE_TURN = 4
"""Every turn of this number is taken in the largest game left: what is rare is found there."""

COMBINED = 3
"""In how many games, each of another variant, one more reading is changed."""

TURNS_AFTER_TABLE = 2
"""Where something else lies on the table: how many more turns are taken before others are done."""


@dataclass(frozen=True, slots=True)
class Proof:
    """No play of this game tells the rules apart.

    ``pairs`` of positions were compared, all there are; 0 if the programs are the same.
    """

    place: Place
    pairs: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a question.

    ``rules``: a play after which something else may be done or play ends in another way, and
    ``rules_in`` the game of that play. ``table``: the same for a play after which only something
    else lies on the table. ``same``: the games in which it was proved that no play tells the rules
    apart; ``open``: those that were not searched to the end; ``untried``: those there was no time
    for. ``together``: how many games with one more reading changed showed no difference either.
    """

    question: Question
    rules: Difference | None
    rules_in: Place | None
    table: Difference | None
    table_in: Place | None
    same: tuple[Proof, ...]
    open: tuple[tuple[Place, Open], ...]
    untried: tuple[Place, ...]
    together: int

    @property
    def state(self) -> Literal["differs", "same", "open"]:
        """Whether there is another game; ``same``: in none of the games that there are."""
        if self.rules is not None or self.table is not None:
            return "differs"
        return "open" if self.open or self.untried or not self.same else "same"


def answers(
    ruleset: Ruleset,
    questions: Sequence[Question],
    budget: Budget,
    seed: int = 0,
    tell: Callable[[int], None] = lambda answered: None,
) -> list[Answer]:
    """The answers to all questions, in their order.

    ``budget`` limits the seconds of all together, and the pairs of positions of one search.
    ``tell`` is told how many are answered, from time to time.
    """
    deadline = budget.start()
    programs = _Programs(ruleset)
    asked = [_Asked(question, programs.by_extent(question.places)) for question in questions]
    turn = None
    if budget.seconds is not None:
        turn = max(SHORTEST_TURN, budget.seconds / max(1, len(asked)) / FIRST_TURNS)
    while (going := _going(asked)) and not deadline.passed():
        for one in going:
            if deadline.passed():
                break
            one.take_turn(programs, Budget(turn, budget.states), deadline, seed)
            tell(sum(not a.going for a in asked))
        for one in going:
            one.come_again(ruleset, turn is not None)
        if turn is not None and (left := deadline.left()) is not None:
            turn = max(turn, left / len(going) / FIRST_TURNS)
    return [a.answer() for a in asked]


def _going(asked: Sequence[_Asked]) -> list[_Asked]:
    """The questions whose turn it is: all that are open, and last those that are half answered."""
    going = [a for a in asked if a.going]
    return [a for a in going if not a.half_answered] or going


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A game of a place with one reading set; without a reading, as the place has it."""

    place: Place
    reading: str = ""
    option: str = ""


class _Programs:
    """The programs and games of a ruleset; those that were asked for last are kept."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._plain: dict[Place, Program] = {}
        self._changed: dict[_Wanted, Program] = {}
        self._games: dict[_Wanted, PythonGame] = {}

    def by_extent(self, places: Sequence[Place]) -> list[Place]:
        """The places, small games first; variants without an instance, which are large, last."""
        named = [place for place in places if place.instance]
        named.sort(key=lambda place: extent(self._as_it_is(place)))
        return named + [place for place in places if not place.instance]

    def wanted(self, place: Place, reading: str, option: str) -> _Wanted:
        """The game of a place with an option, which it may have anyway."""
        if dict(self._as_it_is(place).instance.readings).get(reading) == option:
            return _Wanted(place)
        return _Wanted(place, reading, option)

    def program(self, wanted: _Wanted) -> Program:
        """Its program."""
        if not wanted.reading:
            return self._as_it_is(wanted.place)
        changed = {wanted.reading: wanted.option}
        return _kept(self._changed, wanted, lambda: wanted.place.program(self._ruleset, **changed))

    def game(self, wanted: _Wanted) -> PythonGame:
        """Its program on the Python engine."""
        return _kept(self._games, wanted, lambda: PythonGame(self.program(wanted)))

    def _as_it_is(self, place: Place) -> Program:
        if place not in self._plain:
            self._plain[place] = place.program(self._ruleset)
        return self._plain[place]


def _kept(kept: dict[_Wanted, T], wanted: _Wanted, make: Callable[[], T]) -> T:
    """What is kept, or made now; what was not asked for for the longest time makes room."""
    found = kept.pop(wanted) if wanted in kept else make()
    kept[wanted] = found
    while len(kept) > KEPT:
        del kept[next(iter(kept))]
    return found


@dataclass(slots=True)
class _Asked:
    """A question while it is being answered: the games still to be tried, and what was found."""

    question: Question
    places: list[Place]
    waiting: deque[Place] = field(default_factory=deque)
    same: list[Proof] = field(default_factory=list)
    open: dict[Place, Open] = field(default_factory=dict)
    rules: tuple[Difference, Place] | None = None
    table: tuple[Difference, Place] | None = None
    turns: int = 0
    rounds: int = 0
    turns_with_table: int = 0
    combined: frozenset[Place] | None = None
    together: int = 0

    def __post_init__(self) -> None:
        self.waiting.extend(self.places)

    @property
    def going(self) -> bool:
        """Whether there is more to be done."""
        return bool(self.waiting) and self.rules is None

    @property
    def half_answered(self) -> bool:
        """Whether something else lies on the table, and other rules were looked for some time."""
        return self.turns_with_table > TURNS_AFTER_TABLE

    def take_turn(self, programs: _Programs, budget: Budget, deadline: Deadline, seed: int) -> None:
        """Try the next game; those in which the programs are the same take no turn."""
        while self.waiting and not deadline.passed():
            place = self._next()
            q = self.question
            first = programs.wanted(place, q.reading, q.default[0])
            second = programs.wanted(place, q.reading, q.option[0])
            if same_program(programs.program(first), programs.program(second)):
                self._found(place, Proof(place, 0))
                continue
            games = programs.game(first), programs.game(second)
            left = deadline.left()
            turn = None if budget.seconds is None else budget.seconds * 2**self.rounds
            seconds = turn if left is None else min(left, turn or left)
            limits = Budget(seconds, budget.states)
            self._note(place, examine(games, limits, seed + self.turns))
            return

    def _next(self) -> Place:
        """The smallest game that waits, or now and then the largest instance."""
        if self.turns % LARGE_TURN == LARGE_TURN - 1:
            instances = [p for p in self.waiting if p.instance and not self._is_combined(p)]
            if instances:
                self.waiting.remove(instances[-1])
                return instances[-1]
        return self.waiting.popleft()

    def _note(self, place: Place, examined: Examined) -> None:
        self.turns += 1
        if examined.rules is not None:
            self.rules = examined.rules, place
        if examined.table is not None and self.table is None and not self._is_combined(place):
            self.table = examined.table, place
        if self.table is not None:
            self.turns_with_table += 1
        if isinstance(examined.found, Same):
            self._found(place, Proof(place, examined.found.pairs))
        elif isinstance(examined.found, Open):
            self._found(place, examined.found)

    def _found(self, place: Place, what: Proof | Open) -> None:
        """No difference so far in this place."""
        self.open.pop(place, None)
        if self._is_combined(place):
            self.together += 1
        elif isinstance(what, Proof):
            self.same.append(what)
        else:
            self.open[place] = what

    def _is_combined(self, place: Place) -> bool:
        return place in (self.combined or ())

    def come_again(self, ruleset: Ruleset, more_time: bool) -> None:
        """When all games were tried: with another reading, once; then those that are open."""
        if self.waiting or self.rules is not None:
            return
        if self.combined is None and self.table is None:
            smallest = {place.variant: place for place in reversed(self.places)}
            first = [place for place in self.places if place in smallest.values()]
            more = together(ruleset, self.question, first[:COMBINED])
            self.combined = frozenset(more)
            self.waiting.extend(more)
        elif more_time:
            self.waiting.extend(self.open)
            self.rounds += 1

    def answer(self) -> Answer:
        """What was found."""
        rules, rules_in = self.rules or (None, None)
        table, table_in = self.table or (None, None)
        tried = {proof.place for proof in self.same} | set(self.open)
        untried = [p for p in self.waiting if p not in tried and not self._is_combined(p)]
        return Answer(
            self.question, rules, rules_in, table, table_in, tuple(self.same),
            tuple(self.open.items()), tuple(untried), self.together,
        )  # fmt: skip
