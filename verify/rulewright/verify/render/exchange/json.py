"""What ``verify`` found, for programs: JSON, and a file for every play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from ...findings.collect import Results
from ...findings.subject import identification
from ...plays.itf import REPORTED, to_json
from ...results.check_result import CheckResult, Coverage
from ...results.verdict import (
    Bounded,
    Proved,
    Reached,
    Refuted,
    Sampled,
    Unknown,
    Verdict,
)


def report_json(result: Results) -> dict[str, object]:
    """The report on a game as JSON; the plays are traces."""
    report = result.report
    return {
        "instance": identification(report.instance),
        "for_play": report.for_play,
        "coverage": _coverage_json(report.coverage),
        "changes": [asdict(change) for change in result.changes],
        "checks": [
            _answer_json(answer, judged) | {"kept": answer.check.name in result.held}
            for answer, judged in zip(report.answers, result.judged, strict=True)
        ],
        "faults": [
            {
                "message": t.message,
                "clauses": list(t.clauses),
                "declared": t.declared,
                "trace": to_json(t.witness.play, most=REPORTED),
            }
            for t in report.defects
        ],
    }


def _coverage_json(coverage: Coverage | None) -> dict[str, object] | None:
    if coverage is None:
        return None
    return {
        "states": coverage.states,
        "transitions": coverage.transitions,
        "depth": coverage.depth,
        "terminal": dict(coverage.terminal),
        "complete": coverage.stopped is None,
        "stopped": None if coverage.stopped is None else str(coverage.stopped),
        "engine": coverage.engine,
    }


def _answer_json(answer: CheckResult, judged: bool | None) -> dict[str, object]:
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
        "vacuous": answer.vacuous,
        "attempts": [asdict(attempt) for attempt in answer.attempts],
        **_verdict_json(answer),
    }


def _verdict_json(answer: CheckResult) -> dict[str, object]:
    verdict: Verdict = answer.verdict
    match verdict:
        case Proved(_, reasons):
            return {"method": verdict.method, "reasons": list(reasons)}
        case Refuted() | Reached():
            return {"trace": _trace(answer, verdict, REPORTED)}
        case Bounded(decisions):
            return {"decisions": decisions}
        case Sampled(plays):
            return {"plays": plays}
        case Unknown():
            return {"why": verdict.why, "advice": verdict.advice}


def _trace(
    answer: CheckResult, verdict: Refuted | Reached, most: int | None = None
) -> dict[str, object]:
    check = answer.check
    violated = check.text or check.name
    play, kind = verdict.witness.play, verdict.kind
    return {**to_json(play, check=check.name, violated=violated, verdict=kind, most=most)}


def traces(results: Sequence[Results]) -> Iterator[tuple[str, str]]:
    """Every play that was found: the name of a file for it, and its content."""
    for result in results:
        plays = [
            (a.check.name, _trace(a, a.verdict))
            for a in result.report.answers
            if isinstance(a.verdict, Refuted | Reached)
        ]
        plays += [
            (f"fault_{n}", {**to_json(t.witness.play, violated=t.message, verdict="refuted")})
            for n, t in enumerate(result.report.defects, 1)
        ]
        for name, trace in plays:
            stem = re.sub(r"\W+", "_", f"{result.selected.name} {name}", flags=re.ASCII)
            content = json.dumps(trace, indent=1, ensure_ascii=False) + "\n"
            yield f"{stem}.itf.json", content
