"""The part of a game that is the same on every engine, based on what the engine answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Generic, TypeVar

from rulewright.dsl.ir.program import Program

from ..game import Action, Step
from .action_text import parse, text, written
from .determinization import Determinizer
from .observation import PlayerViews

S = TypeVar("S")


class ProgramGame(ABC, Generic[S]):
    """The part of ``game.Game[S]`` that does not depend on how a program is run."""

    def __init__(self, program: Program, move_limit: int) -> None:
        self._program = program
        self._move_limit = move_limit

    @property
    def program(self) -> Program:
        """The program that this game runs."""
        return self._program

    @property
    def move_limit(self) -> int:
        """The most passes of loops in one move."""
        return self._move_limit

    @abstractmethod
    def node(self, state: S) -> int:
        """The number of the node at which the state rests."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[Action]:
        """Every legal action, in ascending order; empty where play is over or stuck."""

    @abstractmethod
    def step(self, state: S, action: Action) -> Step[S]:
        """Play a legal action.

        Raises IllegalAction for any other, EndlessLoop if the rules then never stop, LongMove.
        """

    def apply(self, state: S, action: Action) -> S:
        """``step`` without the count of turns."""
        return self.step(state, action).state

    def has_hidden(self, player: int) -> bool:
        """Whether there is anything that a player may not see."""
        return self._determinizer.has_hidden(player)

    def text(self, state: S, action: Action) -> str:
        """The action as a person reads and types it: ``place b3``, ``rotate a``, ``stop``."""
        return text(self._program, self.node(state), action)

    def parse(self, state: S, text: str) -> Action:
        """The legal action meant by ``text``. Raises IllegalAction with near ones."""
        node = self.node(state)
        action = written(self._program, node, text)
        if action is not None and self.allows(state, action):
            return action
        return parse(self._program, node, self.legal(state), text)

    def allows(self, state: S, action: Action) -> bool:
        """Whether an action is legal."""
        return action in self.legal(state)

    @cached_property
    def _player_views(self) -> PlayerViews:
        return PlayerViews(self._program)

    @cached_property
    def _determinizer(self) -> Determinizer:
        return Determinizer(self._program)
