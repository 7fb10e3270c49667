"""Calls into C in slices of so many steps that the clock is looked at often enough."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..effort.running import WORKING
from ..limits import Deadline
from .interruption import called_in_time


class Slices:
    """Steps in slices: the first has the ``fewest``, and each has twice or half as many as the one
    before, up to a maximum. ``steps``: the size of the next one."""

    def __init__(self, deadline: Deadline, fewest: int, most: int) -> None:
        self._deadline = deadline
        self._fewest, self._most = fewest, most
        self.steps = fewest

    def advance(self, step: Callable[[int], int], left: int | None = None) -> int:
        """Advance by some of the steps that are left. Raises OutOfTime if they do not end; see
        `called_in_time`."""
        started, steps = time.monotonic(), self.steps
        some = steps if left is None else min(steps, left)
        found = called_in_time(lambda: step(some), self._deadline)
        if time.monotonic() - started < WORKING.short:
            self.steps = min(2 * steps, self._most)
        else:
            self.steps = max(steps // 2, self._fewest)
        return found
