"""Any ruleset as a game of OpenSpiel (the extra ``openspiel``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy
import pyspiel

from rulewright.dsl.ir.program import Chance
from rulewright.engines.game import CHANCE

from ..effort.answering import LENGTHS
from .table import OVER, Seat, TruncatedGame, table_of

NAME = "rulewright"
LARGEST = 200_000
"""An information state of more numbers is given as text alone."""
_DEFAULTS = {
    "ruleset": "tictactoe",
    "variant": "",
    "instance": "",
    "settings": "",
    "longest": LENGTHS.moves,
}


def load(
    ruleset: str | Path, *, variant: str = "", instance: str = "",
    settings: Mapping[str, int | str] | None = None, longest: int = LENGTHS.moves,
) -> pyspiel.Game:  # fmt: skip
    """A game of OpenSpiel, as ``pyspiel.load_game`` gives it.

    ``settings``: parameters (numbers) and readings (options). Secret choices are made one after
    another; nobody sees what is hidden from them. A play of more than ``longest`` moves is broken
    off, and the rules may leave open how one goes on: both are worth nothing to anybody. Raises
    RulesetError for an unknown game.
    """
    pairs = ";".join(f"{name}:{value}" for name, value in (settings or {}).items())
    return pyspiel.load_game(
        NAME,
        {"ruleset": str(ruleset), "variant": variant, "instance": instance, "settings": pairs, "longest": longest},
    )  # fmt: skip


def _table(params: Mapping[str, Any]) -> TruncatedGame:
    pairs = [pair.split(":") for pair in params["settings"].split(";") if pair]
    numbers = {name: int(value) for name, value in pairs if value.lstrip("-").isdigit()}
    options = {name: value for name, value in pairs if name not in numbers}
    return table_of(
        params["ruleset"], params["variant"] or None, params["instance"] or None,
        tuple(numbers.items()), tuple(options.items()), params["longest"],
    )  # fmt: skip


def _type(table: TruncatedGame | None) -> pyspiel.GameType:
    """The type of the game; without one, what holds for all of them."""
    chance = hidden = zero = True
    players = 4
    remembered = False
    if table is not None:
        players = len(table.players)
        chance = any(isinstance(node, Chance) for node in table.game.program.nodes)
        hidden = any(table.game.has_hidden(p) for p in range(players))
        zero = table.rewards.zero_sum
        remembered = _memory(table) <= LARGEST
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Rulewright" if table is None else table.game.program.instance.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=1 if table is None else players,
        provides_information_state_string=True,
        provides_information_state_tensor=remembered,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
        default_loadable=True,
    )  # fmt: skip


def _moves(table: TruncatedGame) -> int:
    """How many numbers describe one move in an information state: a row, and one's own action."""
    return table.tensors.length + table.numbering.actions


def _memory(table: TruncatedGame) -> int:
    return table.tensors.length + table.longest * _moves(table)


class RulewrightGame(pyspiel.Game):
    """A ruleset."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = _DEFAULTS | dict(params or {})
        self.table = table = _table(chosen)
        players = len(table.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=table.numbering.actions,
            max_chance_outcomes=table.numbering.outcomes,
            num_players=players,
            min_utility=table.rewards.least,
            max_utility=table.rewards.most,
            utility_sum=0.0 if table.rewards.zero_sum else None,
            max_game_length=table.longest,
        )
        super().__init__(_type(table), info, chosen)

    def new_initial_state(self) -> RulewrightState:
        """The beginning."""
        return RulewrightState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most decisions of chance."""
        return self.table.longest

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> RulewrightObserver:
        """What players see, in OpenSpiel's interface."""
        return RulewrightObserver(
            self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class RulewrightState(pyspiel.State):
    """A point in a play."""

    def __init__(self, game: RulewrightGame) -> None:
        super().__init__(game)
        self.seat = Seat.first(game.table)

    def current_player(self) -> int:
        """A player, chance, or the sign that play is over."""
        decides = self.seat.decides
        special = {OVER: pyspiel.PlayerId.TERMINAL, CHANCE: pyspiel.PlayerId.CHANCE}
        return int(special.get(decides, decides))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.seat.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each result of chance with its probability."""
        return self.seat.weights()

    def _apply_action(self, action: int) -> None:
        self.seat = self.seat.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.seat.text(action)

    def is_terminal(self) -> bool:
        """Whether play is over."""
        return self.seat.decides == OVER

    def returns(self) -> list[float]:
        """The payoff of each player."""
        return self.seat.payoff()

    def __str__(self) -> str:
        return self.seat.observed(None)


class RulewrightObserver:
    """What a player sees, or remembers, or what everybody sees."""

    def __init__(self, table: TruncatedGame, kind: pyspiel.IIGObservationType, params: Any) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, such as {params}")
        self._table = table
        self._recall = bool(kind.perfect_recall)
        private = pyspiel.PrivateInfoType
        self._whole = kind.private_info == private.ALL_PLAYERS
        self._own = kind.private_info == private.SINGLE_PLAYER
        size = _memory(table) if self._recall else table.tensors.length
        given = size <= LARGEST
        self.tensor: Any = numpy.zeros(size if given else 0, numpy.float32)
        self.dict = {"seen": self.tensor} if given else {}

    def set_from(self, state: RulewrightState, player: int) -> None:
        """Fill the tensor."""
        if not self.dict:
            return
        self.tensor.fill(0)
        seat = state.seat
        if not self._recall:
            self.tensor[:] = self._row(seat.state, player)
            return
        first = self._table.tensors.length
        self.tensor[:first] = self._row(seat.states[0], player)
        each = _moves(self._table)
        for number, (after, (who, done)) in enumerate(
            zip(seat.states[1:], seat.moves, strict=True)
        ):
            start = first + number * each
            self.tensor[start : start + first] = self._row(after, player)
            if who == player:
                self.tensor[start + first + done] = 1

    def string_from(self, state: RulewrightState, player: int) -> str:
        """The same as text."""
        if self._recall:
            return state.seat.remembered(player)
        return state.seat.observed(player)

    def _row(self, state: Any, player: int) -> list[float]:
        tensors = self._table.tensors
        if self._whole:
            return tensors.whole(state)
        return tensors.of_player(state, player) if self._own else tensors.public(state)


pyspiel.register_game(_type(None), RulewrightGame)
