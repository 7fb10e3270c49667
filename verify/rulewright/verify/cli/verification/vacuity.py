"""Checks that hold only because what they speak of never comes about: told apart from the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...findings.collect import Results
from ...findings.finding import Finding
from ...plays.play import Play
from ...portfolio.vacuity import unmet
from ...results.verdict import Reached, Refuted
from .answering import Answering


def with_vacuity(
    found: Sequence[Results], readings: Sequence[Finding], work: Answering
) -> list[Results]:
    """The results, with those checks marked that were shown to say nothing."""
    asked = {}
    for number, result in enumerate(found):
        selected = result.selected
        plays = [*_plays(result, readings)]
        conditions = unmet(selected.program, result.report.answers, plays, selected.move_limit)
        if conditions is not None and not work.deadline.passed():
            asked[number] = conditions
    subjects = []
    for number, conditions in asked.items():
        selected = replace(found[number].selected, program=conditions.program)
        subjects.append(work.conditions(selected))
    names = {
        number: conditions.never_met(report)
        for (number, conditions), report in zip(asked.items(), work.answer(subjects), strict=True)
    }
    return [_marked(result, names.get(number, frozenset())) for number, result in enumerate(found)]


def _plays(result: Results, readings: Sequence[Finding]) -> Iterator[Play]:
    """The plays of the game that are known."""
    for answer in result.report.answers:
        if isinstance(answer.verdict, Refuted | Reached):
            yield answer.verdict.witness.play
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
