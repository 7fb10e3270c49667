"""What ``verify`` prints: a table of verdicts, and the findings with their plays."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..draw.plays import Boards, play_lines
from ..draw.style import Style, width
from ..report import Answer, Report, Trouble
from ..trace import to_json
from ..verdict import (
    Bounded,
    Proved,
    Reached,
    Refuted,
    Sampled,
    Unknown,
    Verdict,
    counted,
    describe,
)
from ..witness import Witness
from .console import write_file
from .select import Selected, identification, settings

SHORT = 4
"""Plays of up to so many moves are drawn whole."""


@dataclass(frozen=True, slots=True)
class Results:
    """The report on a game; ``judged`` tells of each answer whether it is as expected."""

    selected: Selected
    report: Report
    judged: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something with a play that shows it. ``rank`` orders: what was not expected comes first."""

    rank: int
    selected: Selected
    name: str
    sentence: str
    witness: Witness
    verdict: str


def text(
    results: Sequence[Results], style: Style, boards: Boards | None, shown: int
) -> Iterable[str]:
    """The answer, the table, and the findings."""
    yield style.bold(_summary(results))
    for result in results:
        yield ""
        yield from _table(result, style)
    findings = interesting(results)
    for number, finding in enumerate(findings[:shown], 1):
        yield ""
        yield style.bold(f"Finding {number}. {finding.selected.name}: {finding.sentence}")
        length = len(finding.witness)
        drawn: Boards = boards or ("all" if length <= SHORT else "last")
        yield from play_lines(finding.witness.play, style, drawn)
        yield style.dim(f"again: {_command(finding)}")
    if len(findings) > shown:
        yield ""
        yield f"{len(findings) - shown} more with --findings {len(findings)}"


def interesting(results: Sequence[Results]) -> list[Finding]:
    """The findings, the shortest for each check of a ruleset; all others come after these.

    What nobody asked for and what was not expected comes first, then what the author knew to
    fail; of the rest, what takes longest to reach is the least obvious.
    """
    found = [finding for result in results for finding in _findings(result)]
    found.sort(key=lambda f: (f.rank, len(f.witness)))
    first: dict[tuple[str, str, bool], Finding] = {}
    for finding in found:
        ruleset = finding.selected.program.instance.ruleset
        first.setdefault((ruleset, finding.name or finding.sentence, finding.rank < 2), finding)
    chosen = sorted(first.values(), key=lambda f: (f.rank, -len(f.witness)))
    return chosen + [finding for finding in found if finding not in chosen]


def _findings(result: Results) -> Iterable[Finding]:
    for trouble in result.report.troubles:
        yield Finding(0, result.selected, "", _trouble(trouble), trouble.witness, "refuted")
    for answer, judged in zip(result.report.answers, result.judged, strict=True):
        if isinstance(answer.verdict, Refuted | Reached):
            rank = 1 if judged is False else 2 if not answer.check.expected else 3
            witness, kind = answer.verdict.witness, answer.verdict.kind
            yield Finding(
                rank, result.selected, answer.check.name, _sentence(answer), witness, kind
            )


def _trouble(trouble: Trouble) -> str:
    clauses = "".join(f" [{clause}]" for clause in trouble.clauses)
    return f"{trouble.message}{clauses}, after {counted(len(trouble.witness), 'move')}"


def _sentence(answer: Answer) -> str:
    question = answer.check.question or answer.check.text
    said = f"{answer.check.name}: {question}" if question else answer.check.name
    return f"{said} — {describe(answer.verdict)}" + (f" ({answer.note})" if answer.note else "")


def _summary(results: Sequence[Results]) -> str:
    judged = [answer for result in results for answer in result.judged]
    expected = judged.count(True)
    wrong = judged.count(False)
    undecided = judged.count(None)
    troubles = sum(len(result.report.troubles) for result in results)
    parts = [f"{expected} of {counted(len(judged), 'check')} as expected"]
    if wrong:
        parts.append(f"{wrong} not as expected")
    if undecided:
        parts.append(f"{undecided} undecided")
    if troubles:
        parts.append(f"{counted(troubles, 'fault')} of the rules that nobody asked about")
    return ", ".join(parts)


