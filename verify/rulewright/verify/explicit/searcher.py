"""Which engine searches: the Python engine at once, or a compiled one if that is worthwhile."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from rulewright.engines.game import Action, Game

from ..effort.running import INTERRUPTING
from ..effort.searching import SEARCHING
from ..execution.interruption import ending_in_time
from ..limits import Budget, OutOfTime
from ..properties.observed import FirstHit, Observed
from ..properties.registry import kind_of
from ..properties.target import StateTarget, StepTarget, Target, TrapTarget
from ..results.check_result import EngineName
from ..stategraph.bfs import NullObserver, explore
from ..stategraph.count import perft
from ..stategraph.graph import OUT_OF_TIME, OutOfMemory, StateGraph, unbegun
from ..stategraph.turns import Turn, explore_turns
from .native import search as native
from .native.search import ObservedInC, ReportsStates, SearchFor
from .native.spot_check import spot_check
from .observer import PropertyObserver

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")
R = TypeVar("R")


def silent(states: int) -> None:
    """Report progress to nobody."""


@dataclass(frozen=True, slots=True)
class SearchRequest(Generic[S]):
    """What is to be searched, within a budget, and for which checks.

    ``progress`` receives the number of states now and then. With ``keep_transitions``, the
    transitions will be needed whatever the checks are.
    """

    game: Game[S]
    budget: Budget
    checks: frozenset[int] = frozenset()
    progress: ReportsStates = silent
    keep_transitions: bool = False

    def within(self, seconds: float | None) -> SearchRequest[S]:
        """The same with other seconds."""
        return replace(self, budget=self.budget.within(seconds))


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[S]):
    """The result of a search over single actions, what it saw of the checks, and which engine
    searched."""

    graph: StateGraph[S, Action]
    observed: Observed
    engine: EngineName


class Searcher(Protocol):
    """Answers what complete search can answer. Whatever it finds can be replayed on ``game``."""

    def ask(self, request: SearchRequest[S]) -> SearchResult[S]:
        """Every reachable state, and what answers the checks.

        Transitions are included if a check needs them, or if the request says so.
        """

    def turns(self, request: SearchRequest[S]) -> tuple[StateGraph[S, Turn], EngineName]:
        """The positions between whole turns; their transitions may be missing."""

    def perft(self, request: SearchRequest[S], length: int) -> tuple[tuple[int, ...], EngineName]:
        """The number of action sequences of each length, as far as there is time."""


class PythonSearcher:
    """Searches on the game it is given."""

    def ask(self, request: SearchRequest[S]) -> SearchResult[S]:
        """Every state that can be reached, and what answers the checks."""
        observer = PropertyObserver(request.game, request.checks, request.progress)
        graph = explore(request.game, request.budget, observer)
        return SearchResult(graph, observer.observed(), "Python")

    def turns(self, request: SearchRequest[S]) -> tuple[StateGraph[S, Turn], EngineName]:
        """The positions between whole turns."""
        observer = _Telling(request.progress)
        return explore_turns(request.game, request.budget, observer), "Python"

    def perft(self, request: SearchRequest[S], length: int) -> tuple[tuple[int, ...], EngineName]:
        """The number of action sequences of each length, as far as there is time."""
        return perft(request.game, length, request.budget.start()), "Python"


def _compile(game: Game[S]) -> native.Compiled[S]:
    from .native.build import compiled

    return compiled(game)


@dataclass(frozen=True, slots=True)
class NativeSearcher:
    """Compiles each game and searches in C. The time to compile it counts.

    ``compiler`` compiles. Every method raises EngineUnavailable if a game cannot be compiled,
    OutOfMemory if there is too little memory to begin with, and EngineMismatch if the Python engine
    does not play the game that was searched.
    """

    compiler: Callable[[Game[Any]], native.Compiled[Any]] = _compile

    def ask(self, request: SearchRequest[S]) -> SearchResult[S]:
        """Every state that can be reached, and what answers the checks."""
        game, checks = request.game, request.checks
        kinds = [kind_of(game.program.checks[number]) for number in checks]
        keep_transitions = request.keep_transitions or any(k.needs_transitions for k in kinds)
        asked, deadline = asks(game, checks), request.budget.start()
        targets = [k.target(n) for k, n in zip(kinds, checks, strict=True)]
        values = {t.check: t.holds for t in targets if isinstance(t, StateTarget)}
        try:
            machine, left = self._ready(request)
            graph, observed_in_c = native.explore(
                machine, left, asked, request.progress, keep_transitions=keep_transitions
            )
            with ending_in_time(deadline, INTERRUPTING.grace):
                observed = observed_in(observed_in_c, game)
                unseen = {n: v for n, v in values.items() if n not in observed.hits}
                spot_check(game, graph, unseen)
        except OutOfTime:
            observer = PropertyObserver(game, checks)
            return SearchResult(unbegun(), observer.observed(), "native")
        return SearchResult(graph, observed, "native")

    def turns(self, request: SearchRequest[S]) -> tuple[StateGraph[S, Turn], EngineName]:
        """The positions between whole turns."""
        try:
            machine, left = self._ready(request)
            return native.explore_turns(
                machine, left, request.progress, keep_transitions=False
            ), "native"
        except OutOfTime:
            return unbegun(), "native"

    def perft(self, request: SearchRequest[S], length: int) -> tuple[tuple[int, ...], EngineName]:
        """The number of action sequences of each length, as far as there is time."""
        deadline = request.budget.start()
        machine, left = self._ready(request)
        counts = native.perft(machine, length, left.start(), left.bytes())
        if counts is None:
            return PythonSearcher().perft(request.within(deadline.left()), length)
        return counts, "native"

    def _ready(self, request: SearchRequest[S]) -> tuple[native.Compiled[S], Budget]:
        """The compiled game, and the budget that is left."""
        deadline = request.budget.start()
        machine: native.Compiled[S] = self.compiler(request.game)
        return machine, request.budget.within(deadline.left())


@dataclass(frozen=True, slots=True)
class TieredSearcher:
    """Searches in Python, and if that is not done after ``initial_seconds`` seconds, asks another
    searcher.

    It stays with Python if fewer than ``compile_threshold`` seconds are left then, for a game takes
    seconds to be compiled, and if the other cannot search.
    """

    other: Searcher = NativeSearcher()
    initial_seconds: float = SEARCHING.initial_seconds
    compile_threshold: float = SEARCHING.compile_threshold

    def ask(self, request: SearchRequest[S]) -> SearchResult[S]:
        """Every state that can be reached, and what answers the checks."""
        return self._search(
            request, lambda who, part: who.ask(part), lambda searched: _size(searched.graph)
        )

    def turns(self, request: SearchRequest[S]) -> tuple[StateGraph[S, Turn], EngineName]:
        """The positions between whole turns."""
        return self._search(
            request, lambda who, part: who.turns(part), lambda found: _size(found[0])
        )

    def perft(self, request: SearchRequest[S], length: int) -> tuple[tuple[int, ...], EngineName]:
        """The number of action sequences of each length, as far as there is time."""
        return self._search(
            request,
            lambda who, part: who.perft(part, length),
            lambda found: None if len(found[0]) == length else len(found[0]),
        )

    def _search(
        self,
        request: SearchRequest[S],
        search: Callable[[Searcher, SearchRequest[S]], R],
        size: Callable[[R], int | None],
    ) -> R:
        """The better result; ``size`` tells how far a searcher got before its time was up, None if
        it did not stop for that reason."""
        from rulewright.engines.game import EngineUnavailable
        from rulewright.engines.native.generator.code import tell_python_serves

        seconds, deadline = request.budget.seconds, request.budget.start()
        if seconds is not None and seconds < self.initial_seconds + self.compile_threshold:
            return search(PythonSearcher(), request)
        first = search(PythonSearcher(), request.within(self.initial_seconds))
        reached = size(first)
        if reached is None:
            return first
        try:
            second = search(self.other, request.within(deadline.left()))
        except (EngineUnavailable, OutOfMemory) as reason:
            tell_python_serves(reason)
            return search(PythonSearcher(), request.within(deadline.left()))
        further = size(second)
        return second if further is None or further >= reached else first


def _size(graph: StateGraph[S, M]) -> int | None:
    return len(graph.states) if graph.stopped == OUT_OF_TIME else None


def asks(game: Game[S], checks: frozenset[int]) -> list[SearchFor]:
    """What a search in C is to be asked about each check of the program."""
    return [
        _asked(kind_of(check).target(number)) if number in checks else SearchFor.NOTHING
        for number, check in enumerate(game.program.checks)
    ]


def _asked(target: Target) -> SearchFor:
    match target:
        case StateTarget(_, holds):
            return SearchFor.TRUE if holds else SearchFor.FALSE
        case StepTarget():
            return SearchFor.ACTED
        case TrapTarget():
            return SearchFor.MARKED
        case _:
            return SearchFor.NOTHING


def observed_in(observed_in_c: ObservedInC, game: Game[S]) -> Observed:
    """The records of a search in C as what answers the checks."""
    hits: dict[int, FirstHit] = {}
    for number, (state, action) in observed_in_c.hits.items():
        target = kind_of(game.program.checks[number]).target(number)
        hits[number] = FirstHit(target, state, action)
    return Observed(hits, observed_in_c.faults, observed_in_c.marked, observed_in_c.divergent)


class _Telling(NullObserver):
    """An observer that passes on the number of states."""

    def __init__(self, tell: ReportsStates) -> None:
        self._tell = tell

    def progress(self, states: int, expanded: int) -> None:
        """Pass it on."""
        self._tell(states)
