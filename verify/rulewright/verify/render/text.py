"""What ``verify`` prints: a table of verdicts, and the findings with their plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..draw.plays import Boards, play_lines
from ..draw.style import Style
from ..findings.collect import Results, again, defect_sentence, interesting
from ..findings.subject import settings
from ..results.check_result import CheckResult, Coverage
from ..results.verdict import Proved, counted, describe
from . import columns

SHORT = 4
"""Plays of up to so many moves are drawn whole."""


def text(
    results: Sequence[Results], style: Style, boards: Boards | None, shown: int, *, brief: bool
) -> Iterable[str]:
    """What changed since answers were kept, the answer, the table, and the findings.

    A ``brief`` table only names the checks that are as expected, and those that are open.
    """
    changes = [(result, change) for result in results for change in result.changes]
    for result, change in changes:
        yield style.bold(f"Changed. {result.selected.name}: {change.sentence}")
    if changes:
        yield ""
    yield style.bold(_summary(results))
    for result in results:
        yield ""
        yield from _table(result, style, brief)
    findings = interesting(results)
    for number, finding in enumerate(findings[:shown], 1):
        yield ""
        yield style.bold(f"Finding {number}. {finding.selected.name}: {finding.sentence}")
        length = len(finding.witness)
        drawn: Boards = boards or ("all" if length <= SHORT else "last")
        yield from play_lines(finding.witness.play, style, drawn)
        yield style.dim(f"again: {again(finding.selected, finding.name)}")
    if len(findings) > shown:
        yield ""
        yield f"{len(findings) - shown} more with --findings {len(findings)}"


def _summary(results: Sequence[Results]) -> str:
    judged = [answer for result in results for answer in result.judged]
    expected = judged.count(True)
    wrong = judged.count(False)
    undecided = judged.count(None)
    defects = [defect for result in results for defect in result.report.defects]
    gaps = sum(defect.declared for defect in defects)
    parts = [f"{expected} of {counted(len(judged), 'check')} as expected"]
    if wrong:
        parts.append(f"{wrong} not as expected")
    if undecided:
        parts.append(f"{undecided} undecided")
    if gaps:
        parts.append(f"play comes to {counted(gaps, 'gap')} that the rulesets mark")
    if len(defects) > gaps:
        parts.append(
            f"{counted(len(defects) - gaps, 'fault')} of the rules that nobody asked about"
        )
    return ", ".join(parts)


def _table(result: Results, style: Style, brief: bool) -> Iterable[str]:
    report = result.report
    yield f"{style.bold(result.selected.name)}  {settings(report.instance)}"
    yield style.dim(f"  {_coverage(report.coverage)}")
    pairs = list(zip(report.answers, result.judged, strict=True))
    rows = [_row(a, j, style) for a, j in pairs if not brief or j is False]
    for sign, wanted in ((style.paint("ok", 2), True), ("? ", None)):
        names = [answer.check.name for answer, judged in pairs if judged is wanted]
        if brief and names:
            yield f"  {sign}  {', '.join(names)}"
    rows += [
        [style.paint("!", 0), "(marked)" if t.declared else "(not asked)", "", defect_sentence(t)]
        for t in report.defects
    ]
    yield from columns.lines(rows)
    if not brief:
        yield from _reasons(result, style)


def _coverage(seen: Coverage | None) -> str:
    if seen is None:
        return "not searched: the answers that are kept were checked again"
    how = "all of it" if not seen.stopped else f"not all: {seen.stopped}"
    visited = f"{counted(seen.states, 'position')}, {counted(seen.transitions, 'action')}"
    return f"searched {visited}, depth {seen.depth} on the {seen.engine} engine; {how}"


def _row(answer: CheckResult, judged: bool | None, style: Style) -> list[str]:
    holds = {True: "yes", False: "no", None: "open"}[answer.holds]
    sign = {True: style.paint("ok", 2), False: style.paint("!", 0), None: "?"}[judged]
    known = ""
    if judged and not answer.as_expected:
        known = " (too small for it: another instance shows it)"
    elif answer.as_expected and not answer.check.expected:
        known = " (as expected)"
    return [sign, answer.check.name, holds, describe(answer.verdict) + known]


def _reasons(result: Results, style: Style) -> Iterable[str]:
    """Why something is proved by induction: for each such check the claims, in the language."""
    for answer in result.report.answers:
        if isinstance(answer.verdict, Proved) and answer.verdict.method == "induction":
            yield f"  {answer.check.name} is proved:"
            yield from (style.dim(f"    {reason}") for reason in answer.verdict.reasons)
