"""Merges findings that are the same in several games, the gravest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .finding import Finding, Occurrence
from .kinds import FindingKind, Severity

_SEVERITIES = tuple(Severity)


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Findings of one key as one finding, the gravest of them, with the occurrences of all.

    Those of the gravest come first, and among these the shortest.
    """
    known: dict[str, Finding] = {}
    for finding in findings:
        if (before := known.get(finding.key)) is None:
            known[finding.key] = finding
            continue
        first, then = sorted((before, finding), key=_gravity)
        if _gravity(first) == _gravity(then):
            both = sorted((*before.occurrences, *finding.occurrences), key=_length)
            first = finding if both[0] in finding.occurrences else before
        else:
            both = [*first.occurrences, *then.occurrences]
        known[finding.key] = replace(first, occurrences=tuple(both))
    return list(known.values())


def _gravity(finding: Finding) -> tuple[bool, int, bool]:
    """Smaller is graver; of a gap and an answer that only shows something, the gap is reported."""
    milder = finding.kind in (FindingKind.POSSIBLE, FindingKind.REFUTED)
    return not finding.unexpected, _SEVERITIES.index(finding.severity), milder


def _length(occurrence: Occurrence) -> tuple[bool, int]:
    return occurrence.moves is None, occurrence.moves or 0


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """The gravest first; among these, in the order of the text."""

    def order(finding: Finding) -> tuple[int, bool, int, str]:
        line = finding.span.line if finding.span is not None else 0
        return _SEVERITIES.index(finding.severity), not finding.unexpected, line, finding.key

    return sorted(findings, key=order)
