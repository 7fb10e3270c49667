"""The answer in one line, and how much was asked in another."""

from __future__ import annotations

from ...findings.kinds import FindingKind, Severity
from ...findings.summary.overview import Overview
from ...findings.summary.questions import SILENT
from ...results.verdict import counted

FAULTS = (FindingKind.GAP, FindingKind.CONTRADICTION, FindingKind.SHORTAGE, FindingKind.STUCK)


def verdict(overview: Overview) -> str:
    """The answer in a few words."""
    parts = []
    if wrong := len(overview.of(Severity.WRONG)):
        parts.append(counted(wrong, "thing") + " wrong")
    if decide := len(overview.of(Severity.DECIDE)):
        parts.append(f"{decide} to decide")
    if know := len(overview.of(Severity.KNOW)):
        parts.append(f"{know} to know")
    if overview.accepted:
        parts.append(f"{len(overview.accepted)} accepted")
    if not overview.findings:
        parts.insert(0, "nothing found")
    if overview.open:
        parts.append(counted(overview.open, "answer") + " open")
    return ", ".join(parts)


def extent(overview: Overview) -> str:
    """How much was asked."""
    parts = [counted(len(overview.questions), "question")]
    parts.append(f"about {counted(len(overview.games), 'way')} to play")
    if overview.readings:
        parts.append(f"· {counted(overview.readings, 'reading')}")
    cells = [cell for question in overview.questions for cell in question.cells if cell]
    met: list[str] = []
    if answered := [cell for cell in cells if cell.answer != "open"]:
        expected = sum(cell.as_expected is True for cell in answered)
        met.append(f"{expected} of {counted(len(answered), 'answer')}")
    if examples := overview.beside.examples:
        wrong = sum(f.kind is FindingKind.EXAMPLE for f in overview.findings)
        met.append(f"{examples - wrong} of {counted(examples, 'example')}")
    if numbers := overview.beside.numbers:
        right = sum(number.right is True for number in numbers)
        met.append(f"{right} of {counted(len(numbers), 'number')}")
    if met:
        parts.append(f"· {', '.join(met)} as expected")
    if silent := sum(cell.how == SILENT for cell in cells):
        parts.append(f"({counted(silent, 'answer')} that say{'s' if silent == 1 else ''} nothing)")
    if not_counted := overview.beside.not_counted:
        parts.append(f"({not_counted} not counted)")
    return " ".join(parts)


def about_faults(overview: Overview) -> str:
    """That no fault was met, where this is no proof; nothing where one was, or where all play was searched.

    Who asks a single question hears nothing of faults, nor does who ended the run early.
    """
    unasked = overview.beside.noticed is None or overview.taken.ended
    if unasked or any(finding.kind in FAULTS for finding in overview.each):
        return ""
    open_ = [
        game
        for game, result in zip(overview.games, overview.results, strict=True)
        if result.report.coverage is None or result.report.coverage.stopped
    ]
    if not open_:
        return ""
    where = "" if len(open_) == len(overview.games) else f" in {', '.join(open_)}"
    return f"No play that was looked at stops at a gap or a fault; that none does{where} is not proved."
