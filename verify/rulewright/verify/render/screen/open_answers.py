"""Why answers are open, for the most frequent reason, and what may help."""

from __future__ import annotations

from collections.abc import Iterator

from ...draw.style import Style
from ...findings.summary.overview import Overview
from ...findings.summary.questions import Cell
from ...results.verdict import (
    Bounded,
    Sampled,
    Unknown,
    counted,
    describe_open,
    how_far_open,
    without_number,
)
from ..open_ways import what_may_help
from .lines import fitted

_OPEN = Bounded | Sampled | Unknown


def why_open(overview: Overview, style: Style, size: int) -> Iterator[str]:
    """How far the open answers were taken, for the most frequent reason; numbers as from and to.

    Where nothing in that reason says what to do next, a line below it does.
    """
    cells = [cell for question in overview.questions for cell in question.cells if cell]
    open_ = [(cell, cell.open) for cell in cells if cell.open is not None]
    groups: dict[_OPEN | str, list[_OPEN]] = {}
    for cell, verdict in open_:
        groups.setdefault(_reason(cell, verdict, overview.taken.ended), []).append(verdict)
    if not groups:
        return
    reason, some = max(groups.items(), key=lambda group: len(group[1]))
    left = len(open_) - len(some)
    others = f" ({counted(left, 'answer')} for other reasons)" if left else ""
    if isinstance(reason, str):
        so_far = how_far_open(some)
        found = f" when nothing had been found {so_far}" if so_far else ""
        said, helped = f"{reason}{found}; {overview.taken.advice}", True
    else:
        said = describe_open(some)
        helped = isinstance(some[0], Unknown) and bool(some[0].advice)
    lines = [f"Why open: {said}{others}"]
    if not helped:
        lines.append(f"What may help: {what_may_help(overview.taken)}")
    yield from (style.dim(part) for line in lines for part in fitted(line, size, "  "))


def _reason(cell: Cell, verdict: _OPEN, ended: str) -> _OPEN | str:
    """What is the same for all answers that are open for one reason: what ended the run, or the verdict."""
    return ended if cell.cut and ended else without_number(verdict)
