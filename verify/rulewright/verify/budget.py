"""How long a question may take: seconds, states, and the deadline they make."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit in seconds and one in states; None means no limit."""

    seconds: float | None = None
    states: int | None = None

    def share(self, part: float) -> Budget:
        """The same limit in states with a part (0 to 1) of the seconds."""
        return Budget(None if self.seconds is None else self.seconds * part, self.states)

    def start(self, clock: Clock = time.monotonic) -> Deadline:
        """Begin to count the seconds."""
        return Deadline(None if self.seconds is None else clock() + self.seconds, clock)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on a clock, or never."""

    at: float | None
    clock: Clock

    def passed(self) -> bool:
        """Whether the moment has come."""
        return self.at is not None and self.clock() >= self.at

    def left(self) -> float | None:
        """The seconds until then (at least 0), or None for no limit."""
        return None if self.at is None else max(0.0, self.at - self.clock())
