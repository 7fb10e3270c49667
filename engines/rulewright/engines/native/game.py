"""The native engine: a program as a game that runs on compiled C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NewType

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import SeenValue, Value, default

from ..common.move_limit import MOVE_LIMIT
from ..common.outcome import outcome_at, player_of
from ..common.program_game import ProgramGame
from ..common.state_codec import StateCodec
from ..game import Action, IllegalAction, Outcome, Step, Unrested
from .library import build

NativeState = NewType("NativeState", bytes)
"""The bytes of the struct that C works with; equal states, and only they, are equal bytes."""


class NativeGame(ProgramGame[NativeState]):
    """Runs a program; its states are bytes. Implements ``game.Game[NativeState]``.

    Raises EngineUnavailable if there is no compiler, or none that can compile this program; the
    Python engine can be used instead.
    """

    def __init__(
        self, program: Program, attachments: Iterable[Path | str] = (),
        move_limit: int = MOVE_LIMIT,
    ) -> None:  # fmt: skip
        super().__init__(program, move_limit)
        self._attachments = tuple(attachments)
        self.library = build(program, self._attachments, move_limit=move_limit)
        """The compiled program, for callers that work on many states at a time."""
        self._layout = StateCodec(program)
        self._indices = {v.name: i for i, v in enumerate(program.variables)}
        self._scratch = {v.name: default(v.type) for v in program.variables if v.kind == "scratch"}
        self._stored = tuple(v.name for v in program.variables if v.kind != "scratch")

    def new(self) -> NativeState:
        """The first resting state. Raises EndlessLoop if the rules never reach one, LongMove."""
        return NativeState(self.library.first())

    def decides(self, state: NativeState) -> int | None:
        """The index of the player who decides, CHANCE, or None where play is over."""
        found = self.library.decides(state)
        return found if found >= -1 else None

    def legal(self, state: NativeState) -> Sequence[Action]:
        """Every legal action, in ascending order; empty where play is over or stuck."""
        return self.library.legal(state)

    def weight(self, state: NativeState, action: Action) -> int:
        """At a chance node, the action's weight; 0 anywhere else."""
        return self.library.weight(state, action)

    def step(self, state: NativeState, action: Action) -> Step[NativeState]:
        """Play a legal action.

        Raises IllegalAction for any other, EndlessLoop if the rules then never stop, LongMove.
        """
        found = self.library.step(state, action)
        if found is None:
            raise IllegalAction(f"{tuple(action)} is not legal here")
        return Step(NativeState(found[0]), found[1])

    def apply_legal(self, state: NativeState, action: Action) -> NativeState:
        """``apply`` for an action from ``legal``. Raises Unrested."""
        return self.apply(state, action)

    def successors(
        self, state: NativeState
    ) -> Iterator[tuple[Action, Step[NativeState] | Unrested]]:
        """Each legal action with its step, or the reason why there is none; computed together if
        all have one."""
        try:
            found = self.library.successors(state)
        except Unrested:
            for action in self.legal(state):
                try:
                    yield action, self.step(state, action)
                except Unrested as error:
                    yield action, error
        else:
            yield from ((action, Step(NativeState(after), turns)) for action, after, turns in found)

    def outcome(self, state: NativeState) -> Outcome | None:
        """How play ended, or None while it goes on."""
        library = self.library
        return outcome_at(
            self._program,
            self.node(state),
            lambda: library.winners(state),
            lambda: library.scores(state),
        )

    def holds(self, check: int, state: NativeState, player: int | None = None) -> bool:
        """The property of ``program.checks[check]`` in ``state`` (for its ``player``, if any)."""
        who = player_of(self._program, self._program.checks[check], player)
        return self.library.holds(check, state, who)

    def strategy_value(self, strategy: int, state: NativeState, player: int) -> int:
        """How much a player who follows ``program.strategies[strategy]`` prefers ``state``."""
        return self.library.strategy_value(strategy, state, player)

    def determinize(self, state: NativeState, player: int, rng: Random) -> NativeState:
        """A state that the player cannot tell from this one, drawn at random."""
        hidden = {name: self.value(state, name) for name in self._determinizer.hidden(player)}
        drawn = self._determinizer.draw(hidden, player, rng)
        changes = {self._indices[name]: value for name, value in drawn.items()}
        return NativeState(self.library.states.changed(state, changes))

    def __reduce__(self) -> tuple[type[NativeGame], tuple[Program, tuple[Path | str, ...], int]]:
        """Another process makes it anew, from the cached library."""
        return NativeGame, (self._program, self._attachments, self._move_limit)

    def node(self, state: NativeState) -> int:
        """The number of the node at which the state rests."""
        return self.library.states.node(state)

    def value(self, state: NativeState, variable: str) -> Value:
        """The value of a variable (scratch variables: their default). KeyError for an unknown one."""
        if variable in self._scratch:
            return self._scratch[variable]
        return self.library.states.value(state, self._indices[variable])

    def view(self, state: NativeState, player: int) -> Mapping[str, SeenValue]:
        """The variables as ``player`` may see them; see the interface."""
        values = dict(zip(self._stored, self._values(state), strict=True))
        return self._player_views.view(values, player)

    def encode(self, state: NativeState) -> bytes:
        """A fixed number of bytes, the same as those of every engine; see ``layout``."""
        return self._layout.encode(self.node(state), self._values(state))

    def decode(self, data: bytes) -> NativeState:
        """The inverse of ``encode``. Raises ValueError for bytes that are not a state."""
        return NativeState(self.library.states.pack(*self._layout.decode(data)))

    def _values(self, state: NativeState) -> tuple[Value, ...]:
        return self.library.states.values(state)
