"""Two games side by side in C. Whatever shows a difference is replayed on the Python engine.

That there is no difference rests on C; so some of the pairs, spread over the search, are expanded again in
Python, where they must be alike and lead to as many pairs.
"""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property, partial

from rulewright.engines.common.state_codec import StateCodec
from rulewright.engines.python.game import PythonGame, PythonState

from ...effort.comparing import PAIRING, WALKING
from ...execution.interruption import called_in_time
from ...execution.slices import Slices
from ...explicit.native.spot_check import sample_indices
from ...limits import Budget, Deadline
from ...stategraph.graph import (
    OUT_OF_MEMORY,
    OUT_OF_TIME,
    EngineMismatch,
    LimitReached,
    OutOfMemory,
    long_move,
    out_of_states,
)
from ..bisimulation import BisimulationResult, BoundedEquivalence, Equivalent
from ..labels import ActionName
from ..pair import DistinguishingPlay, Pair, Pairs
from ..random_walk import WalkResult
from ..shrink import follow
from .build import (
    ChoiceNumbers,
    StartedGame,
    comparing_functions,
    compile_game,
    observable_slices,
    side_tables,
)
from .functions import ComparisonStatus


class NativeProduct:
    """Two compiled games. ``make`` gives both on the Python engine, and is called only if needed.

    Both programs may be one program with different initial states, in which readings are state. If ``make``
    then gives games of other programs, in which these readings are constants, the result that no play tells
    the two apart is ``unconfirmed``: those programs themselves were not compared.

    Raises EngineUnavailable if the two cannot be compared in C, OutOfMemory if there is too little memory.
    """

    first_pairs = PAIRING.first_in_c

    def __init__(
        self, one: StartedGame, two: StartedGame, make: Callable[[], tuple[PythonGame, PythonGame]],
        memory: int, *, unconfirmed: bool = False,
    ) -> None:  # fmt: skip
        self._library = comparing_functions(one.game, two.game)
        self._sides, self._make, names = (one.game, two.game), make, ChoiceNumbers()
        self._tables = side_tables(one, names), side_tables(two, names)
        self._names = names
        self._slices = observable_slices(one.game, two.game)
        self._width = max(self._tables[0].side.row, self._tables[1].side.row)
        pairs = self._library.rwl_pairs_create(
            ctypes.byref(self._tables[0].side), ctypes.byref(self._tables[1].side),
            len(one.game.program.players.labels), self._width,
            self._slices.buffer_info()[0], len(self._slices) // 3,
        )  # fmt: skip
        self._pairs = self._owned(pairs, self._library.rwl_pairs_delete)
        search = called_in_time(
            lambda: self._library.rwl_create(self._pairs, memory),
            Budget(PAIRING.first_seconds).start(),
        )
        self._search = self._owned(search, self._library.rwl_delete)
        self._status = ComparisonStatus.RUNNING
        self.unconfirmed = unconfirmed

    def _owned(self, address: int | None, delete: Callable[[int], None]) -> int:
        if not address:
            raise OutOfMemory("there is no memory to begin with")
        # Not when the process ends: a call that was given up may still be running then.
        weakref.finalize(self, delete, address).atexit = False
        return address

    @cached_property
    def games(self) -> tuple[PythonGame, PythonGame]:
        """Both games on the Python engine."""
        return self._make()

    @cached_property
    def _replays(self) -> Pairs[PythonState, PythonState]:
        return Pairs(*self.games)

    @cached_property
    def _layouts(self) -> tuple[StateCodec, ...]:
        """The layouts of the states of each game on the Python engine."""
        return tuple(StateCodec(side.program) for side in self._sides)

    # --- complete search ------------------------------------------------------------------

    def search(self, budget: Budget, longest: int | None = None) -> BisimulationResult:
        """Go on with the complete search."""
        deadline = budget.start()
        most = 2**31 - 1 if budget.states is None else budget.states
        length = -1 if longest is None else longest
        self._status, slices = ComparisonStatus.RUNNING, Slices(deadline, *PAIRING.pairs)
        while self._status is ComparisonStatus.RUNNING and not deadline.passed():
            self._status = ComparisonStatus(
                slices.advance(lambda n: self._advance(n, length, most))
            )
        pairs, current, depth, *_ = self._counts()
        if self._status is ComparisonStatus.DISTINGUISHED:
            return self.distinguishing_play(self._keys(current))
        if self._status is ComparisonStatus.DONE:
            self._agree(pairs)
            return Equivalent(pairs)
        reached = depth - 1 if self.left_out is None else min(depth - 1, self.left_out)
        return BoundedEquivalence(reached, pairs, stopped=self._stopped(most))

    def _stopped(self, most: int) -> LimitReached | None:
        """The limit that the search reached; none if all plays of a length were compared."""
        match self._status:
            case ComparisonStatus.LIMIT:
                return long_move(self._sides[0].library.move_limit)
            case ComparisonStatus.MANY:
                return out_of_states(most)
            case ComparisonStatus.MEMORY:
                return OUT_OF_MEMORY
            case ComparisonStatus.RUNNING:
                return OUT_OF_TIME
            case _:
                return None

    @property
    def left_out(self) -> int | None:
        """After how many moves the first move over the limit comes."""
        moves = self._counts()[5]
        return None if moves < 0 else moves

    def _advance(self, pairs: int, length: int, most: int) -> int:
        found: int = self._library.rwl_advance(self._search, pairs, length, most)
        return found

    @property
    def table(self) -> DistinguishingPlay | None:
        """A shortest play so far after which only what lies on the table differs."""
        found = self._counts()[3]
        return None if found < 0 else self._shown_table(found)

    def _shown_table(self, number: int) -> DistinguishingPlay:
        return self.distinguishing_play(self._keys(number), table=True)

    def _counts(self) -> array[int]:
        found = array("q", bytes(8 * 6))
        self._library.rwl_counts(self._search, found.buffer_info()[0])
        return found

    def _path(self, number: int) -> array[int]:
        """The numbers of the options that lead to a pair."""
        found = array("i", bytes(4 * self._library.rwl_distance(self._search, number)))
        self._library.rwl_path(self._search, number, found.buffer_info()[0])
        return found

    def _keys(self, number: int) -> list[ActionName]:
        """The options that lead to a pair, as the Python engine names them."""
        pairs, keys = self._replays, []
        pair = pairs.start()
        for option in self._path(number):
            options = pairs.options(pair)
            if options is None or option >= len(options):
                raise EngineMismatch("a play in C cannot be played on the Python engine")
            key, one, two = options[option]
            keys.append(key)
            pair = pairs.after(pair, one, two)
        return keys

    def _agree(self, pairs: int) -> None:
        """Compare some of the pairs on the Python engine. Raises EngineMismatch."""
        if self.unconfirmed:
            return
        for number in sample_indices(pairs, PAIRING.samples):
            options = self._replays.options(self._decoded(number))
            wide = self._library.rwl_width(self._search, number)
            if options is None or len(options) != wide:
                raise EngineMismatch(f"pair {number} is another one on the Python engine")

    def _decoded(self, number: int) -> Pair[PythonState, PythonState]:
        """A pair, decoded from C memory."""
        sizes = [side.library.states.size for side in self._sides]
        data = ctypes.string_at(self._library.rwl_at(self._search, number), sum(sizes) + 2)
        parts = data[: sizes[0]], data[sizes[0] : sum(sizes)]
        one, two = (self._state(side, parts[side], data[sum(sizes) + side]) for side in (0, 1))
        return one, two

    def _state(self, side: int, data: bytes, runs_on: int) -> PythonState | None:
        if runs_on:
            return None
        states = self._sides[side].library.states
        encoded = self._layouts[side].encode(states.node(data), states.values(data))
        return self.games[side].decode(encoded)

    # --- random plays, and plays that are given -------------------------------------------

    def random_walk(
        self, seed: int, plays: int, deadline: Deadline, length: int = WALKING.length
    ) -> WalkResult:
        """Random plays."""
        library, program = self._library, self._sides[0].program
        walk = library.rwl_random_walk_create(
            self._pairs, seed % (1 << 64), length, len(program.nodes), self._tables[0].choices
        )
        if not walk:
            return WalkResult(None, None, 0)
        status, counts, slices = (
            ComparisonStatus.RUNNING,
            array("q", (0, 0, -1)),
            Slices(deadline, *PAIRING.plays),
        )
        while status is ComparisonStatus.RUNNING and counts[0] < plays and not deadline.passed():
            # If this does not end in time, neither of the two may be touched again.
            status = ComparisonStatus(
                slices.advance(partial(self._walk_on, walk), plays - counts[0])
            )
            library.rwl_random_walk_counts(walk, counts.buffer_info()[0])
        found = self._read(walk, 0, counts[1]) if status is ComparisonStatus.DISTINGUISHED else None
        table = self._read(walk, 1, counts[2]) if counts[2] >= 0 else None
        library.rwl_random_walk_delete(walk)
        return WalkResult(found, table, counts[0])

    def _walk_on(self, walk: int, plays: int) -> int:
        found: int = self._library.rwl_random_walk_on(walk, plays)
        return found

    def _read(self, walk: int, table: int, moves: int) -> list[ActionName]:
        """The keys of a play that random play found."""
        address, width = self._library.rwl_random_walk_keys(walk, table), self._width
        rows = array("i", ctypes.string_at(address, 4 * width * moves) if moves else b"")
        return self._names.keys(rows, width)

    def follow(self, keys: Sequence[ActionName], *, table: bool = False) -> int | None:
        """After how many of these moves the rules first differ, or None if they do not."""
        rows = array("i")
        for key in keys:
            rows.extend(self._names.row(key, self._width))
        found = self._library.rwl_follow(self._pairs, rows.buffer_info()[0], len(keys), table)
        return None if found < 0 else int(found)

    def variation(
        self, keys: Sequence[ActionName], seed: int, tries: int, deadline: Deadline, *,
        table: bool = False,
    ) -> list[ActionName]:  # fmt: skip
        """A play that is no longer."""
        library, rows = self._library, array("i")
        for key in keys:
            rows.extend(self._names.row(key, self._width))
        at = rows.buffer_info()[0]
        varying = library.rwl_variation_create(self._pairs, at, len(keys), seed % (1 << 64), table)
        moves, slices = len(keys), Slices(deadline, *PAIRING.plays)
        while varying and moves > 0 and tries > 0 and not deadline.passed():
            now, tries = tries, tries - slices.steps
            # If this does not end in time, neither of the two may be touched again.
            moves = slices.advance(partial(library.rwl_vary, varying), now)
        if not varying or moves <= 0:  # a lack of memory, or nothing to vary
            library.rwl_variation_delete(varying)
            return list(keys)
        address = library.rwl_variation_keys(varying)
        best = array("i", ctypes.string_at(address, 4 * self._width * moves))
        library.rwl_variation_delete(varying)
        return self._names.keys(best, self._width)

    def distinguishing_play(
        self, keys: Sequence[ActionName], *, table: bool = False
    ) -> DistinguishingPlay:
        """The difference that a play leads to, replayed. Raises EngineMismatch and LongMove."""
        found = follow(self._replays, keys, table=table)
        if found is None:
            raise EngineMismatch("a difference found in C is none on the Python engine")
        return found


def product_of(one: PythonGame, two: PythonGame, memory: int) -> NativeProduct:
    """Two games, as their programs begin them. Raises EngineUnavailable, OutOfMemory, LongMove."""
    first, second = (compile_game(game.program, game.move_limit).begin({}) for game in (one, two))
    return NativeProduct(first, second, lambda: (one, two), memory)
