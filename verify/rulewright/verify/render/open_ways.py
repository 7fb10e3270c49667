"""The ways in which an open answer was looked for, how far each was taken, and what may help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..findings.summary.taken import Taken
from ..results.attempt import Attempt
from ..results.verdict import OPEN_ENDS

GUIDE = "docs/findings.md"
"""Where the manual says more of what to do."""


def what_may_help(taken: Taken) -> str:
    """What to try next, the simplest first."""
    first = [taken.advice] if taken.advice else []
    if taken.effort != "thorough":
        first.append("--effort thorough")
    return ", ".join(
        (*first, f"a smaller instance, or a check that says why it should be so: {GUIDE}")
    )


def ways(attempts: Sequence[Attempt]) -> Iterator[str]:
    """A line for each way: how far it was taken, and what came of it; what was cut off is marked."""
    by_way: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        by_way.setdefault(attempt.way, []).append(attempt)
    for way, some in by_way.items():
        done = [attempt for attempt in some if attempt.started]
        line = f"{way} of {some[0].effort}: not started"
        if done:
            last = done[-1]
            came_to = last.came_to or "nothing found"
            for end in OPEN_ENDS:
                came_to = came_to.removesuffix(f"; {end}")
            line = f"{way} of {last.effort}: {came_to}" + (" (cut off)" if last.cut else "")
            if len(done) < len(some):
                line += f"; of {some[-1].effort}: not started"
        yield line
