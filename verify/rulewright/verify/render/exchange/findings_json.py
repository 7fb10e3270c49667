"""Findings for programs: one object each; ``docs/findings-schema.json`` describes it."""

from __future__ import annotations

from ...findings.collect import Results
from ...findings.finding import Finding, Occurrence, Shown
from ...findings.subject import identification
from ...findings.summary.overview import Overview
from ...plays.itf import REPORTED, to_json

SCHEMA = 1
"""The version of the format; it increases when a field is removed or changes its meaning."""


def findings_of(overview: Overview, result: Results) -> dict[str, object]:
    """The findings in a report on a game: each stands in one report, on the first game in which it holds.

    One that was found in a game that nobody asked about is in the first report.
    """
    there = [
        finding_json(finding)
        for finding in overview.listed
        if _report_of(finding, overview) is result
    ]
    gone = overview.gone if result is overview.results[0] else ()
    return {
        "schema": SCHEMA,
        "findings": there,
        "gone": [a.key for a in gone if not overview.meant_by(a)],
    }


def _report_of(finding: Finding, overview: Overview) -> Results:
    games = [o.selected for o in finding.occurrences]
    return next(
        (r for r in overview.results if any(r.selected is game for game in games)),
        overview.results[0],
    )


def finding_json(finding: Finding) -> dict[str, object]:
    """A finding with all its occurrences; the plays are traces."""
    span = finding.span
    return {
        "id": finding.id,
        "name": finding.key,
        "kind": str(finding.kind),
        "severity": str(finding.severity),
        "clauses": list(finding.clauses),
        "sentence": finding.sentence,
        "hint": finding.hint,
        "unexpected": finding.unexpected,
        "accepted": None if finding.accepted is None else finding.accepted.why,
        "file": None if span is None else span.file,
        "line": None if span is None else span.line,
        "column": None if span is None else span.column,
        "moves": finding.moves,
        "occurrences": [_occurrence(o) for o in finding.occurrences],
        "show": finding.command,
        "again": finding.again,
        "reading": None if finding.reading is None else finding_json(finding.reading),
    }


def _occurrence(occurrence: Occurrence) -> dict[str, object]:
    return {
        "instance": identification(occurrence.selected.program.instance),
        "players": occurrence.players,
        "verdict": occurrence.verdict,
        "method": occurrence.method,
        "reasons": list(occurrence.reasons),
        "note": occurrence.note,
        "plays": [_play(shown) for shown in occurrence.plays],
    }


def _play(shown: Shown) -> dict[str, object]:
    return {
        "label": shown.label,
        "shortest": shown.shortest,
        "shows": shown.said,
        "moves": [f"{move.actor}: {move.text}" for move in shown.play.moves],
        "trace": {**to_json(shown.play, most=REPORTED)},
    }
