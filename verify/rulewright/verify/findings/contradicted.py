"""The reading of clauses that contradict each other is part of that contradiction, and no finding beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rulewright.dsl.elaborate.citations import all_parts
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.parts import AgreePart, ReadingPart

from .finding import Finding
from .kinds import FindingKind
from .origins.readings import key


def readings_of_agreements(ruleset: Ruleset) -> Mapping[str, str]:
    """For agreements the reading that each belongs to, by their names.

    It cites all the clauses of the agreement, and as few others as possible. No reading belongs to two;
    where that leaves a choice, what stands first in the text has it.
    """
    agreements: dict[str, frozenset[str]] = {}
    readings: dict[str, frozenset[str]] = {}
    for part in all_parts(ruleset.tree):
        match part:
            case AgreePart(name=name, wordings=wordings):
                agreements.setdefault(name.text, frozenset(w.cite.clause for w in wordings))
            case ReadingPart(name=name, cites=cites):
                readings.setdefault(name.text, frozenset(cite.clause for cite in cites))
            case _:
                pass
    pairs = [
        (len(read - agreed), agreement, reading)
        for agreement, agreed in agreements.items()
        for reading, read in readings.items()
        if agreed <= read
    ]
    found: dict[str, str] = {}
    for _, agreement, reading in sorted(pairs, key=lambda pair: pair[0]):
        if agreement not in found and reading not in found.values():
            found[agreement] = reading
    return found


def with_readings(findings: Iterable[Finding], ruleset: Ruleset | None) -> Iterator[Finding]:
    """The findings in their order; a reading that belongs to a contradiction is within it.

    What is accepted stays apart: what is said of one is not said of the other.
    """
    every = {f.key: f for f in findings}
    belonging = {} if ruleset is None else readings_of_agreements(ruleset)
    within: dict[str, Finding] = {}
    for agreement, reading in belonging.items():
        contradiction, read = every.get(agreement), every.get(key(reading))
        if contradiction is None or read is None or contradiction.accepted or read.accepted:
            continue
        if contradiction.kind is FindingKind.CONTRADICTION:
            within[agreement] = read
    inner = {f.key for f in within.values()}
    for finding in every.values():
        if finding.key not in inner:
            yield replace(finding, reading=within.get(finding.key))
