"""The result of a search in C memory, shown as the Python engine sees it."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

from rulewright.engines.game import Game

from ...stategraph.graph import (
    OUT_OF_MEMORY,
    STUCK,
    EngineMismatch,
    LimitReached,
    OutOfMemory,
    StateGraph,
)
from .handle import Handle

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class DecodedStates(Sequence[S], Generic[S]):
    """The states by number, each decoded on first use."""

    handle: Handle
    size: int
    length: int
    decode: Callable[[bytes], S]

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, number: int) -> S: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[S]: ...
    def __getitem__(self, number: int | slice) -> S | Sequence[S]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(self.length))]
        place = number + self.length if number < 0 else number
        if not 0 <= place < self.length:
            raise IndexError(number)
        return self.decode(self.handle.copy("rws_state", self.size, place))


@dataclass(frozen=True, slots=True)
class RecoveredMoves(Sequence[M | None], Generic[S, M]):
    """The move that led from its parent to each state, computed on the Python engine on first use.

    ``between`` finds a way from one state to the next, or None. Raises EngineMismatch if the Python
    engine knows none.
    """

    states: DecodedStates[S]
    parents: Sequence[int]
    between: Callable[[S, S], M | None]

    def __len__(self) -> int:
        return len(self.states)

    @overload
    def __getitem__(self, number: int) -> M | None: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[M | None]: ...
    def __getitem__(self, number: int | slice) -> M | Sequence[M | None] | None:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self.states)))]
        parent = self.parents[number]
        if parent < 0:
            return None
        move = self.between(self.states[parent], self.states[number])
        if move is None:
            raise EngineMismatch(f"no action leads from state {parent} to state {number}")
        return move


@dataclass(frozen=True, slots=True)
class NativeGraphAnalysis:
    """Answers about a graph whose transitions are kept in C memory."""

    handle: Handle
    states: int
    expanded: int

    def component_ids(self) -> Sequence[int]:
        """See :func:`rulewright.verify.stategraph.components.component_ids`. Raises OutOfMemory."""
        component_id = array("i", bytes(4 * self.expanded))
        self._components(component_id.buffer_info()[0], None)
        return component_id

    def always_globally(self, satisfying: bytearray) -> bytearray:
        """See :func:`rulewright.verify.stategraph.fixpoints.always_globally`. Raises
        OutOfMemory."""
        marks = array("b", bytes(satisfying))
        self._components(None, marks.buffer_info()[0])
        return bytearray(marks)

    def _components(self, component_id: int | None, marks: int | None) -> None:
        if not self.handle.library.rws_components(self.handle.address, component_id, marks):
            raise OutOfMemory(OUT_OF_MEMORY.why)


def graph(
    handle: Handle,
    game: Game[S],
    decode: Callable[[bytes], S],
    between: Callable[[S, S], M | None],
    stopped: LimitReached | None,
    *,
    keep_transitions: bool,
) -> StateGraph[S, M]:
    """The graph that a closed search has found; with ``keep_transitions``, it has kept the
    transitions."""
    count, expanded, transitions, _, kinds = handle.words("rws_counts", 5)
    states = DecodedStates(handle, handle.library.rws_state_size(), count, decode)
    parents = handle.view("rws_parents", "i", count)
    stuck, terminal = _stuck(handle, game), _ends(handle, game, states, kinds)
    deadlocks = sum(number for number, _ in stuck)
    if stuck:
        terminal[STUCK] += deadlocks  # a player may be called so
    return StateGraph(
        states=states,
        parents=parents,
        moves=RecoveredMoves(states, parents, between),
        starts=handle.view("rws_starts", "Q", expanded + 1 if keep_transitions else 0),
        targets=handle.view("rws_targets", "i", transitions if keep_transitions else 0),
        terminal=dict(sorted(terminal.items())),
        stuck=tuple(sorted(first for _, first in stuck)),
        deadlocks=deadlocks,
        stopped=stopped,
        expanded=expanded,
        transitions=transitions,
        analysis=NativeGraphAnalysis(handle, count, expanded) if keep_transitions else None,
    )


def _ends(handle: Handle, game: Game[S], states: Sequence[S], kinds: int) -> Counter[str]:
    """How many states there are with each label of an outcome: one of each kind determines it."""
    found: Counter[str] = Counter()
    for kind in range(kinds):
        number, first = handle.words("rws_end_at", 2, kind)
        outcome = game.outcome(states[first])
        if outcome is None:
            raise EngineMismatch(f"play is not over in state {first}")
        found[outcome.label] += number
    return found


def _stuck(handle: Handle, game: Game[S]) -> list[tuple[int, int]]:
    """For each node at which play is stuck: in how many states, and the first of them."""
    found = [handle.words("rws_stuck_at", 2, node) for node in range(len(game.program.nodes))]
    return [(number, first) for number, first in found if number]


def faults(handle: Handle, game: Game[S], states: Sequence[S]) -> Mapping[str, int]:
    """The first state of each fault, by the fault's label."""
    kinds = handle.words("rws_counts", 5)[4]
    firsts = sorted(handle.words("rws_end_at", 2, kind)[1] for kind in range(kinds))
    found: dict[str, int] = {}
    for first in firsts:
        outcome = game.outcome(states[first])
        if outcome is not None and outcome.kind == "fault":
            found.setdefault(outcome.label, first)
    return found
