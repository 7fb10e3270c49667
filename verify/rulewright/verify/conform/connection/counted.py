"""An engine whose requests are counted."""

from __future__ import annotations

from .engine import Engine
from .protocol import ActionRefused, Hello, Setup, State


class CountedEngine:
    """Implements :class:`.engine.Engine` for another one; ``requests`` is the number of the last request."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.requests = 0

    def hello(self) -> Hello:
        """Its identification."""
        self.requests += 1
        return self._engine.hello()

    def new(self, setup: Setup) -> State:
        """Begin a game."""
        self.requests += 1
        return self._engine.new(setup)

    def apply(self, action: str, by: str) -> State | ActionRefused:
        """Take an action."""
        self.requests += 1
        return self._engine.apply(action, by)

    def state(self) -> State:
        """The present state."""
        self.requests += 1
        return self._engine.state()

    def close(self) -> None:
        """End it; that is not a request."""
        self._engine.close()
