"""Which engine searches: the Python engine at once, or a compiled one when that pays."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from rulewright.engines.interface import Action, Game

from .budget import Budget
from .claims import Acted, Holds
from .hunt import Hit, Hunt, Seen, wanted
from .search.count import perft
from .search.explore import Blind, explore, out_of_time
from .search.graph import Graph, NoRoom
from .search.native import search as native
from .search.native.agree import agree
from .search.native.search import Ask, Noted
from .search.turns import Turn, explore_turns

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")
R = TypeVar("R")

Engine = Literal["Python", "native"]
Progress = Callable[[int], None]

PATIENCE = 1.0
"""So many seconds a search in Python is given before a game is compiled."""
WORTH = 4.0
"""With less than so many seconds left it is not worth while to compile a game."""
NEED_TRANSITIONS = frozenset({"ends", "forever"})
"""Kinds of checks that are answered by walking over the graph."""


@dataclass(frozen=True, slots=True)
class Searched(Generic[S]):
    """What a search over single actions found, what it saw of the checks, and who searched."""

    graph: Graph[S, Action]
    seen: Seen
    engine: Engine


class Searcher(Protocol):
    """Answers what complete search can answer. Whatever it says can be replayed on ``game``."""

    def ask(
        self,
        game: Game[S],
        budget: Budget,
        checks: frozenset[int],
        progress: Progress,
        *,
        keep: bool = False,
    ) -> Searched[S]:
        """Every state that can be reached, and what answers these checks.

        Transitions are there if a check needs them, or if ``keep`` says so.
        """

    def turns(
        self, game: Game[S], budget: Budget, progress: Progress
    ) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns; their transitions may not be there."""

    def perft(self, game: Game[S], length: int, budget: Budget) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""


class PythonSearcher:
    """Searches on the game it is given."""

    def ask(
        self,
        game: Game[S],
        budget: Budget,
        checks: frozenset[int],
        progress: Progress,
        *,
        keep: bool = False,
    ) -> Searched[S]:
        """Every state that can be reached, and what answers these checks."""
        hunt = Hunt(game, checks, progress)
        graph = explore(game, budget, hunt)
        return Searched(graph, hunt.seen(), "Python")

    def turns(
        self, game: Game[S], budget: Budget, progress: Progress
    ) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns."""
        return explore_turns(game, budget, _Telling(progress)), "Python"

    def perft(self, game: Game[S], length: int, budget: Budget) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""
        return perft(game, length, budget.start()), "Python"


def _compile(game: Game[S]) -> native.Compiled[S]:
    from .search.native.build import compiled

    return compiled(game)


@dataclass(frozen=True, slots=True)
class NativeSearcher:
    """Compiles each game and searches in C. The time to compile it counts.

    ``compiler`` is asked to compile. Every method raises Unavailable where a game cannot be
    compiled, NoRoom if there is too little memory to begin with, and Disagreement if the Python
    engine does not play the game that was searched.
    """

    compiler: Callable[[Game[Any]], native.Compiled[Any]] = _compile

    def ask(
        self,
        game: Game[S],
        budget: Budget,
        checks: frozenset[int],
        progress: Progress,
        *,
        keep: bool = False,
    ) -> Searched[S]:
        """Every state that can be reached, and what answers these checks."""
        kinds = {game.program.checks[number].kind for number in checks}
        machine, left = self._ready(game, budget)
        graph, noted = native.explore(
            machine, left, asks(game, checks), progress, keep=keep or bool(kinds & NEED_TRANSITIONS)
        )
        seen = seen_in(noted, game)
        values = {number: wanted(game.program.checks[number]) for number in checks}
        agree(
            game, graph, {n: v for n, v in values.items() if v is not None and n not in seen.hits}
        )
        return Searched(graph, seen, "native")

    def turns(
        self, game: Game[S], budget: Budget, progress: Progress
    ) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns."""
        machine, left = self._ready(game, budget)
        return native.explore_turns(machine, left, progress, keep=False), "native"

    def perft(self, game: Game[S], length: int, budget: Budget) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""
        machine, left = self._ready(game, budget)
        counts = native.perft(machine, length, left.start(), left.bytes())
        if counts is None:
            return PythonSearcher().perft(game, length, left)
        return counts, "native"

    def _ready(self, game: Game[S], budget: Budget) -> tuple[native.Compiled[S], Budget]:
        """The compiled game, and the budget that is left."""
        deadline = budget.start()
        machine: native.Compiled[S] = self.compiler(game)
        return machine, budget.within(deadline.left())


@dataclass(frozen=True, slots=True)
class PatientSearcher:
    """Searches in Python, and if that is not done after ``patience`` seconds, asks another.

    It stays with Python if less than ``worth`` seconds are left then, for a game takes seconds to
    be compiled, and if the other cannot search.
    """

    other: Searcher = NativeSearcher()
    patience: float = PATIENCE
    worth: float = WORTH

    def ask(
        self,
        game: Game[S],
        budget: Budget,
        checks: frozenset[int],
        progress: Progress,
        *,
        keep: bool = False,
    ) -> Searched[S]:
        """Every state that can be reached, and what answers these checks."""
        return self._search(
            budget,
            lambda who, part: who.ask(game, part, checks, progress, keep=keep),
            lambda searched: _size(searched.graph),
        )

    def turns(
        self, game: Game[S], budget: Budget, progress: Progress
    ) -> tuple[Graph[S, Turn], Engine]:
        """The positions between whole turns."""
        return self._search(
            budget, lambda who, part: who.turns(game, part, progress), lambda found: _size(found[0])
        )

    def perft(self, game: Game[S], length: int, budget: Budget) -> tuple[tuple[int, ...], Engine]:
        """The number of action sequences of each length, as far as there is time."""
        return self._search(
            budget,
            lambda who, part: who.perft(game, length, part),
            lambda found: None if len(found[0]) == length else len(found[0]),
        )

    def _search(
        self,
        budget: Budget,
        search: Callable[[Searcher, Budget], R],
        size: Callable[[R], int | None],
    ) -> R:
        """The better result; ``size`` tells how far one got before its time was up, None if it
        did not stop for that reason."""
        from rulewright.engines.native.code import Unavailable

        deadline = budget.start()
        enough = budget.seconds is None or budget.seconds >= self.patience + self.worth
        if not enough:
            return search(PythonSearcher(), budget)
        first = search(PythonSearcher(), budget.within(self.patience))
        reached = size(first)
        if reached is None:
            return first
        try:
            second = search(self.other, budget.within(deadline.left()))
        except (Unavailable, NoRoom):
            return search(PythonSearcher(), budget.within(deadline.left()))
        further = size(second)
        return second if further is None or further >= reached else first


def _size(graph: Graph[S, M]) -> int | None:
    return len(graph.states) if graph.stopped == out_of_time() else None


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
