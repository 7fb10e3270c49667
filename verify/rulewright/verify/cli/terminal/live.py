"""Progress of long work: a line for each task on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from ...displayable import displayable
from ...limits import Clock

if TYPE_CHECKING:
    from ...execution.workers import RunningJob
    from ...portfolio.conduct import Standing

WAIT = 1.0
"""Seconds before anything is shown."""
OFTEN, SELDOM = 0.25, 30.0
"""Seconds between two looks, on a terminal and elsewhere."""


class Live:
    """Shows what is being done. It removes its lines at the end."""

    def __init__(self, stream: TextIO, columns: int, *, clock: Clock = time.monotonic) -> None:
        self._stream = stream
        self._columns = max(20, columns)
        self._terminal = stream.isatty()
        self._clock = clock
        self._since = clock()
        self._next = self._since + (WAIT if self._terminal else SELDOM)
        self._lines = 0

    def __call__(self, standing: Standing) -> None:
        """Show the progress of everything, if it is time to."""
        if standing.asked:
            done = standing.asked - standing.open
            head = f"{done:,} of {standing.asked:,} questions answered"
            if standing.rounds:
                head += f", round {standing.round} of {standing.rounds}"
            self._show(standing.under_way, head)

    def working(self, what: str, under_way: Sequence[RunningJob]) -> None:
        """Show the progress of one thing."""
        self._show(under_way, what)

    def _show(self, under_way: Sequence[RunningJob], all_in_all: str) -> None:
        now = self._clock()
        if now < self._next:
            return
        self._next = now + (OFTEN if self._terminal else SELDOM)
        head = f"{all_in_all}, {_length(now - self._since)}"
        if self._terminal:
            self._away()
            lines = [head, *(f"  {_line(under, now)}" for under in under_way)]
            self._write("".join(f"{line[: self._columns - 1]}\n" for line in lines))
            self._lines = len(lines)
        else:
            longest = min(under_way, key=lambda under: under.since, default=None)
            more = "" if longest is None else f"; {_line(longest, now)}"
            self._write(f"rulewright: {head}{more}\n")

    def note(self, message: str) -> None:
        """Write what is to stay, above what is being done."""
        if self._terminal:
            self._away()
        self._write(f"{message}\n")

    def done(self) -> None:
        """Remove the lines."""
        if self._terminal:
            self._away()

    def _away(self) -> None:
        if self._lines:
            # Line by line: a terminal may keep what stands on it when all of it is erased at once.
            self._write("\x1b[A\x1b[2K" * self._lines, exact=True)
            self._lines = 0

    def _write(self, text: str, *, exact: bool = False) -> None:
        try:
            encoding = self._stream.encoding
            lines = (
                text
                if exact
                else "\n".join(displayable(line, encoding) for line in text.split("\n"))
            )
            self._stream.write(lines)
            self._stream.flush()
        except OSError:
            pass  # whether anybody sees it changes nothing


def _line(under: RunningJob, now: float) -> str:
    far = f": {under.count:,} {under.what}" if under.count else ""
    return f"{under.name}{far} ({_length(now - under.since)})"


def _length(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
