"""An engine under test, whatever runs it."""

from __future__ import annotations

from typing import Protocol

from .protocol import ActionRefused, Hello, Setup, State


class Engine(Protocol):
    """An implementation of a game. Every method may raise EngineFailure."""

    def hello(self) -> Hello:
        """Its identification; the same each time."""

    def new(self, setup: Setup) -> State:
        """Begin a game. Raises Declined if the engine has no such game."""

    def apply(self, action: str, by: str) -> State | ActionRefused:
        """Take an action of a player, or of ``chance``."""

    def state(self) -> State:
        """The present state."""

    def close(self) -> None:
        """End it."""
