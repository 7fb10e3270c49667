"""How much a question may take: seconds, states and memory, and the deadline that follows."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

Clock = Callable[[], float]
Tick = Callable[[], None]
"""Called now and then in long work, which it may end by raising."""


class OutOfTime(Exception):  # noqa: N818
    """The time was up before something was known."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit in seconds and one in states; None means no limit.

    ``memory`` is the most bytes that a search in C may take, None for half of the machine's.
    """

    seconds: float | None = None
    states: int | None = None
    memory: int | None = None

    def share(self, part: float) -> Budget:
        """The same limits with a part (0 to 1) of the seconds."""
        return self.within(None if self.seconds is None else self.seconds * part)

    def within(self, seconds: float | None) -> Budget:
        """The same limits with other seconds."""
        return replace(self, seconds=seconds)

    def bytes(self) -> int:
        """The limit in bytes."""
        return half_of_the_memory() if self.memory is None else self.memory

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

    def later(self, seconds: float) -> Deadline:
        """The moment so many seconds later."""
        return Deadline(None if self.at is None else self.at + seconds, self.clock)

    def left(self) -> float | None:
        """The seconds until then (at least 0), or None for no limit."""
        return None if self.at is None else max(0.0, self.at - self.clock())

    def share(self, part: float) -> Deadline:
        """The moment when a part (0 to 1) of what is left has passed."""
        left = self.left()
        return self if left is None else Deadline(self.clock() + left * part, self.clock)


@dataclass(frozen=True, slots=True)
class Soonest:
    """The first of several deadlines; their clocks may count other things than seconds."""

    of: tuple[Deadline, ...]

    def passed(self) -> bool:
        """Whether one of them has passed."""
        return any(deadline.passed() for deadline in self.of)

    def share(self, part: float) -> Soonest:
        """The first moment when a part (0 to 1) of what is left of one of them has passed."""
        return Soonest(tuple(deadline.share(part) for deadline in self.of))


NEVER = Deadline(None, time.monotonic)
"""No moment at all."""

Limit = Deadline | Soonest
"""When to stop."""


def half_of_the_memory() -> int:
    """Half of what the machine has, or of what this process is allowed; 1 GiB where none tells."""
    found = []
    with suppress(AttributeError, ValueError, OSError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(ValueError, OSError):
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text("ascii")))
    return min(found, default=2**31) // 2
