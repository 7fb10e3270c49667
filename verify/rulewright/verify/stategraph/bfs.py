"""Complete search, breadth first: every reachable state once, on a shortest way."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, Protocol, TypeVar

from rulewright.dsl.ir.positions import Rest
from rulewright.engines.common.positions import rest_in
from rulewright.engines.game import Action, EndlessLoop, Game, LongMove, Unrested

from ..execution.interruption import ending_in_time
from ..limits import Budget, Deadline, OutOfTime
from .graph import OUT_OF_TIME, STUCK, LimitReached, StateGraph, long_move, out_of_states, unbegun

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")
S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)


class Observer(Protocol[S_contra]):
    """Watches a search; states are numbered in the order of their distance."""

    def state(self, number: int, state: S_contra) -> None:
        """A state is seen for the first time."""

    def edge(self, source: int, before: S_contra, action: Action, after: S_contra) -> None:
        """An action leads from state number ``source`` to ``after``; called for every action."""

    def diverges(self, source: int, before: S_contra, action: Action) -> None:
        """After an action in state number ``source`` the rules run on without a decision."""

    def progress(self, states: int, expanded: int) -> None:
        """Called before a state is expanded."""


class NullObserver:
    """An observer that does nothing: a base for those that watch only some things."""

    def state(self, number: int, state: Hashable) -> None:
        """Ignore a state."""

    def edge(self, source: int, before: Hashable, action: Action, after: Hashable) -> None:
        """Ignore an action."""

    def diverges(self, source: int, before: Hashable, action: Action) -> None:
        """Ignore an action without end."""

    def progress(self, states: int, expanded: int) -> None:
        """Ignore the progress."""


def explore(
    game: Game[S], budget: Budget, observer: Observer[S] | None = None, *, first: S | None = None
) -> StateGraph[S, Action]:
    """Every reachable state, with every labelled action as a transition.

    The search begins in ``first``, or, if that is left out, where the game begins. An action after which
    the rules never come to rest leads nowhere; the observer is told. At an action after which they do not
    rest within the move limit the search stops.
    """
    observing = NullObserver() if observer is None else observer

    def expand(number: int, state: S) -> Iterable[tuple[Action, S]]:
        for action, step in game.successors(state):
            if isinstance(step, EndlessLoop):
                observing.diverges(number, state, action)
            elif isinstance(step, Unrested):
                raise step
            else:
                observing.edge(number, state, action, step.state)
                yield action, step.state

    deadline = budget.start()
    start = beginning(game, deadline) if first is None else first
    return search(game, start, expand, budget.states, deadline, observing)


def beginning(game: Game[S], deadline: Deadline) -> S | None:
    """Where the game begins, or None if there is no time to find out."""
    try:
        with ending_in_time(deadline):
            return game.new()
    except OutOfTime:
        return None


def action_between(game: Game[S], before: S, after: S) -> Action | None:
    """The first action that leads from one state to the other, if one does."""
    for action, step in game.successors(before):
        if not isinstance(step, Unrested) and step.state == after:
            return action
    return None


def search(
    game: Game[S],
    first: S | None,
    expand: Callable[[int, S], Iterable[tuple[M, S]]],
    most: int | None,
    deadline: Deadline,
    observer: Observer[S],
) -> StateGraph[S, M]:
    """Breadth-first search from ``first`` (None if it is not known); ``expand`` gives the
    transitions out of a state.

    It stops before it would hold more than ``most`` states, when the deadline has passed, and at a
    move that is longer than the game's limit. A state whose transitions are not all known does not
    count as expanded.
    """
    growing: _Growing[S, M] = _Growing(game, observer)
    if first is None:
        return unbegun()
    try:
        with ending_in_time(deadline):
            stopped = _grown(growing, first, expand, most, deadline)
    except LongMove:
        stopped = long_move(game.move_limit)
    except OutOfTime:
        stopped = OUT_OF_TIME
    return growing.graph(stopped)


def _grown(
    growing: _Growing[S, M],
    first: S,
    expand: Callable[[int, S], Iterable[tuple[M, S]]],
    most: int | None,
    deadline: Deadline,
) -> LimitReached | None:
    """Enter all states, and return why some are missing."""
    growing.number(first, -1, None)
    for current, state in enumerate(growing.states):
        growing.observer.progress(len(growing.states), current)
        targets = array("q")
        for move, target in () if growing.ends[current] else expand(current, state):
            if target not in growing.numbers and len(growing.states) == most:
                return out_of_states(most)
            if deadline.passed():
                break
            targets.append(growing.number(target, current, move))
        if deadline.passed():
            return OUT_OF_TIME
        growing.expanded(current, targets)
    return None


class _Growing(Generic[S, M]):
    """A graph while it is searched."""

    def __init__(self, game: Game[S], observer: Observer[S]) -> None:
        self.game = game
        self.observer = observer
        self.numbers: dict[S, int] = {}
        self.states: list[S] = []
        self.parents = array("q")
        self.moves: list[M | None] = []
        self.ends: list[str | None] = []
        self.starts = array("q", [0])
        self.targets = array("q")
        self.stuck: Counter[int] = Counter()
        self.first_stuck: dict[int, int] = {}

    def number(self, state: S, parent: int, move: M | None) -> int:
        """The number of a state, which is entered if it is new.

        Raises OutOfTime if it cannot be evaluated in time; then it is not entered.
        """
        known = self.numbers.get(state)
        if known is not None:
            return known
        number = len(self.states)
        outcome = self.game.outcome(state)
        self.observer.state(number, state)
        self.numbers[state] = number
        self.states.append(state)
        self.parents.append(parent)
        self.moves.append(move)
        self.ends.append(None if outcome is None else outcome.label)
        return number

    def expanded(self, state: int, targets: array[int]) -> None:
        """All transitions of a state are known."""
        if not targets and rest_in(self.game, self.states[state]) is Rest.DEADLOCK:
            node = self.game.node(self.states[state])
            self.stuck[node] += 1
            self.first_stuck.setdefault(node, state)
        self.targets.extend(targets)
        self.starts.append(len(self.targets))

    def graph(self, stopped: LimitReached | None) -> StateGraph[S, M]:
        """What has been found."""
        terminal = Counter(label for label in self.ends if label is not None)
        if self.stuck:
            terminal[STUCK] += self.stuck.total()  # a player who wins may be called so
        return StateGraph(
            states=self.states,
            parents=self.parents,
            moves=self.moves,
            starts=self.starts,
            targets=self.targets,
            terminal=dict(sorted(terminal.items())),
            stuck=tuple(self.first_stuck.values()),
            deadlocks=self.stuck.total(),
            stopped=stopped,
            expanded=len(self.starts) - 1,
            transitions=len(self.targets),
        )
