"""A game with everything that other libraries ask of it: numbers for actions, rows, rewards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.types import SeenValue
from rulewright.dsl.load import load
from rulewright.engines.game import CHANCE, Game, Unrested
from rulewright.engines.python.game import PythonGame

from ..plays.play import resting_variables
from .numbering import Numbering
from .rewards import Rewards
from .tensors import Tensors, observed

Made = tuple[
    str, str | None, str | None, tuple[tuple[str, int], ...], tuple[tuple[str, str], ...], int
]
"""A ruleset, a variant, an instance, parameters, readings, and the greatest length of a play."""

OVER = -2
"""The player to decide where play is over."""


@dataclass(frozen=True)
class TruncatedGame:
    """A game; a play of more than ``longest`` moves is broken off, and worth nothing to anybody.

    ``made_from``: the arguments of `table_of`; only a table with them can be pickled.
    """

    game: Game[Any]
    longest: int
    made_from: Made | None = None

    @cached_property
    def numbering(self) -> Numbering:
        return Numbering(self.game.program)

    @cached_property
    def tensors(self) -> Tensors:
        return Tensors(self.game)

    @cached_property
    def rewards(self) -> Rewards:
        return Rewards(self.game.program)

    @property
    def players(self) -> tuple[str, ...]:
        """Their names."""
        return self.game.program.players.labels

    def __deepcopy__(self, memo: dict[int, Any]) -> TruncatedGame:
        """Nothing of it ever changes."""
        return self

    def __reduce__(self) -> tuple[Callable[..., TruncatedGame], Made]:
        """It is made anew, or taken from the cache."""
        if self.made_from is None:
            raise TypeError("this table cannot be pickled: nobody knows where its game comes from")
        return table_of, self.made_from


@dataclass(frozen=True)
class Seat:
    """A point in a play: the positions so far, and who did what between them.

    A move is the one who acted (a player's index, or CHANCE) and the number of the action.
    ``unrested``: after the last of them the rules never came to rest, so play is over without a
    result.
    """

    table: TruncatedGame
    states: tuple[Any, ...]
    moves: tuple[tuple[int, int], ...] = ()
    unrested: bool = False

    @staticmethod
    def first(table: TruncatedGame) -> Seat:
        """The beginning. Raises Unrested."""
        return Seat(table, (table.game.new(),))

    def __reduce__(self) -> tuple[Callable[..., Seat], tuple[Any, ...]]:
        """Positions as bytes."""
        states = tuple(self.table.game.encode(state) for state in self.states)
        return _decoded, (self.table, states, self.moves, self.unrested)

    @property
    def state(self) -> Any:
        """The present position."""
        return self.states[-1]

    @cached_property
    def legal(self) -> list[int]:
        """The numbers of the legal actions, ascending; for chance, of the possible results."""
        game, numbering = self.table.game, self.table.numbering
        node = game.node(self.state)
        return sorted(numbering.number(node, action) for action in game.legal(self.state))

    @cached_property
    def decides(self) -> int:
        """A player's index, CHANCE, or OVER: also if nobody can go on, and after ``longest`` moves."""
        who = self.table.game.decides(self.state)
        if who is None or self.cut or self.unrested or not self.legal:
            return OVER
        return who

    @property
    def cut(self) -> bool:
        """Whether play is broken off here."""
        return len(self.moves) >= self.table.longest

    def weights(self) -> list[tuple[int, float]]:
        """Where chance decides, each result that can come with its probability."""
        game, node = self.table.game, self.table.game.node(self.state)
        found = [
            (n, game.weight(self.state, self.table.numbering.action(node, n))) for n in self.legal
        ]
        total = sum(weight for _, weight in found)
        return [(number, weight / total) for number, weight in found if weight]

    def after(self, number: int) -> Seat:
        """The point after an action. Raises ValueError if it is not legal."""
        if number not in self.legal:
            raise ValueError(f"{number} is the number of no legal action here")
        game = self.table.game
        action = self.table.numbering.action(game.node(self.state), number)
        move = (self.decides, number)
        try:
            following = game.apply_legal(self.state, action)
        except Unrested:
            return Seat(self.table, (*self.states, self.state), (*self.moves, move), True)
        return Seat(self.table, (*self.states, following), (*self.moves, move))

    def text(self, number: int) -> str:
        """An action as the rules write it."""
        game = self.table.game
        action = self.table.numbering.action(game.node(self.state), number)
        return game.text(self.state, action)

    def payoff(self) -> list[float]:
        """The payoff of each player; zeros while play goes on."""
        if self.decides != OVER or self.unrested:
            return [0.0] * len(self.table.players)
        return self.table.rewards.of(self.table.game.outcome(self.state))

    def observed(self, player: int | None) -> str:
        """What a player sees of the position as text; without a player, the whole position."""
        return self._observed(self.state, player)

    def remembered(self, player: int) -> str:
        """Everything that a player has seen and done since the beginning, as text."""
        found = [self._observed(self.states[0], player)]
        for before, after, (who, number) in zip(
            self.states, self.states[1:], self.moves, strict=False
        ):
            done = ""
            if who == player:
                node = self.table.game.node(before)
                done = self.table.game.text(before, self.table.numbering.action(node, number))
            found.append(f"{done} -> {self._observed(after, player)}")
        return " ".join(found)

    def _observed(self, state: Any, player: int | None) -> str:
        game = self.table.game
        variables = resting_variables(game.program)
        who = game.decides(state)
        seen: Mapping[str, SeenValue] = (
            {v.name: game.value(state, v.name) for v in variables}
            if player is None
            else game.view(state, player)
        )
        named = "over" if who is None else "chance" if who == CHANCE else self.table.players[who]
        return f"[{named} at {game.node(state)}: {'; '.join(observed(variables, seen.get))}]"


def _decoded(
    table: TruncatedGame,
    states: tuple[bytes, ...],
    moves: tuple[tuple[int, int], ...],
    unrested: bool,
) -> Seat:
    return Seat(table, tuple(map(table.game.decode, states)), moves, unrested)


@lru_cache(maxsize=64)
def table_of(
    ruleset: str, variant: str | None, instance: str | None,
    parameters: tuple[tuple[str, int], ...], readings: tuple[tuple[str, str], ...], longest: int,
) -> TruncatedGame:  # fmt: skip
    """The table of a shipped ruleset or a file, cached. Raises RulesetError, OSError."""
    program = instantiate(
        load(find(ruleset), every=False), variant=variant, instance=instance,
        parameters=dict(parameters), readings=dict(readings),
    )  # fmt: skip
    made = (ruleset, variant, instance, parameters, readings, longest)
    return TruncatedGame(PythonGame(program), longest, made)
