"""Any ruleset as an environment of PettingZoo (the extra ``pettingzoo``): its AEC interface."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from rulewright.engines.game import CHANCE

from ..effort.answering import LENGTHS
from .table import OVER, Seat, TruncatedGame, table_of


def env(
    ruleset: str | Path, *, variant: str | None = None, instance: str | None = None,
    parameters: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None,
    longest: int = LENGTHS.moves,
) -> RulewrightEnv:  # fmt: skip
    """An environment. Raises RulesetError for an unknown game.

    Agents are ``player_0`` and so on, in the order of the ruleset (``names`` has its names for
    them). What an agent sees is a dictionary: ``observation``, numbers from 0 to 1, and
    ``action_mask``. An illegal action raises ValueError. Chance is decided by the seed of
    ``reset``; a play of more than ``longest`` moves is truncated.
    """
    table = table_of(
        str(ruleset), variant, instance, tuple((parameters or {}).items()),
        tuple((readings or {}).items()), longest,
    )  # fmt: skip
    return RulewrightEnv(table)


class RulewrightEnv(AECEnv):
    """A play of a ruleset, agent by agent."""

    metadata = {"render_modes": ["ansi"], "name": "rulewright_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, table: TruncatedGame) -> None:
        super().__init__()
        self.render_mode = "ansi"
        self._table = table
        self.possible_agents = [f"player_{number}" for number in range(len(table.players))]
        self.agents = list(self.possible_agents)
        self.names = dict(zip(self.possible_agents, table.players, strict=True))
        actions, length = table.numbering.actions, table.tensors.length
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (length,), numpy.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seat = Seat.first(table)
        self._rng = Random()

    def observation_space(self, agent: str) -> spaces.Space:
        """The same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin anew; without a seed, the random numbers of chance continue."""
        if seed is not None:
            self._rng = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._seat = Seat.first(self._table)
        self._settle()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it can do: nothing if it is not its turn."""
        number = self.possible_agents.index(agent)
        mask: Any = numpy.zeros(self._table.numbering.actions, numpy.int8)
        if self._seat.decides == number:
            mask[self._seat.legal] = 1
        row = self._table.tensors.of_player(self._seat.state, number)
        return {"observation": numpy.array(row, numpy.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent acts, and chance after it. Raises ValueError for an illegal action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to decide")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._seat = self._seat.after(int(action))
        self._settle()
        self._accumulate_rewards()

    def render(self) -> str:
        """The position as text."""
        return self._seat.observed(None)

    def close(self) -> None:
        """There is nothing to close."""

    def text(self, action: int) -> str:
        """An action of the agent who decides, as the rules write it."""
        return self._seat.text(action)

    def _settle(self) -> None:
        """Let chance decide until an agent does, or play is over."""
        while self._seat.decides == CHANCE:
            results = self._seat.weights()
            numbers, weights = [n for n, _ in results], [w for _, w in results]
            self._seat = self._seat.after(self._rng.choices(numbers, weights)[0])
        if self._seat.decides != OVER:
            self.agent_selection = self.possible_agents[self._seat.decides]
            return
        cut = self._seat.cut and self._table.game.decides(self._seat.state) is not None
        self.rewards = dict(zip(self.agents, self._seat.payoff(), strict=True))
        self.terminations = dict.fromkeys(self.agents, not cut)
        self.truncations = dict.fromkeys(self.agents, cut)
