"""Which engine searches: the Python engine at once, or a compiled one when that pays."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from rulewright.engines.game import Action, Game

from ..limits import Budget
from ..properties.target import Acted, Holds
from ..results.check_result import Engine
from ..stategraph.bfs import Blind, explore
from ..stategraph.count import perft
from ..stategraph.graph import OUT_OF_TIME, Graph, NoRoom
from ..stategraph.turns import Turn, explore_turns
from .native import search as native
from .native.agree import agree
from .native.search import Ask, Noted
from .observer import Hit, Hunt, Seen, wanted

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")
R = TypeVar("R")

Progress = Callable[[int], None]

PATIENCE = 1.0
"""So many seconds a search in Python is given before a game is compiled."""
WORTH = 4.0
"""With less than so many seconds left it is not worth while to compile a game."""
NEED_TRANSITIONS = frozenset({"ends", "forever"})
"""Kinds of checks that are answered by walking over the graph."""


def silent(states: int) -> None:
    """Tell nobody how far a search is."""


@dataclass(frozen=True, slots=True)
class Question(Generic[S]):
    """What is to be searched, within a budget, and for which checks.

    ``progress`` is told the number of states now and then. With ``keep``, the transitions will be
    needed whatever the checks are.
    """

    game: Game[S]
    budget: Budget
    checks: frozenset[int] = frozenset()
    progress: Progress = silent
    keep: bool = False

    def within(self, seconds: float | None) -> Question[S]:
        """The same with other seconds."""
        return replace(self, budget=self.budget.within(seconds))


@dataclass(frozen=True, slots=True)
class Searched(Generic[S]):
    """What a search over single actions found, what it saw of the checks, and who searched."""

    graph: Graph[S, Action]
    seen: Seen
    engine: Engine


class Searcher(Protocol):
    """Answers what complete search can answer. Whatever it says can be replayed on ``game``."""

    def ask(self, question: Question[S]) -> Searched[S]:
        """Every state that can be reached, and what answers the checks.

        Transitions are there if a check needs them, or if the question says so.
        """

    def turns(self, question: Question[S]) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns; their transitions may not be there."""

    def perft(self, question: Question[S], length: int) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""


class PythonSearcher:
    """Searches on the game it is given."""

    def ask(self, question: Question[S]) -> Searched[S]:
        """Every state that can be reached, and what answers the checks."""
        hunt = Hunt(question.game, question.checks, question.progress)
        graph = explore(question.game, question.budget, hunt)
        return Searched(graph, hunt.seen(), "Python")

    def turns(self, question: Question[S]) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns."""
        watcher = _Telling(question.progress)
        return explore_turns(question.game, question.budget, watcher), "Python"

    def perft(self, question: Question[S], length: int) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""
        return perft(question.game, length, question.budget.start()), "Python"


def _compile(game: Game[S]) -> native.Compiled[S]:
    from .native.build import compiled

    return compiled(game)


@dataclass(frozen=True, slots=True)
class NativeSearcher:
    """Compiles each game and searches in C. The time to compile it counts.

    ``compiler`` is asked to compile. Every method raises Unavailable where a game cannot be
    compiled, NoRoom if there is too little memory to begin with, and Disagreement if the Python
    engine does not play the game that was searched.
    """

    compiler: Callable[[Game[Any]], native.Compiled[Any]] = _compile

    def ask(self, question: Question[S]) -> Searched[S]:
        """Every state that can be reached, and what answers the checks."""
        game, checks = question.game, question.checks
        kinds = {game.program.checks[number].kind for number in checks}
        keep = question.keep or bool(kinds & NEED_TRANSITIONS)
        machine, left = self._ready(question)
        asked = asks(game, checks)
        graph, noted = native.explore(machine, left, asked, question.progress, keep=keep)
        seen = seen_in(noted, game)
        values = {number: wanted(game.program.checks[number]) for number in checks}
        agree(
            game, graph, {n: v for n, v in values.items() if v is not None and n not in seen.hits}
        )
        return Searched(graph, seen, "native")

    def turns(self, question: Question[S]) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns."""
        machine, left = self._ready(question)
        return native.explore_turns(machine, left, question.progress, keep=False), "native"

    def perft(self, question: Question[S], length: int) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""
        deadline = question.budget.start()
        machine, left = self._ready(question)
        counts = native.perft(machine, length, left.start(), left.bytes())
        if counts is None:
            return PythonSearcher().perft(question.within(deadline.left()), length)
        return counts, "native"

    def _ready(self, question: Question[S]) -> tuple[native.Compiled[S], Budget]:
        """The compiled game, and the budget that is left."""
        deadline = question.budget.start()
        machine: native.Compiled[S] = self.compiler(question.game)
        return machine, question.budget.within(deadline.left())


