"""Everything that is shown on one screen, as much of it as fits."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ...draw.style import Style, beside, continued
from ...findings.finding import Finding
from ...findings.kinds import Severity
from ...findings.summary.overview import Overview
from ..changed import news
from .findings import findings, readings
from .layouts import LAYOUTS, ScreenLayout
from .lines import bold, fitted
from .open_answers import why_open
from .questions import table
from .summary import about_faults, extent, verdict

WIDEST = 100
TALLEST = 50
"""Lines of a screen of which nobody says how tall it is."""


def screen(
    overview: Overview, style: Style, columns: int = WIDEST, lines: int = TALLEST
) -> Iterator[str]:
    """What fits on so many ``lines``; none is longer than ``columns``, nor than 100."""
    size = max(20, min(columns, WIDEST))
    for layout in LAYOUTS:
        found = [
            line for line in _screen(overview, style, size, layout) if line or not layout.close
        ]
        if len(found) <= lines:
            break
    yield from found


def _screen(overview: Overview, style: Style, size: int, layout: ScreenLayout) -> Iterator[str]:
    changes = list(news(overview))
    for line in changes:
        yield from bold(line, style, size)
    if changes:
        yield ""
    yield from bold(f"{overview.title}: {verdict(overview)}", style, size)
    yield from fitted(extent(overview), size)
    if not layout.close:
        yield from (style.dim(line) for line in fitted(_titles(overview), size))
    if overview.questions:
        yield ""
        yield from table(overview, style, size, layout)
        yield from why_open(overview, style, size)
        if not layout.close:
            yield from (style.dim(line) for line in fitted(about_faults(overview), size))
    for severity in Severity:
        yield from findings(overview, severity, style, size, layout.listed(severity))
    yield from readings(overview, size, layout.named)
    yield from _acceptance(overview, size)
    yield ""
    commands = (
        "\n".join(continued(command, size, before=f"{what}: "))
        for what, command in (*_further(overview), *_keeping(overview))
    )
    for line in beside(commands, size, apart=3):
        yield from map(style.dim, line.split("\n"))


def _further(overview: Overview) -> Iterator[tuple[str, str]]:
    """What more there is to be told, and the commands that tell it."""
    selected = overview.results[0].selected
    named = selected.options if selected.must_be_named else ()
    report = shlex.join(["rulewright", "report", selected.shown, *named])
    options = selected.options if len(overview.results) == 1 else ()
    show = ["rulewright", "show", selected.shown]
    open_ = [q for q in overview.questions if any(c and c.open for c in q.cells)]
    if open_:
        yield "one that is open", shlex.join([*show, open_[0].name, *options])
    if found := overview.listed:
        yield "one in full", min(found, key=_less_to_tell).command
        yield "in pictures", report
        return
    answered = next((q for q in overview.questions if q not in open_), None)
    if answered is not None:
        yield "why it is so", shlex.join([*show, answered.name, *options])
    yield "clause by clause", report


def _keeping(overview: Overview) -> Iterator[tuple[str, str]]:
    """How to keep the answers, if none are."""
    if not overview.is_kept:
        shown = overview.results[0].selected.shown
        yield "to keep the answers", shlex.join(["rulewright", "verify", shown, "--update"])


def _less_to_tell(finding: Finding) -> tuple[bool, int, bool]:
    """Smaller for what is graver, and of that for what has a play to look at; all else stays in its order."""
    graver = tuple(Severity).index(finding.severity)
    return finding.accepted is not None, graver, finding.moves is None


def _titles(overview: Overview) -> str:
    """The games that have titles with these; nothing where there is but one."""
    titled = zip(overview.games, overview.titles, strict=True)
    named = [f"{game}: {title}" for game, title in titled if title and title != game]
    return " · ".join(named) if len(overview.games) > 1 else ""


def _acceptance(overview: Overview, size: int) -> Iterator[str]:
    if (overview.accepted or overview.gone) and not overview.beside.readings.unsaid:
        yield ""
    if overview.accepted:
        names = ", ".join(f.id for f in overview.accepted)
        yield from fitted(f"Accepted: {names}", size, "  ")
    for acceptance in overview.gone:
        text = overview.about_gone(acceptance, f" ({acceptance.span})")
        yield from fitted(text, size, "  ")
