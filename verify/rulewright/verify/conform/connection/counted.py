"""An engine whose requests are counted, and that is asked nothing more once the time is up."""

from __future__ import annotations

from ...limits import Deadline, OutOfTime
from .engine import Engine
from .protocol import ActionRefused, Hello, Setup, State


class CountedEngine:
    """Implements :class:`.engine.Engine` for another one; ``requests`` is the number of the last request.

    ``until``: from then on, whatever is asked but who it is raises OutOfTime: each of many slow answers may come
    in time. It may be changed.
    """

    def __init__(self, engine: Engine, until: Deadline) -> None:
        self._engine = engine
        self.until = until
        self.requests = 0

    def hello(self) -> Hello:
        """Its identification."""
        self.requests += 1
        return self._engine.hello()

    def new(self, setup: Setup) -> State:
        """Begin a game."""
        self._counts()
        return self._engine.new(setup)

    def apply(self, action: str, by: str) -> State | ActionRefused:
        """Take an action."""
        self._counts()
        return self._engine.apply(action, by)

    def state(self) -> State:
        """The present state."""
        self._counts()
        return self._engine.state()

    def close(self) -> None:
        """End it; that is not a request."""
        self._engine.close()

    def _counts(self) -> None:
        if self.until.passed():
            raise OutOfTime
        self.requests += 1
