"""Answers and findings as JUnit XML, for build servers: a suite a game, a case a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from ...findings.collect import Results
from ...findings.finding import Acceptance, Finding
from ...findings.summary.accepted import GONE
from ...findings.summary.overview import Overview
from ...properties.asked import asks
from ...results.verdict import describe

_CONTROL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot contain."""


def junit(overviews: Sequence[Overview]) -> str:
    """The document. What is unexpected and not accepted fails; what is open, accepted, or accepted and gone, is
    skipped with the reason."""
    root = ET.Element("testsuites", name="rulewright")
    for overview in overviews:
        by_key = {f.key: f for f in overview.listed}
        for result in overview.results:
            root.append(_suite(overview, result, by_key))
        asked = {question.name for question in overview.questions}
        others = [f for f in overview.listed if f.key not in asked]
        if others:
            root.append(_unasked(overview, others))
        if overview.gone:
            root.append(_gone(overview))
    for name in ("tests", "failures", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    return ET.tostring(root, encoding="unicode", xml_declaration=True)


def _suite(overview: Overview, result: Results, by_key: Mapping[str, Finding]) -> ET.Element:
    suite = ET.Element("testsuite", name=_text(result.selected.name))
    failures = skipped = 0
    pairs = list(zip(result.report.answers, result.judged, strict=True))
    for answer, judged in pairs:
        case = _case(suite, result.selected.name, answer.check.name)
        said = f"{asks(answer.check)} {describe(answer.verdict)}".strip()
        finding = by_key.get(answer.check.name)
        if finding is not None and finding.reading is not None and not answer.holds:
            said = f"{said}. {finding.read_in_two_ways}"
        if finding is not None and finding.accepted and _holds_in(finding, result):
            skipped += 1
            _skip(case, finding.accepted, said)
        elif judged is False:
            failures += 1
            again = result.selected.again(answer.check.name)
            failure = ET.SubElement(case, "failure", message=_text(said), type="unexpected")
            failure.text = _text(f"again: {again}")
        elif judged is None:
            skipped += 1
            ET.SubElement(case, "skipped", message=_text(said))
        else:
            ET.SubElement(case, "system-out").text = _text(said)
    return _counted(suite, len(pairs), failures, skipped)


def _unasked(overview: Overview, findings: Sequence[Finding]) -> ET.Element:
    """Findings that are not the answer to a check; unexpected ones fail, accepted ones are skipped."""
    name = f"{overview.name}: not asked"
    suite = ET.Element("testsuite", name=_text(name))
    failures = skipped = 0
    for finding in findings:
        case = _case(suite, name, finding.key)
        if finding.accepted:
            skipped += 1
            _skip(case, finding.accepted, finding.statement)
        elif finding.fails:
            failures += 1
            failure = ET.SubElement(
                case, "failure", message=_text(finding.statement), type=str(finding.kind)
            )
            failure.text = _text(finding.command)
        else:
            ET.SubElement(case, "system-out").text = _text(finding.statement)
    return _counted(suite, len(findings), failures, skipped)


def _gone(overview: Overview) -> ET.Element:
    """What is accepted and was not found."""
    name = f"{overview.name}: {GONE}"
    suite = ET.Element("testsuite", name=_text(name))
    for gone in overview.gone:
        case = _case(suite, name, gone.key)
        ET.SubElement(case, "skipped", message=_text(overview.about_gone(gone)))
    return _counted(suite, len(overview.gone), 0, len(overview.gone))


def _holds_in(finding: Finding, result: Results) -> bool:
    """Whether it was found in this game: it may be accepted for another one."""
    return any(o.selected is result.selected for o in finding.occurrences)


def _skip(case: ET.Element, accepted: Acceptance, said: str) -> None:
    """Tell of what is accepted, with the reason; a test that passed would say that there is nothing."""
    clauses = "".join(f" [{clause}]" for clause in accepted.clauses)
    ET.SubElement(case, "skipped", message=_text(f"accepted by{clauses}: {accepted.why}"))
    ET.SubElement(case, "system-out").text = _text(said)


def _case(suite: ET.Element, game: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=_text(game), name=_text(name))


def _counted(suite: ET.Element, tests: int, failures: int, skipped: int) -> ET.Element:
    counts = {"tests": tests, "failures": failures, "errors": 0, "skipped": skipped}
    for name, count in counts.items():
        suite.set(name, str(count))
    return suite


def _text(text: str) -> str:
    return _CONTROL.sub("\ufffd", text)
