"""Complete search on a compiled game: the same graphs as in Python."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

from rulewright.engines.game import Action, Game

from ...effort.searching import SEARCHING
from ...execution.interruption import called_in_time, ending_in_time
from ...execution.slices import Slices
from ...limits import Budget, Deadline, OutOfTime
from ...stategraph.bfs import action_between
from ...stategraph.graph import (
    OUT_OF_MEMORY,
    OUT_OF_TIME,
    EngineMismatch,
    LimitReached,
    OutOfMemory,
    StateGraph,
    long_move,
    out_of_states,
)
from ...stategraph.turns import Turn, successors, turn_between
from .found import faults, graph
from .functions import SearchStatus
from .handle import Handle

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")

MOST = 2**31 - 1

ReportsStates = Callable[[int], None]


class SearchFor(IntEnum):
    """What is asked about a check: nothing; the first state in which its property is true, or
    false; the first action of a player after which it is true for them; all states in which it is
    true."""

    NOTHING = 0
    TRUE = 1
    FALSE = 2
    ACTED = 3
    MARKED = 4


@dataclass(frozen=True, slots=True)
class Compiled(Generic[S]):
    """A compiled game: ``game`` is the same one on the Python engine, which shows what is found.

    ``library`` is typed, see :func:`.functions.typed`; ``decode`` turns a state in C memory into
    one of ``game``.
    """

    game: Game[S]
    library: ctypes.CDLL
    decode: Callable[[bytes], S]


@dataclass(frozen=True, slots=True)
class ObservedInC:
    """What answers the questions of a search.

    ``hits`` maps the number of a check to a state and, if an action was asked for, that action in
    it. ``marked`` has a mark for every state in which a property holds. ``faults`` maps labels to
    the first state with that fault. ``divergent`` is the first state with an action after which
    the rules never come to rest.
    """

    hits: Mapping[int, tuple[int, Action | None]]
    marked: Mapping[int, bytearray]
    faults: Mapping[str, int]
    divergent: int | None


def explore(
    compiled: Compiled[S],
    budget: Budget,
    asked: Sequence[SearchFor] = (),
    progress: ReportsStates = lambda states: None,
    *,
    keep_transitions: bool = True,
) -> tuple[StateGraph[S, Action], ObservedInC]:
    """Every reachable state, and the answers to what is ``asked`` about each check.

    Without ``keep_transitions`` the graph only knows how many transitions there are, and takes less
    memory. Raises EndlessLoop if play has no beginning, OutOfMemory, OutOfTime if something in C
    does not end, and EngineMismatch.
    """
    game = compiled.game
    handle = _begin(compiled, budget, asked, turns=False, keep_transitions=keep_transitions)
    status, found = _graph(
        compiled, handle, budget, progress, action_between, keep_transitions=keep_transitions
    )
    if status is SearchStatus.ENDLESS:
        raise EngineMismatch("a search of single actions stopped at one without end")
    return found, _observed(handle, game, found, asked)


def explore_turns(
    compiled: Compiled[S],
    budget: Budget,
    progress: ReportsStates = lambda states: None,
    *,
    keep_transitions: bool = True,
) -> StateGraph[S, Turn]:
    """The positions between whole turns; see :func:`..turns.explore_turns`.

    Raises EndlessLoop where the rules run on within a turn, OutOfMemory, and EngineMismatch.
    """
    game = compiled.game
    handle = _begin(compiled, budget, (), turns=True, keep_transitions=keep_transitions)
    status, found = _graph(
        compiled, handle, budget, progress, turn_between, keep_transitions=keep_transitions
    )
    if status is SearchStatus.ENDLESS:
        for _ in successors(game, found.states[found.expanded], Budget().start()):
            pass
        raise EngineMismatch("the rules come to rest on the Python engine")
    return found


def perft(
    compiled: Compiled[S], length: int, deadline: Deadline, memory: int
) -> tuple[int, ...] | None:
    """For 1, 2, … up to ``length``: the number of action sequences of that length.

    The result is shorter if the deadline passes, and None if these numbers cannot be computed here:
    they are too large, there is too little memory, or play does not rest after some action.
    """
    library = compiled.library
    try:
        handle = Handle(library, library.rws_perft_create(memory), library.rws_perft_delete)
    except OutOfMemory:
        return None
    counts: list[int] = []
    sums = (ctypes.c_uint64 * 2)()
    slices = Slices(deadline, *SEARCHING.slices)
    while len(counts) < length:
        if deadline.passed():
            return tuple(counts)
        try:
            status = SearchStatus(
                slices.advance(lambda n: library.rws_perft_advance(handle.address, n, sums))
            )
        except OutOfTime:
            return tuple(counts)
        match status:
            case SearchStatus.RUNNING:
                pass
            case SearchStatus.DONE:
                counts.append(sums[0] | sums[1] << 64)
            case _:
                return None
    return tuple(counts)


def _begin(
    compiled: Compiled[S],
    budget: Budget,
    asked: Sequence[SearchFor],
    *,
    turns: bool,
    keep_transitions: bool,
) -> Handle:
    library, checks = compiled.library, compiled.game.program.checks
    deadline = budget.start()
    with ending_in_time(deadline):
        compiled.game.new()
    asks = array("i", asked or [SearchFor.NOTHING] * len(checks))
    most = MOST if budget.states is None else min(budget.states, MOST)
    first = called_in_time(
        lambda: library.rws_create(
            budget.bytes(), most, turns, keep_transitions, asks.buffer_info()[0]
        ),
        deadline,
    )
    return Handle(library, first, library.rws_delete)


def _graph(
    compiled: Compiled[S],
    handle: Handle,
    budget: Budget,
    progress: ReportsStates,
    between: Callable[[Game[S], S, S], M | None],
    *,
    keep_transitions: bool,
) -> tuple[SearchStatus, StateGraph[S, M]]:
    """Search; returns the result. ``between`` finds a way from one state to the next."""
    game = compiled.game
    status, stopped = _run(handle, budget, progress, game.move_limit)
    found = graph(
        handle,
        game,
        compiled.decode,
        lambda a, b: between(game, a, b),
        stopped,
        keep_transitions=keep_transitions,
    )
    return status, found


def _run(
    handle: Handle, budget: Budget, progress: ReportsStates, move_limit: int
) -> tuple[SearchStatus, LimitReached | None]:
    """Search until it is done, or stopped for the returned reason; then close the search."""
    deadline = budget.start()
    slices = Slices(deadline, *SEARCHING.slices)
    status, stopped = SearchStatus.RUNNING, None
    while status is SearchStatus.RUNNING:
        if deadline.passed():
            stopped = OUT_OF_TIME
            break
        status = SearchStatus(
            slices.advance(lambda n: handle.library.rws_advance(handle.address, n))
        )
        progress(handle.words("rws_counts", 5)[0])
    handle.library.rws_close(handle.address)
    if status is SearchStatus.STATES:
        stopped = out_of_states(budget.states)
    elif status is SearchStatus.MEMORY:
        stopped = OUT_OF_MEMORY
    elif status is SearchStatus.LONG:
        stopped = long_move(move_limit)
    return status, stopped


def _observed(
    handle: Handle, game: Game[S], found: StateGraph[S, Action], asked: Sequence[SearchFor]
) -> ObservedInC:
    hits: dict[int, tuple[int, Action | None]] = {}
    marked: dict[int, bytearray] = {}
    for check, ask in enumerate(asked):
        if ask is SearchFor.MARKED:
            marked[check] = bytearray(handle.copy("rws_marks", len(found.states), check))
            continue
        state, action = handle.words("rws_hit_of", 2, check)
        if state >= 0:
            legal = game.legal(found.states[state]) if action >= 0 else ()
            hits[check] = (state, legal[action] if action >= 0 else None)
    divergent = handle.words("rws_hit_of", 2, -1)[0]
    return ObservedInC(
        hits, marked, faults(handle, game, found.states), None if divergent < 0 else divergent
    )
