"""A play: its positions and moves, apart from the engine that played it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Decision, Node, Program, Variable
from rulewright.dsl.ir.types import Value
from rulewright.engines.game import CHANCE, Action, Game, IllegalAction, Outcome, Step, Unrested

S = TypeVar("S", bound=Hashable)


class ReplayError(ValueError):
    """A list of actions is not a play of the game, or does not show what it should show."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the program rests, and what its variables hold (scratch variables are left out)."""

    node: int
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Move:
    """What was done between two positions.

    ``actor`` is a player's name or ``chance``. ``clauses`` are those of the choice, or, if it has
    none, those of the decision. ``turn``: a whole turn began after it.
    """

    actor: str
    text: str
    action: Action
    clauses: tuple[str, ...]
    turn: bool


@dataclass(frozen=True, slots=True)
class Play:
    """Positions, one more than moves. ``outcome`` is that of the last one.

    ``loop`` is the number of the position that the last one equals, if the play is endless. ``entire``:
    the same play with all the variables that its program needs to run, where some were left out.
    """

    program: Program
    positions: tuple[Position, ...]
    moves: tuple[Move, ...]
    outcome: Outcome | None
    loop: int | None = None
    entire: Play | None = None

    @property
    def last_node(self) -> Node:
        """Where the program rests at the end of the play."""
        return self.program.nodes[self.positions[-1].node]


def resting_variables(program: Program) -> tuple[Variable, ...]:
    """The variables that are part of a position."""
    return tuple(v for v in program.variables if v.kind != "scratch")


def position(game: Game[S], state: S) -> Position:
    """A state as a position."""
    values = {v.name: game.value(state, v.name) for v in resting_variables(game.program)}
    return Position(game.node(state), values)


def actor(game: Game[S], state: S) -> str:
    """Who decides at a state: a player's name, ``chance``, or empty where play is over."""
    who = game.decides(state)
    if who is None:
        return ""
    return "chance" if who == CHANCE else game.program.players.labels[who]


def move(game: Game[S], state: S, action: Action, *, turn: bool = False) -> Move:
    """A legal action of a state as a move."""
    text = game.text(state, action)
    return Move(actor(game, state), text, action, clauses_of(game, state, action), turn)


def clauses_of(game: Game[S], state: S, action: Action) -> tuple[str, ...]:
    """The clauses of an action's option, or, if it has none, of the decision."""
    node = game.program.nodes[game.node(state)]
    if isinstance(node, Decision) and action.choice < len(node.choices):
        return node.choices[action.choice].clauses or node.clauses
    return node.clauses if goes_on(node) else ()


def states_of(game: Game[S], actions: Iterable[Action]) -> tuple[S, ...]:
    """The states of a play, the first included. Raises ReplayError at an illegal action."""
    start = game.new()
    return (start, *(step.state for step in _steps(game, start, actions)))


def _steps(game: Game[S], state: S, actions: Iterable[Action]) -> Iterator[Step[S]]:
    """The step of each action. Raises ReplayError at an illegal one."""
    for number, action in enumerate(actions, 1):
        try:
            step = game.step(state, action)
        except IllegalAction as error:
            raise ReplayError(f"move {number} cannot be played: {error}") from error
        yield step
        state = step.state


def played(game: Game[S], moves: Iterable[tuple[str, str, str]]) -> tuple[tuple[Action, ...], S]:
    """The actions that moves mean, and the state after them.

    A move is its place (*line 4*), whose it is (as of ``actor``) and the choice, as the rules write
    it. Raises ReplayError with the place of a move that cannot be played.
    """
    state = game.new()
    actions: list[Action] = []
    for place, who, text in moves:
        decides = actor(game, state)
        if not decides:
            raise ReplayError(f"{place}: play is over before {text!r}")
        if decides != who:
            raise ReplayError(f"{place}: {decides} decides here, not {who}")
        try:
            actions.append(game.parse(state, text))
            state = game.apply_legal(state, actions[-1])
        except (IllegalAction, Unrested) as error:
            raise ReplayError(f"{place}: {error}") from error
    return tuple(actions), state


def play_of(game: Game[S], actions: Iterable[Action], loop: int | None = None) -> Play:
    """Play the actions from the beginning. Raises ReplayError if one of them is illegal."""
    return play_through(game, actions, loop)[0]


def play_through(
    game: Game[S], actions: Iterable[Action], loop: int | None = None
) -> tuple[Play, tuple[S, ...]]:
    """The same with the states of the play, the first included."""
    chosen, start = tuple(actions), game.new()
    steps = list(_steps(game, start, chosen))
    states = (start, *(step.state for step in steps))
    moves = (
        move(game, state, action, turn=step.turns > 0)
        for state, action, step in zip(states, chosen, steps, strict=False)
    )
    play = Play(
        program=game.program,
        positions=tuple(position(game, s) for s in states),
        moves=tuple(moves),
        outcome=game.outcome(states[-1]),
        loop=loop,
    )
    return play, states
