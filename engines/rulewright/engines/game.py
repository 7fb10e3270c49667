"""What every engine offers: one interface, whatever runs beneath it.

Values, states' variables and arguments of actions are in the common representation of
:mod:`rulewright.dsl.ir.types`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import SeenValue, Value

CHANCE = -1
"""What :meth:`Game.decides` returns where chance decides."""


class Action(NamedTuple):
    """What is chosen at a node: the number of the choice and its arguments (for chance: 0, one)."""

    choice: int
    args: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a play ended.

    ``winners`` are players' indices, ascending; ``scores`` one number per player if the ruleset
    ranks. ``label`` tells outcomes apart in counts: the winners' names joined by ``+``, ``draw``,
    ``lost`` or ``fault: …``.
    """

    kind: Literal["win", "draw", "lose", "fault"]
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    label: str
    clauses: tuple[str, ...]


class IllegalAction(ValueError):  # noqa: N818
    """The action is not one of the state's; the message names similar ones."""


class EngineUnavailable(Exception):  # noqa: N818
    """An engine cannot run here, or cannot run this program; the message says why."""


class Unrested(RuntimeError):  # noqa: N818
    """After an action play does not come to rest, or it is unknown where."""


class EndlessLoop(Unrested):
    """After an action the rules never come to rest: everything comes again. The message says where."""


class LongMove(Unrested):
    """After an action the rules were still running when the limit on a move was reached.

    Whether they ever come to rest is not known.
    """


def never_rests(where: str) -> EndlessLoop:
    """The rules go round for ever in the block of this name."""
    return EndlessLoop(f"the rules go on for ever without a decision, at {where}")


def too_long(limit: int, where: str) -> LongMove:
    """The rules were in the block of this name when the limit on a move was reached."""
    text = f"a move takes more than {limit:,} passes of loops, the last at {where}"
    return LongMove(f"{text}; raise --move-limit")


S = TypeVar("S", bound=Hashable)


class Step(NamedTuple, Generic[S]):
    """The state after an action, and how many whole turns began on the way to it."""

    state: S
    turns: int


class Game(Protocol[S]):
    """A game that runs. States are immutable and hashable: to undo, keep the old one."""

    @property
    def program(self) -> Program:
        """The program that this game runs."""

    @property
    def move_limit(self) -> int:
        """The most passes of loops in one move: a longer one raises LongMove."""

    def new(self) -> S:
        """The first resting state. Raises Unrested."""

    def decides(self, state: S) -> int | None:
        """The index of the player who decides, CHANCE, or None where play is over."""

    def legal(self, state: S) -> Sequence[Action]:
        """Every legal action, in ascending order; empty where play is over or stuck."""

    def allows(self, state: S, action: Action) -> bool:
        """Whether an action is legal; the others need not be looked at."""

    def weight(self, state: S, action: Action) -> int:
        """At a chance node, the action's weight (its probability is its share of the sum)."""

    def step(self, state: S, action: Action) -> Step[S]:
        """Play a legal action. Raises IllegalAction for any other.

        Raises EndlessLoop if the rules never come to rest, and LongMove if that is not known within
        the limit; engines with the same limit agree on both.
        """

    def apply(self, state: S, action: Action) -> S:
        """``step`` without the count of turns."""

    def apply_legal(self, state: S, action: Action) -> S:
        """``apply`` for an action from ``legal``, which is not tested. Raises Unrested."""

    def successors(self, state: S) -> Iterable[tuple[Action, Step[S] | Unrested]]:
        """Each legal action, in ascending order, with its step, or the reason why there is none.

        Computed on demand: stopping early saves the rest.
        """

    def outcome(self, state: S) -> Outcome | None:
        """How play ended, or None while it goes on."""

    def holds(self, check: int, state: S, player: int | None = None) -> bool:
        """The property of ``program.checks[check]`` in ``state`` (for its ``player``, if any)."""

    def strategy_value(self, strategy: int, state: S, player: int) -> int:
        """How much a player who follows ``program.strategies[strategy]`` prefers ``state``."""

    def has_hidden(self, player: int) -> bool:
        """Whether there is anything that a player may not see."""

    def determinize(self, state: S, player: int, rng: Random) -> S:
        """A state that the player cannot tell from this one: what is hidden is drawn at random.

        It depends on what the player may see, and on what all players are assumed to know; see
        :mod:`rulewright.engines.common.determinization`.
        """

    def node(self, state: S) -> int:
        """The number of the node at which the state rests."""

    def value(self, state: S, variable: str) -> Value:
        """The value of a variable (scratch variables: their default)."""

    def view(self, state: S, player: int) -> Mapping[str, SeenValue]:
        """The variables as ``player`` may see them: None for a hidden one, and None for each
        hidden entry of a map seen by its owners."""

    def encode(self, state: S) -> bytes:
        """A fixed number of bytes; equal states, and only they, encode equally."""

    def decode(self, data: bytes) -> S:
        """The inverse of ``encode``. Raises ValueError for bytes that are not a state."""

    def text(self, state: S, action: Action) -> str:
        """The action as a person reads and types it: ``place b3``, ``rotate a``, ``stop``."""

    def parse(self, state: S, text: str) -> Action:
        """The legal action meant by ``text``. Raises IllegalAction with near ones."""
