"""A gap that is asked about is reported once: as the answer, in all games in which play comes to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rulewright.dsl.ir.program import Fault

from ..finding import Finding
from ..kinds import FindingKind


def asked_once(found: Iterable[Finding], accepted: Collection[str]) -> Iterator[Finding]:
    """Each finding; a gap to which the play of an answer leads gets the name of that answer.

    Not if one of the two is ``accepted``: what is said of one is not said of the other.
    """
    findings = list(found)
    answers: dict[str, Finding] = {}
    for finding in findings:
        message = _gap(finding)
        if finding.first.asked and message is not None and finding.key not in accepted:
            answers.setdefault(message, finding)
    asked = {(finding.key, finding.first.selected.name) for finding in findings}
    for finding in findings:
        answer = answers.get(_gap(finding) or "")
        if answer is None or finding.first.asked or finding.key in accepted:
            yield finding
        elif (answer.key, finding.first.selected.name) not in asked:
            yield replace(answer, occurrences=finding.occurrences, unexpected=finding.unexpected)


def _gap(finding: Finding) -> str | None:
    """What the ruleset says is left open where its play ends."""
    if finding.kind is not FindingKind.GAP or not finding.first.plays:
        return None
    node = finding.first.plays[0].play.last_node
    return node.message if isinstance(node, Fault) else None
