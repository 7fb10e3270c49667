"""The result of a search: the states it saw, how it came to them, and where they lead."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import InitVar, dataclass
from typing import Generic, Literal, Protocol, TypeVar

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")

STUCK = "stuck"
"""The label under which decisions without a legal option are counted."""


class OutOfMemory(Exception):  # noqa: N818
    """There is too little memory for what was asked."""


class EngineMismatch(RuntimeError):  # noqa: N818
    """Two engines do not play the same game: a fault of the tool."""


RAISE_MOVE_LIMIT = "raise --move-limit"
"""The advice if a move is too long; more time or effort alone does not help."""


@dataclass(frozen=True, slots=True)
class LimitReached:
    """Why a search is not complete: the limit that it reached, and its value, if it is a number."""

    limit: Literal["states", "seconds", "memory", "move"]
    number: int | None = None

    @property
    def why(self) -> str:
        """In words."""
        return self.words("" if self.number is None else f"{self.number:,}")

    def words(self, number: str) -> str:
        """In words, with the given text in place of the number."""
        match self.limit:
            case "states":
                return f"the search stopped after {number} positions"
            case "seconds":
                return "the time of the budget is up"
            case "memory":
                return "the search stopped when all the memory that it may take was used"
            case "move":
                return f"a move takes more than {number} passes of loops, so what follows it is not known"

    @property
    def advice(self) -> str:
        """How to raise it."""
        match self.limit:
            case "states":
                return "raise --states or take a smaller instance"
            case "seconds":
                return "raise --budget or take a smaller instance"
            case "memory":
                return "raise --memory or take a smaller instance"
            case "move":
                return RAISE_MOVE_LIMIT

    def __str__(self) -> str:
        """Both, for a person."""
        return f"{self.why}; {self.advice}"


OUT_OF_TIME = LimitReached("seconds")
OUT_OF_MEMORY = LimitReached("memory")


def out_of_states(most: int | None) -> LimitReached:
    """A search would have held more than ``most`` states."""
    return LimitReached("states", most)


def long_move(limit: int) -> LimitReached:
    """A search came to a move that does not rest within ``limit`` passes of loops."""
    return LimitReached("move", limit)


class GraphAnalysis(Protocol):
    """Answers about one graph from an owner that has it in a faster form. Both raise OutOfMemory."""

    def component_ids(self) -> Sequence[int]:
        """See :func:`rulewright.verify.stategraph.components.component_ids`."""

    def always_globally(self, satisfying: bytearray) -> bytearray:
        """See :func:`rulewright.verify.stategraph.fixpoints.always_globally`."""


_COMPLETE = object()


@dataclass(frozen=True, slots=True)
class ExhaustiveSearch:
    """All states and transitions were seen. Made by :meth:`Graph.finished` only."""

    states: int
    transitions: int
    seal: InitVar[object]

    def __post_init__(self, seal: object) -> None:
        if seal is not _COMPLETE:
            raise TypeError("a search is finished when its graph says so")


@dataclass(frozen=True, slots=True)
class StateGraph(Generic[S, M]):
    """States in the order of their distance from the first, number 0.

    ``moves[i]`` led from ``parents[i]`` (-1 for the first) to state ``i`` on a shortest way. The first
    ``expanded`` states have all their successors listed: those of ``i`` are ``targets[starts[i]:starts[i +
    1]]``, one for each of the ``transitions``; both are empty if the search did not keep them. ``terminal``
    counts ends by the label of their outcome, and states without a legal action, of which there are
    ``deadlocks``, as ``stuck``; ``stuck`` is the first of those at each node. ``stopped`` says why the
    search is not complete; it is None if it is. ``analysis`` is set if somebody else can walk over the
    graph faster.
    """

    states: Sequence[S]
    parents: Sequence[int]
    moves: Sequence[M | None]
    starts: Sequence[int]
    targets: Sequence[int]
    terminal: Mapping[str, int]
    stuck: tuple[int, ...]
    stopped: LimitReached | None
    expanded: int
    transitions: int
    deadlocks: int = 0
    analysis: GraphAnalysis | None = None

    @property
    def complete(self) -> bool:
        """Whether every reachable state was seen and expanded."""
        return self.stopped is None

    def finished(self) -> ExhaustiveSearch:
        """The evidence that a search saw everything. Raises ValueError if it did not."""
        if not self.complete:
            raise ValueError(f"the search is not complete: {self.stopped}")
        return ExhaustiveSearch(len(self.states), self.transitions, _COMPLETE)

    @property
    def depth(self) -> int:
        """The longest of the shortest distances from the first state."""
        return self.distance(len(self.states) - 1)

    def successors(self, state: int) -> Sequence[int]:
        """The states that the transitions of an expanded state lead to.

        Raises ValueError if the search did not keep its transitions.
        """
        if not self.starts:
            raise ValueError("the transitions were not kept")
        return self.targets[self.starts[state] : self.starts[state + 1]]

    def distance(self, state: int) -> int:
        """The fewest transitions from the first state to this one; 0 where there is no state."""
        steps = 0
        while self.states and self.parents[state] >= 0:
            state = self.parents[state]
            steps += 1
        return steps

    def path(self, state: int) -> tuple[M, ...]:
        """The moves of a shortest way from the first state to this one."""
        moves: list[M] = []
        while self.parents[state] >= 0:
            move = self.moves[state]
            assert move is not None
            moves.append(move)
            state = self.parents[state]
        return tuple(reversed(moves))


def unbegun() -> StateGraph[S, M]:
    """The graph of a search that had no time to find the first state."""
    return StateGraph((), (), (), (0,), (), {}, (), OUT_OF_TIME, 0, 0)