def _table(result: Results, style: Style) -> Iterable[str]:
    report = result.report
    seen = report.coverage
    how = "all of it" if not seen.stopped else f"not all: {seen.stopped}"
    yield f"{style.bold(result.selected.name)}  {settings(report.instance)}"
    yield style.dim(
        f"  searched {counted(seen.states, 'position')}, {counted(seen.transitions, 'action')}, "
        f"depth {seen.depth}; {how}"
    )
    rows = [_row(a, j, style) for a, j in zip(report.answers, result.judged, strict=True)]
    rows += [[style.paint("!", 0), "(not asked)", "", _trouble(t)] for t in report.troubles]
    sizes = [max((width(row[i]) for row in rows), default=0) for i in range(3)]
    for row in rows:
        cells = (c + " " * (s - width(c)) for c, s in zip(row, sizes, strict=False))
        yield f"  {'  '.join(cells)}  {row[3]}"


def _row(answer: Answer, judged: bool | None, style: Style) -> list[str]:
    holds = {True: "yes", False: "no", None: "open"}[answer.holds]
    sign = {True: style.paint("ok", 2), False: style.paint("!", 0), None: "?"}[judged]
    known = ""
    if judged and not answer.as_expected:
        known = " (another instance shows it)"
    elif answer.as_expected and not answer.check.expected:
        known = " (as expected)"
    reasons = ""
    if isinstance(answer.verdict, Proved) and answer.verdict.method != "complete search":
        reasons = f": {'; '.join(answer.verdict.reasons)}"
    return [sign, answer.check.name, holds, describe(answer.verdict) + reasons + known]


def _command(finding: Finding) -> str:
    words = ["rulewright", "verify", _path(finding.selected), *finding.selected.options]
    return shlex.join([*words, "--check", finding.name] if finding.name else words)


def _path(selected: Selected) -> str:
    from rulewright.dsl.locate import rulesets

    return selected.path.stem if selected.path in rulesets() else str(selected.path)


def report_json(result: Results) -> dict[str, object]:
    """The report on a game as JSON; the plays are traces."""
    report = result.report
    return {
        "instance": identification(report.instance),
        "coverage": {
            "states": report.coverage.states,
            "transitions": report.coverage.transitions,
            "depth": report.coverage.depth,
            "terminal": dict(report.coverage.terminal),
            "complete": not report.coverage.stopped,
        },
        "checks": [
            _answer_json(answer, judged)
            for answer, judged in zip(report.answers, result.judged, strict=True)
        ],
        "faults": [
            {"message": t.message, "clauses": list(t.clauses), "trace": to_json(t.witness.play)}
            for t in report.troubles
        ],
    }


def _answer_json(answer: Answer, judged: bool | None) -> dict[str, object]:
    return {
        "name": answer.check.name,
        "kind": answer.check.kind,
        "question": answer.check.question,
        "property": answer.check.text,
        "clauses": list(answer.check.clauses),
        "expected": answer.check.expected,
        "holds": answer.holds,
        "as_expected": judged,
        "verdict": answer.verdict.kind,
        "note": answer.note,
        **_verdict_json(answer),
    }


def _verdict_json(answer: Answer) -> dict[str, object]:
    verdict: Verdict = answer.verdict
    match verdict:
        case Proved(method, reasons):
            return {"method": method, "reasons": list(reasons)}
        case Refuted() | Reached():
            return {"trace": _trace(answer, verdict)}
        case Bounded(decisions):
            return {"decisions": decisions}
        case Sampled(plays):
            return {"plays": plays}
        case Unknown(why, advice):
            return {"why": why, "advice": advice}


def _trace(answer: Answer, verdict: Refuted | Reached) -> dict[str, object]:
    check = answer.check
    violated = check.text or check.name
    return {
        **to_json(verdict.witness.play, check=check.name, violated=violated, verdict=verdict.kind)
    }


def save_traces(results: Sequence[Results], folder: Path) -> None:
    """Write every play that was found to a file of its own."""
    for result in results:
        plays = [
            (a.check.name, _trace(a, a.verdict))
            for a in result.report.answers
            if isinstance(a.verdict, Refuted | Reached)
        ]
        plays += [
            (f"fault_{n}", {**to_json(t.witness.play, violated=t.message, verdict="refuted")})
            for n, t in enumerate(result.report.troubles, 1)
        ]
        for name, trace in plays:
            stem = re.sub(r"\W+", "_", f"{result.selected.name} {name}", flags=re.ASCII)
            content = json.dumps(trace, indent=1, ensure_ascii=False) + "\n"
            write_file(folder / f"{stem}.itf.json", content)
