"""Separates checks that hold only because what they are about never occurs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...execution.workers import Job
from ...findings.collect import Results
from ...findings.finding import Finding
from ...plays.play import Play
from ...portfolio.vacuity import Conditions, conditions, unmet
from ...properties.by_types import holds_by_types
from ...results.verdict import Proved, Reached, Refuted
from .answering import Answering

LOOKING = "what proved answers speak of is looked for"


def with_vacuity(
    found: Sequence[Results], readings: Sequence[Finding], work: Answering
) -> list[Results]:
    """The results, with those checks marked that were shown to say nothing."""
    found = [_marked(one, _by_types(one)) for one in found]
    asked = {
        number: some
        for number, one in enumerate(found)
        if (some := conditions(one.selected.program, one.report.answers)) is not None
    }
    jobs = [_job(some, found[number], readings) for number, some in asked.items()]
    done = zip(asked.items(), work.side_by_side(jobs, LOOKING), strict=True)
    left = {
        number: some
        for (number, all_), never in done
        if isinstance(never, frozenset) and (some := all_.only(never)) is not None
    }
    if work.deadline.passed():
        return list(found)
    subjects = []
    for number, some in left.items():
        selected = replace(found[number].selected, program=some.program)
        subjects.append(work.conditions(selected))
    names = {
        number: some.never_met(report)
        for (number, some), report in zip(left.items(), work.answer(subjects), strict=True)
    }
    return [_marked(result, names.get(number, frozenset())) for number, result in enumerate(found)]


def _by_types(result: Results) -> frozenset[str]:
    """The proved checks that no rules could break."""
    program = result.selected.program
    return frozenset(
        answer.check.name
        for answer in result.report.answers
        if isinstance(answer.verdict, Proved) and holds_by_types(program, answer.check)
    )


def _job(asked: Conditions, result: Results, readings: Sequence[Finding]) -> Job:
    selected = result.selected
    verdicts = (answer.verdict for answer in result.report.answers)
    plays = tuple(v.witness.play for v in verdicts if isinstance(v, Refuted | Reached))
    others = tuple(_plays_of_readings(result, readings))
    return Job(
        unmet, (asked, plays, others, selected.move_limit), name=f"{selected.name}, conditions"
    )


def _plays_of_readings(result: Results, readings: Sequence[Finding]) -> Iterator[Play]:
    for finding in readings:
        for occurrence in finding.occurrences:
            if occurrence.selected is result.selected and occurrence.plays:
                yield occurrence.plays[0].play


def _marked(result: Results, vacuous: frozenset[str]) -> Results:
    answers = tuple(
        replace(answer, vacuous=True) if answer.check.name in vacuous else answer
        for answer in result.report.answers
    )
    return replace(result, report=replace(result.report, answers=answers)) if vacuous else result
