"""Findings as SARIF 2.1.0 (OASIS), which points at lines of rules and of clauses."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from rulewright.dsl.span import Span

from ...findings.finding import Acceptance, Finding
from ...findings.kinds import FindingKind
from ...findings.summary.accepted import GONE
from ...findings.summary.overview import Overview
from .levels import LEVELS, level

_GONE = "gone"
"""The rule of what is accepted and was not found."""
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(overviews: Sequence[Overview], folder: Path) -> str:
    """The log: one run with all findings. Files below ``folder`` are named relative to it."""
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "rulewright",
                        "rules": [
                            {
                                "id": str(kind),
                                "shortDescription": {"text": kind.label},
                                "defaultConfiguration": {"level": LEVELS[kind.severity]},
                            }
                            for kind in FindingKind
                        ]
                        + [{"id": _GONE, "shortDescription": {"text": GONE}}],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(overview, finding, folder)
                    for overview in overviews
                    for finding in overview.listed
                ]
                + [
                    _gone(overview, gone, folder)
                    for overview in overviews
                    for gone in overview.gone
                ],
            }
        ],
    }
    return json.dumps(log, indent=2, ensure_ascii=False)


def _gone(overview: Overview, gone: Acceptance, folder: Path) -> dict[str, object]:
    """That something is accepted and was not found, as a result about the line that accepts it."""
    return {
        "ruleId": _GONE,
        "ruleIndex": len(FindingKind),
        "level": "note",
        "message": {"text": overview.about_gone(gone)},
        "locations": [_location(gone.span, folder)],
        "partialFingerprints": {"rulewrightFinding/v1": f"{overview.name}/{_GONE}/{gone.key}"},
    }


def _result(overview: Overview, finding: Finding, folder: Path) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": str(finding.kind),
        "ruleIndex": list(FindingKind).index(finding.kind),
        "level": level(finding),
        "message": {"text": f"{finding.statement} ({finding.command})"},
        "partialFingerprints": {"rulewrightFinding/v1": f"{overview.name}/{finding.key}"},
    }
    if finding.span is not None:
        result["locations"] = [_location(finding.span, folder)]
    related = [_location(span, folder) for span in related_spans(overview, finding)]
    if related:
        result["relatedLocations"] = related
    if finding.accepted is not None:
        accepted = finding.accepted
        result["suppressions"] = [
            {
                "kind": "inSource",
                "justification": accepted.why,
                "location": _location(accepted.span, folder),
            }
        ]
    return result


def related_spans(overview: Overview, finding: Finding) -> Iterator[Span]:
    """The places of a finding's clauses, and of the reading within it."""
    if finding.reading is not None and finding.reading.span is not None:
        yield finding.reading.span
    ruleset = overview.results[0].selected.ruleset
    if ruleset is not None and ruleset.clauses is not None:
        yield from (c.span for c in ruleset.clauses.clauses if c.id in finding.clauses)


def named(file: str, folder: Path) -> str:
    """The file relative to the folder, if it is below it, else absolute; with ``/`` as separator."""
    path = Path(file).resolve()
    below = path.is_relative_to(folder.resolve())
    return Path(os.path.relpath(path, folder.resolve())).as_posix() if below else path.as_uri()


def _location(span: Span, folder: Path) -> dict[str, object]:
    where = named(span.file, folder)
    uri = where if "://" in where else quote(where)
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": uri},
            "region": {
                "startLine": span.line,
                "startColumn": span.column,
                "endLine": span.end_line,
                "endColumn": span.end_column,
            },
        }
    }
