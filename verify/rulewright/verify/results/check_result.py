"""What is known about one instance: an answer to each of its checks, and findings that no check asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rulewright.dsl.ir.program import Check, Instance

from ..properties.registry import kind_of
from ..properties.witness import Witness
from ..stategraph.graph import LimitReached
from .attempt import Attempt
from .verdict import Proved, Reached, Refuted, Verdict

EngineName = Literal["Python", "native"]
"""The engine that searched."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict on a check. ``note`` adds what a reader should know about the witness.

    ``attempts``: the ways in which an answer was looked for, in their order; none for a kept
    answer. ``vacuous``: it is proved because no play ever reaches what the question is about.
    """

    check: Check
    verdict: Verdict
    note: str = ""
    attempts: tuple[Attempt, ...] = ()
    vacuous: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether the check holds; None while that is open."""
        match self.verdict:
            case Reached():
                return True
            case Refuted():
                return False
            case Proved():
                return kind_of(self.check).seeks == "counterexample"
            case _:
                return None

    @property
    def as_expected(self) -> bool | None:
        """Whether the answer is the one that the author of the ruleset expects."""
        return None if self.holds is None else self.holds == self.check.expected

    @property
    def cut(self) -> bool:
        """Whether it is open, and seconds, or somebody, ended a way before its effort was spent."""
        return self.holds is None and any(attempt.cut for attempt in self.attempts)

    @property
    def has_witness(self) -> bool:
        """Whether a play shows the answer."""
        return isinstance(self.verdict, Reached | Refuted)

    @property
    def wants_witness(self) -> bool:
        """Whether the author expects that some play shows something, here or elsewhere."""
        return (kind_of(self.check).seeks == "witness") == self.check.expected


@dataclass(frozen=True, slots=True)
class Defect:
    """Something wrong that no check asks about: a fault, or a decision without an option.

    ``declared``: a gap that the ruleset itself marks; it is reported, but not unexpected.
    """

    message: str
    clauses: tuple[str, ...]
    witness: Witness
    declared: bool = False


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the instance the search on some engine saw; ``stopped`` is None if all."""

    states: int
    transitions: int
    depth: int
    terminal: Mapping[str, int]
    stopped: LimitReached | None
    engine: EngineName


@dataclass(frozen=True, slots=True)
class InstanceResult:
    """Everything found out about one instance; ``coverage`` is None if nothing was searched.

    ``for_play``: people play it, so what another instance shows answers nothing here.
    """

    instance: Instance
    answers: tuple[CheckResult, ...]
    defects: tuple[Defect, ...]
    coverage: Coverage | None
    for_play: bool = False

    @property
    def searched(self) -> int | None:
        """The number of positions if a search saw all of them: what it did not find never comes about."""
        seen = self.coverage
        return None if seen is None or seen.stopped is not None else seen.states


def elsewhere(reports: Sequence[InstanceResult]) -> list[Mapping[str, tuple[Instance, ...]]]:
    """For each report and each of its checks that no play answers there: the other instances of the
    variant in which a play shows what the author expects. It is no answer for this one."""
    showing: dict[tuple[str, str, str], list[Instance]] = {}
    for report in reports:
        for answer in report.answers:
            if answer.has_witness and answer.wants_witness:
                showing.setdefault(_question(report.instance, answer), []).append(report.instance)
    return [
        {
            answer.check.name: tuple(showing[key])
            for answer in report.answers
            if not answer.has_witness and (key := _question(report.instance, answer)) in showing
        }
        for report in reports
    ]


def _question(instance: Instance, answer: CheckResult) -> tuple[str, str, str]:
    return instance.ruleset, instance.variant, answer.check.name


def assess(reports: Sequence[InstanceResult]) -> list[tuple[bool | None, ...]]:
    """For each answer of each report, whether it is as expected, seen together; None while it is
    open.

    If the author expects that a play shows something, an instance that nobody plays may be too
    small for it: it suffices that another one of its variant has such a play.
    """

    def judged(
        report: InstanceResult, answer: CheckResult, shown: Mapping[str, tuple[Instance, ...]]
    ) -> bool | None:
        excused = answer.holds is not None and not report.for_play and answer.check.name in shown
        return True if excused else answer.as_expected

    return [
        tuple(judged(report, answer, shown) for answer in report.answers)
        for report, shown in zip(reports, elsewhere(reports), strict=True)
    ]


def all_as_expected(reports: Sequence[InstanceResult]) -> bool | None:
    """False if anything is not as expected, None if nothing is but some answers are open."""
    answers = [answer for judged in assess(reports) for answer in judged]
    defects = (defect for report in reports for defect in report.defects)
    if False in answers or not all(defect.declared for defect in defects):
        return False
    return None if None in answers else True
