"""Games given as tables: any small transition system, with answers that a test can compute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from rulewright.dsl.ir.code import YES, Block, Const, Goto, Stop
from rulewright.dsl.ir.program import (
    Check,
    Choice,
    Decision,
    End,
    Fault,
    Instance,
    Program,
    Reset,
    Variable,
)
from rulewright.dsl.ir.types import Enum, Int, Set, Value
from rulewright.engines.game import (
    CHANCE,
    Action,
    EndlessLoop,
    IllegalAction,
    Outcome,
    Step,
    Unrested,
    too_long,
)

PLAYERS = Enum("Player", ("X", "O"))
MAX = 999


@dataclass(frozen=True)
class TableGame:
    """States are numbers, 0 is the first; ``moves[s][a]`` is where action ``a`` leads.

    ``ends`` labels the states where play is over; a label ``fault: …`` is a fault.
    ``turns`` holds the moves (state, action) on which a whole turn begins.
    ``chance`` are states where chance decides, by ``weights`` (state, action), else 1.
    ``runs_on`` holds the moves (state, action) after which the rules never come to rest, and
    ``long`` those after which they do not come to rest within the limit.
    ``properties[name]`` decides a check, with the player for those that have one.
    """

    moves: Sequence[Sequence[int]]
    ends: Mapping[int, str] = field(default_factory=dict)
    turns: frozenset[tuple[int, int]] = frozenset()
    chance: frozenset[int] = frozenset()
    weights: Mapping[tuple[int, int], int] = field(default_factory=dict)
    runs_on: frozenset[tuple[int, int]] = frozenset()
    long: frozenset[tuple[int, int]] = frozenset()
    checks: tuple[Check, ...] = ()
    properties: Mapping[str, Callable[[int, int | None], bool]] = field(default_factory=dict)

    @property
    def program(self) -> Program:
        block = Block("play", (), Goto(1, turn=True))
        rest = Block("rest", (), Stop(0))
        choice = Choice("go", (), YES, 0, ("play.go",))
        return Program(
            instance=Instance("table", "A table", "standard", "tiny", (("size", 3),), ()),
            players=PLAYERS,
            variables=(Variable("at", Int(0, MAX), 0, "state"),),
            functions=(),
            blocks=(block, rest),
            nodes=(
                Decision("turn", Const(0, PLAYERS), (choice,)),
                End("end", "draw", Const(0, Set(PLAYERS)), None, ("end.any",)),
                Fault("the box is empty", ("box",)),
            ),
            resets=(Reset(()), Reset(()), Reset(())),
            entry=0,
            checks=self.checks,
        )

    @property
    def move_limit(self) -> int:
        return 10

    def new(self) -> int:
        return 0

    def decides(self, state: int) -> int | None:
        if state in self.ends:
            return None
        return CHANCE if state in self.chance else state % 2

    def legal(self, state: int) -> Sequence[Action]:
        return (
            [] if state in self.ends else [Action(0, (a,)) for a in range(len(self.moves[state]))]
        )

    def weight(self, state: int, action: Action) -> int:
        return self.weights.get((state, action.args[0]), 1)

    def step(self, state: int, action: Action) -> Step[int]:
        if action not in self.legal(state):
            raise IllegalAction(f"{action} is not legal")
        number = action.args[0]
        if (state, number) in self.runs_on:
            raise EndlessLoop("round and round")
        if (state, number) in self.long:
            raise too_long(self.move_limit, "play")
        return Step(self.moves[state][number], int((state, number) in self.turns))

    def apply(self, state: int, action: Action) -> int:
        return self.step(state, action).state

    def apply_legal(self, state: int, action: Action) -> int:
        return self.apply(state, action)

    def successors(self, state: int) -> Iterator[tuple[Action, Step[int] | Unrested]]:
        for action in self.legal(state):
            try:
                yield action, self.step(state, action)
            except Unrested as error:
                yield action, error

    def strategy_value(self, strategy: int, state: int, player: int) -> int:
        raise IndexError("there are no strategies")

    def has_hidden(self, player: int) -> bool:
        return False

    def determinize(self, state: int, player: int, rng: Random) -> int:
        return state

    def outcome(self, state: int) -> Outcome | None:
        label = self.ends.get(state)
        if label is None:
            return None
        if label.startswith("fault"):
            return Outcome("fault", (), None, label, ("box",))
        return Outcome("draw", (), None, label, ("end.any",))

    def holds(self, check: int, state: int, player: int | None = None) -> bool:
        return self.properties[self.checks[check].name](state, player)

    def node(self, state: int) -> int:
        label = self.ends.get(state)
        return 0 if label is None else 2 if label.startswith("fault") else 1

    def value(self, state: int, variable: str) -> Value:
        return state

    def view(self, state: int, player: int) -> Mapping[str, Value | None]:
        return {"at": state}

    def encode(self, state: int) -> bytes:
        return state.to_bytes(2, "big")

    def decode(self, data: bytes) -> int:
        return int.from_bytes(data, "big")

    def text(self, state: int, action: Action) -> str:
        return f"go {action.args[0]}"

    def parse(self, state: int, text: str) -> Action:
        for action in self.legal(state):
            if self.text(state, action) == text:
                return action
        raise IllegalAction(f"{text!r} is not legal; try go 0")
