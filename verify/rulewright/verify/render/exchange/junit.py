"""Answers and findings as JUnit XML, for build servers: a suite a game, a case a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from ...findings.collect import Results
from ...findings.finding import Finding
from ...findings.summary.overview import Overview
from ...properties.asked import asks
from ...results.verdict import describe

_CONTROL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot contain."""


def junit(overviews: Sequence[Overview]) -> str:
    """The document. What is unexpected and not accepted fails; what is open is skipped."""
    root = ET.Element("testsuites", name="rulewright")
    for overview in overviews:
        by_key = {f.key: f for f in overview.listed}
        for result in overview.results:
            root.append(_suite(overview, result, by_key))
        asked = {question.name for question in overview.questions}
        others = [f for f in overview.listed if f.key not in asked]
        if others:
            root.append(_unasked(overview, others))
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
        if judged is False and not (finding is not None and finding.accepted):
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
    """Findings that are not the answer to a check; unexpected ones fail."""
    name = f"{overview.name}: not asked"
    suite = ET.Element("testsuite", name=_text(name))
    failures = 0
    for finding in findings:
        case = _case(suite, name, finding.key)
        if finding.fails:
            failures += 1
            failure = ET.SubElement(
                case, "failure", message=_text(finding.statement), type=str(finding.kind)
            )
            failure.text = _text(finding.command)
        else:
            ET.SubElement(case, "system-out").text = _text(finding.statement)
    return _counted(suite, len(findings), failures, 0)


def _case(suite: ET.Element, game: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=_text(game), name=_text(name))


def _counted(suite: ET.Element, tests: int, failures: int, skipped: int) -> ET.Element:
    counts = {"tests": tests, "failures": failures, "errors": 0, "skipped": skipped}
    for name, count in counts.items():
        suite.set(name, str(count))
    return suite


def _text(text: str) -> str:
    return _CONTROL.sub("\ufffd", text)
