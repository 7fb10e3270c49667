"""A compiled program, and how Python calls it: in whole batches where calls would be costly."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from pathlib import Path

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.program import Program

from ..common.move_limit import MOVE_LIMIT
from ..game import Action, EngineUnavailable, Unrested, never_rests, too_long
from .cache import compiled
from .generator.blocks import most_parameters
from .generator.module import source
from .generator.states import States
from .loading import Signatures, typed

OPTIONS = ("-std=gnu11", "-shared", "-fPIC", "-w")
OPTIMISED, QUICK = "-O2", "-O0"
_ROOM = 64

TOO_LONG = 2
"""RW_TOO_LONG in C."""

_BYTES, _POINTER, _NUMBER = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int
_ROWS, _OUT = ctypes.POINTER(ctypes.c_int32), ctypes.POINTER(ctypes.c_int)
_SIGNATURES: Signatures = {
    "rwx_state_size": (ctypes.c_int64, []),
    "rwx_first": (_NUMBER, [_POINTER, _OUT]),
    "rwx_decides": (_NUMBER, [_BYTES]),
    "rwx_legal": (ctypes.c_int64, [_BYTES, _ROWS, ctypes.c_int64]),
    "rwx_step": (_NUMBER, [_BYTES, _ROWS, _POINTER, _OUT, _OUT]),
    "rwx_successors": (ctypes.c_int64, [_BYTES, _ROWS, _POINTER, ctypes.c_int64, _OUT]),
    "rwx_holds": (_NUMBER, [_NUMBER, _BYTES, _NUMBER]),
    "rwx_strategy_value": (ctypes.c_int64, [_NUMBER, _BYTES, _NUMBER]),
    "rwx_weight": (ctypes.c_int64, [_BYTES, _ROWS]),
    "rwx_winners": (ctypes.c_uint64, [_BYTES]),
    "rwx_view": (None, [_BYTES, _NUMBER, _POINTER, _POINTER]),
    "rwx_scores": (_NUMBER, [_BYTES, ctypes.POINTER(ctypes.c_int64)]),
}


def build(
    program: Program, attachments: Iterable[Path | str] = (), *, passing: bool = False,
    move_limit: int = MOVE_LIMIT,
) -> Library:  # fmt: skip
    """Generate, compile and load a program.

    ``attachments`` are compiled with it: C files, or their texts, which may use what the generated
    part defines. ``passing``: it is used once and briefly, so it is compiled quickly and not
    cached. Raises EngineUnavailable if this cannot be done here (CompileError if the compiler
    fails).
    """
    texts = [a if isinstance(a, str) else a.read_text(encoding="utf-8") for a in attachments]
    text = source(program, *texts, move_limit=move_limit)
    options = [*OPTIONS, QUICK if passing else OPTIMISED]
    with compiled(text, options, keep=not passing) as path:
        try:
            handle = ctypes.CDLL(str(path))
        except OSError as error:
            raise EngineUnavailable(f"what the compiler made cannot be loaded: {error}") from None
    return Library(program, handle, move_limit)


class Library:
    """The functions of a compiled program. States are bytes; see ``states.States``."""

    def __init__(self, program: Program, handle: ctypes.CDLL, move_limit: int) -> None:
        self._program = program
        self.move_limit = move_limit
        """The most passes of loops in one move."""
        self.handle = handle
        """The library itself, for what attachments offer."""
        self.states = States(program)
        self._row = 1 + most_parameters(program.nodes)
        self._counts = [
            tuple(len(parameters_of(choice)) for choice in choices_of(node))
            for node in program.nodes
        ]
        typed(handle, _SIGNATURES)
        if handle.rwx_state_size() != self.states.size:
            raise EngineUnavailable("the compiler lays out states otherwise than expected")
        self._room = _ROOM

    def first(self) -> bytes:
        """The first resting state. Raises Unrested."""
        out, block = ctypes.create_string_buffer(self.states.size), ctypes.c_int()
        end = self.handle.rwx_first(out, ctypes.byref(block))
        if end:
            raise self._unrested(end, block)
        return out.raw

    def decides(self, state: bytes) -> int:
        """The player's index, -1 for chance, -2 where play is over."""
        found: int = self.handle.rwx_decides(state)
        return found

    def legal(self, state: bytes) -> list[Action]:
        """Every legal action, ascending."""
        while True:
            room = self._room
            rows = (ctypes.c_int32 * (self._row * room))()
            n = self.handle.rwx_legal(state, rows, room)
            if n <= room:
                return self._actions(state, rows, n, self._row)
            self._room = 2 * n

    def step(self, state: bytes, action: Action) -> tuple[bytes, int] | None:
        """The state after an action and the turns that began; None if it is not legal.

        Raises Unrested.
        """
        row = self._action(state, action)
        if row is None:
            return None
        out, turns, block = (
            ctypes.create_string_buffer(self.states.size),
            ctypes.c_int(),
            ctypes.c_int(),
        )
        end = self.handle.rwx_step(state, row, out, ctypes.byref(turns), ctypes.byref(block))
        if end > 0:
            raise self._unrested(end, block)
        return None if end < 0 else (out.raw, turns.value)

    def successors(self, state: bytes) -> list[tuple[Action, bytes, int]]:
        """Every legal action, the state after it and the turns that began. Raises Unrested."""
        block, size, width = ctypes.c_int(), self.states.size, self._row + 1
        while True:
            room = self._room
            rows = (ctypes.c_int32 * (width * room))()
            out = ctypes.create_string_buffer(size * room)
            n = self.handle.rwx_successors(state, rows, out, room, ctypes.byref(block))
            if n < 0:
                raise self._unrested(-n, block)
            if n <= room:
                break
            self._room = 2 * n
        actions, data = self._actions(state, rows, n, width), ctypes.string_at(out, size * n)
        return [
            (action, data[size * i : size * (i + 1)], rows[width * i + width - 1])
            for i, action in enumerate(actions)
        ]

    def holds(self, check: int, state: bytes, player: int) -> bool:
        """Whether the property of a check holds; ``player`` is -1 where it is about none."""
        return bool(self.handle.rwx_holds(check, state, player))

    def strategy_value(self, strategy: int, state: bytes, player: int) -> int:
        """How much a player who follows a strategy prefers a state."""
        found: int = self.handle.rwx_strategy_value(strategy, state, player)
        return found

    def weight(self, state: bytes, action: Action) -> int:
        """The weight of an action of chance; 0 for anything else."""
        row = self._action(state, action)
        return 0 if row is None else int(self.handle.rwx_weight(state, row))

    def winners(self, state: bytes) -> int:
        """The mask of the players who won."""
        found: int = self.handle.rwx_winners(state)
        return found

    def scores(self, state: bytes) -> tuple[int, ...] | None:
        """A number per player, if the rules rank by one."""
        out = (ctypes.c_int64 * max(1, len(self._program.players.labels)))()
        return tuple(out) if self.handle.rwx_scores(state, out) else None

    def view(self, state: bytes, player: int) -> tuple[bytes, bytes]:
        """The state without what is hidden from a player, and which of its bytes they see (255 or 0)."""
        seen, mask = (ctypes.create_string_buffer(self.states.size) for _ in range(2))
        self.handle.rwx_view(state, player, seen, mask)
        return seen.raw, mask.raw

    def _unrested(self, end: int, block: ctypes.c_int) -> Unrested:
        """How a move ended that did not come to rest, from one of the codes in runtime.h."""
        where = self._program.blocks[block.value].name
        return too_long(self.move_limit, where) if end == TOO_LONG else never_rests(where)

    def _actions(
        self, state: bytes, rows: ctypes.Array[ctypes.c_int32], n: int, width: int
    ) -> list[Action]:
        counts = self._counts[self.states.node(state)]
        flat = rows[: n * width]
        return [
            Action(flat[i], tuple(flat[i + 1 : i + 1 + counts[flat[i]]]))
            for i in range(0, n * width, width)
        ]

    def _action(self, state: bytes, action: Action) -> ctypes.Array[ctypes.c_int32] | None:
        """An action as a row of numbers; None if there is no such choice at the state's node."""
        counts, (choice, args) = self._counts[self.states.node(state)], action
        if not 0 <= choice < len(counts) or len(args) != counts[choice]:
            return None
        if any(not -(1 << 31) <= arg < 1 << 31 for arg in args):
            return None
        return (ctypes.c_int32 * self._row)(choice, *args)
