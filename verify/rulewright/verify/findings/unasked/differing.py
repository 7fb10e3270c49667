"""In what two games that differ in one number have different answers: questions, and places where play stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.dsl.ir.program import Check

from ...results.check_result import CheckResult, Defect, InstanceResult
from ..origins.from_results import key_of_defect, message_of


def differing_answers(
    before: InstanceResult, after: InstanceResult
) -> list[tuple[CheckResult, CheckResult]]:
    """The answers to the same question, each of which contradicts the other."""
    return [
        (answer, opposite)
        for answer in before.answers
        for opposite in after.answers
        if None is not answer.holds is not opposite.holds is not None
        and asks(answer.check) == asks(opposite.check)
    ]


def asks(check: Check) -> tuple[object, ...]:
    """By what a question is recognised in another game."""
    return check.name, check.kind, check.text


def only_in(one: InstanceResult, other: InstanceResult) -> Iterator[Defect]:
    """What stops play in one game and never in the other, which was searched completely."""
    if other.searched is not None:
        there = _by_key(other)
        yield from (defect for key, defect in _by_key(one).items() if key not in there)


def comes_about(defect: Defect) -> str:
    """The question whether play comes to a defect."""
    return (
        "Can play come to \N{LEFT DOUBLE QUOTATION MARK}"
        f"{message_of(defect)}\N{RIGHT DOUBLE QUOTATION MARK}?"
    )


def _by_key(report: InstanceResult) -> Mapping[str, Defect]:
    return {key_of_defect(defect): defect for defect in report.defects}
