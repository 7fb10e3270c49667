"""The Python engine: a program as a game that runs on generated code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from random import Random
from typing import Any, NewType, Protocol, TypeVar, cast

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import SeenValue, Value, default

from ..common.move_limit import MOVE_LIMIT
from ..common.outcome import outcome_at, player_of
from ..common.program_game import ProgramGame
from ..common.state_codec import StateCodec
from ..game import (
    Action,
    IllegalAction,
    Outcome,
    Step,
    Unrested,
    never_rests,
    too_long,
)
from .generator.module import source
from .importing import load
from .watched import Watched, looked_at

PythonState = NewType("PythonState", tuple[Any, ...])
"""The node's number and then the stored variables, in the program's order."""


S = TypeVar("S")


class GeneratedModule(Protocol[S]):
    """What every generated module offers; see :mod:`.skeleton`."""

    EndlessLoopAt: type[Exception]
    LongMoveAt: type[Exception]
    State: Callable[..., S]

    def new(self, start: S = ...) -> S: ...
    def decides(self, state: S) -> int | None: ...
    def legal(self, state: S) -> Sequence[Action]: ...
    def allows(self, state: S, action: Action) -> bool: ...
    def weight(self, state: S, action: Action) -> int: ...
    def step(self, state: S, action: Action) -> tuple[S, int]: ...
    def winners(self, state: S) -> int: ...
    def scores(self, state: S) -> Sequence[int] | None: ...
    def holds(self, check: int, state: S, player: int) -> bool: ...
    def strategy_value(self, strategy: int, state: S, player: int) -> int: ...


class PythonGame(ProgramGame[PythonState]):
    """Runs a program; its states are plain tuples. Implements ``game.Game[PythonState]``."""

    def __init__(
        self, program: Program, move_limit: int = MOVE_LIMIT,
        start: tuple[Value, ...] | None = None,
    ) -> None:  # fmt: skip
        """``start``: the values of the stored variables before play begins, if not as declared."""
        super().__init__(program, move_limit)
        module = load(source(program, move_limit), program.instance.ruleset)
        self._module = cast(GeneratedModule[PythonState], module)
        self._layout = StateCodec(program)
        stored = (v.name for v in program.variables if v.kind != "scratch")
        self._places = {name: i for i, name in enumerate(stored, start=1)}
        self._scratch = {v.name: default(v.type) for v in program.variables if v.kind == "scratch"}
        self._legal = self._module.legal
        self._step = self._module.step
        self._state = self._module.State
        self._unrested = (self._module.EndlessLoopAt, self._module.LongMoveAt)
        declared = tuple(v.initial for v in program.variables if v.name in self._places)
        self._start = self._state(-1, *(declared if start is None else start))

    def new(self) -> PythonState:
        """The first resting state. Raises EndlessLoop if the rules never reach one, LongMove."""
        try:
            return self._module.new(self._start)
        except self._unrested as error:
            raise self._said(error) from None

    def beginning_with(self, values: Mapping[str, Value | Watched]) -> PythonGame:
        """The same game, with other values of these variables before play begins.

        Watched values must be new ones for each play: results are cached for the last objects.
        """
        other = object.__new__(PythonGame)
        vars(other).update(vars(self))  # the generated code is the same
        other._start = self.with_values(self._start, values)
        return other

    def asking(self, function: str, instead: Callable[..., object]) -> None:
        """From now on the rules call ``instead`` in place of a function of the program.

        ``function``: its name, which must be an identifier with which no other name in the program
        begins.
        """
        generated = vars(self._module)
        assert callable(generated[function])
        generated[function] = instead

    def at(self, node: int, values: Mapping[str, Value]) -> PythonState:
        """The state that rests at a node, with these values of the stored variables."""
        return self._state(node, *(values[name] for name in self._places))

    def with_values(
        self, state: PythonState, values: Mapping[str, Value | Watched], *, whole: bool = False
    ) -> PythonState:
        """The state with other values of these variables; see ``beginning_with``.

        ``whole``: watched values that the rules stored in others are looked at.
        """
        changed = list(state)
        for name, value in values.items():
            changed[self._places[name]] = value
        return self._state(*looked_at(tuple(changed)) if whole else changed)

    def decides(self, state: PythonState) -> int | None:
        """The index of the player who decides, CHANCE, or None where play is over."""
        return self._module.decides(state)

    def legal(self, state: PythonState) -> Sequence[Action]:
        """Every legal action, in ascending order; empty where play is over or stuck."""
        return self._legal(state)

    def allows(self, state: PythonState, action: Action) -> bool:
        """Whether an action is legal: only this action is examined."""
        return self._module.allows(state, action)

    def weight(self, state: PythonState, action: Action) -> int:
        """At a chance node, the action's weight; 0 anywhere else."""
        return self._module.weight(state, action)

    def step(self, state: PythonState, action: Action) -> Step[PythonState]:
        """Play a legal action.

        Raises IllegalAction for any other, EndlessLoop if the rules then never stop, LongMove.
        """
        if not self.allows(state, action):
            raise IllegalAction(f"{tuple(action)} is not legal here")
        try:
            return Step(*self._step(state, action))
        except self._unrested as error:
            raise self._said(error) from None

    def apply_legal(self, state: PythonState, action: Action) -> PythonState:
        """``apply`` for an action from ``legal``, which is not tested. Raises Unrested."""
        try:
            return self._step(state, action)[0]
        except self._unrested as error:
            raise self._said(error) from None

    def successors(
        self, state: PythonState
    ) -> Iterator[tuple[Action, Step[PythonState] | Unrested]]:
        """Each legal action with its step, or the reason why there is none."""
        step = self._step
        for action in self._legal(state):
            try:
                after = step(state, action)
            except self._unrested as error:
                yield action, self._said(error)
            else:
                yield action, Step(*after)

    def outcome(self, state: PythonState) -> Outcome | None:
        """How play ended, or None while it goes on."""
        module = self._module
        return outcome_at(
            self._program,
            self.node(state),
            lambda: module.winners(state),
            lambda: module.scores(state),
        )

    def holds(self, check: int, state: PythonState, player: int | None = None) -> bool:
        """The property of ``program.checks[check]`` in ``state`` (for its ``player``, if any)."""
        who = player_of(self._program, self._program.checks[check], player)
        return self._module.holds(check, state, who)

    def strategy_value(self, strategy: int, state: PythonState, player: int) -> int:
        """How much a player who follows ``program.strategies[strategy]`` prefers ``state``."""
        return self._module.strategy_value(strategy, state, player)

    def determinize(self, state: PythonState, player: int, rng: Random) -> PythonState:
        """A state that the player cannot tell from this one, drawn at random."""
        hidden = {name: state[self._places[name]] for name in self._determinizer.hidden(player)}
        return self.with_values(state, self._determinizer.draw(hidden, player, rng))

    def __reduce__(self) -> tuple[type[PythonGame], tuple[Program, int, tuple[Value, ...]]]:
        """Another process makes it anew."""
        return PythonGame, (self._program, self._move_limit, tuple(self._start[1:]))

    def _said(self, error: Exception) -> Unrested:
        """An exception of generated code that play does not rest, in the form of the interface."""
        if isinstance(error, self._module.LongMoveAt):
            return too_long(self._move_limit, str(error))
        return never_rests(str(error))

    def node(self, state: PythonState) -> int:
        """The number of the node at which the state rests."""
        number: int = state[0]
        return number

    def value(self, state: PythonState, variable: str) -> Value:
        """The value of a variable (scratch variables: their default). KeyError for an unknown one."""
        place = self._places.get(variable)
        return self._scratch[variable] if place is None else state[place]

    def reader(self, variables: Sequence[str]) -> Callable[[PythonState], tuple[Value, ...]]:
        """A function that gives the values of stored variables, faster than one by one. KeyError
        for others."""
        places = [self._places[name] for name in variables]
        if len(places) > 1:
            return itemgetter(*places)
        return lambda state: tuple(state[place] for place in places)

    def view(self, state: PythonState, player: int) -> Mapping[str, SeenValue]:
        """The variables as ``player`` may see them; see the interface."""
        values = {name: state[i] for name, i in self._places.items()}
        return self._player_views.view(values, player)

    def encode(self, state: PythonState) -> bytes:
        """A fixed number of bytes; equal states, and only they, encode equally."""
        return self._layout.encode(self.node(state), state[1:])

    def decode(self, data: bytes) -> PythonState:
        """The inverse of ``encode``. Raises ValueError for bytes that are not a state."""
        node, values = self._layout.decode(data)
        return self._state(node, *values)