@dataclass(frozen=True, slots=True)
class PatientSearcher:
    """Searches in Python, and if that is not done after ``patience`` seconds, asks another.

    It stays with Python if less than ``worth`` seconds are left then, for a game takes seconds to
    be compiled, and if the other cannot search.
    """

    other: Searcher = NativeSearcher()
    patience: float = PATIENCE
    worth: float = WORTH

    def ask(self, question: Question[S]) -> Searched[S]:
        """Every state that can be reached, and what answers the checks."""
        return self._search(
            question, lambda who, part: who.ask(part), lambda searched: _size(searched.graph)
        )

    def turns(self, question: Question[S]) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns."""
        return self._search(
            question, lambda who, part: who.turns(part), lambda found: _size(found[0])
        )

    def perft(self, question: Question[S], length: int) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""
        return self._search(
            question,
            lambda who, part: who.perft(part, length),
            lambda found: None if len(found[0]) == length else len(found[0]),
        )

    def _search(
        self,
        question: Question[S],
        search: Callable[[Searcher, Question[S]], R],
        size: Callable[[R], int | None],
    ) -> R:
        """The better result; ``size`` tells how far one got before its time was up, None if it
        did not stop for that reason."""
        from rulewright.engines.native.code import Unavailable, tell_python_serves

        seconds, deadline = question.budget.seconds, question.budget.start()
        if seconds is not None and seconds < self.patience + self.worth:
            return search(PythonSearcher(), question)
        first = search(PythonSearcher(), question.within(self.patience))
        reached = size(first)
        if reached is None:
            return first
        try:
            second = search(self.other, question.within(deadline.left()))
        except (Unavailable, NoRoom) as reason:
            tell_python_serves(reason)
            return search(PythonSearcher(), question.within(deadline.left()))
        further = size(second)
        return second if further is None or further >= reached else first


def _size(graph: Graph[S, M]) -> int | None:
    return len(graph.states) if graph.stopped == OUT_OF_TIME else None


def asks(game: Game[S], checks: frozenset[int]) -> list[Ask]:
    """What a search in C is to be asked about each check of the program."""
    acted = {"never_by": Ask.ACTED, "some_by": Ask.ACTED, "forever": Ask.MARKED}
    values = {True: Ask.TRUE, False: Ask.FALSE, None: Ask.NOTHING}
    return [
        acted.get(check.kind, values[wanted(check)]) if number in checks else Ask.NOTHING
        for number, check in enumerate(game.program.checks)
    ]


def seen_in(noted: Noted, game: Game[S]) -> Seen:
    """What a search in C has noted, as what answers the checks."""
    hits: dict[int, Hit] = {}
    for number, (state, action) in noted.hits.items():
        value = wanted(game.program.checks[number])
        claim = Acted(number) if value is None else Holds(number, value)
        hits[number] = Hit(claim, state, action)
    return Seen(hits, noted.faults, noted.marked, noted.running_on)


class _Telling(Blind):
    """A watcher that passes on how many states there are."""

    def __init__(self, tell: Progress) -> None:
        self._tell = tell

    def progress(self, states: int, expanded: int) -> None:
        """Pass it on."""
        self._tell(states)
