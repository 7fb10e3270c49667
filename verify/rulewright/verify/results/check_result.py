"""What is known about one instance: an answer to each of its checks, and what nobody asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rulewright.dsl.ir.program import Check, Instance

from ..properties.registry import kind_of
from ..properties.witness import Witness
from ..stategraph.graph import Stop
from .verdict import Proved, Reached, Refuted, Verdict

Engine = Literal["Python", "native"]
"""Which engine searched."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The verdict on a check. ``note`` adds what a reader should know about the witness."""

    check: Check
    verdict: Verdict
    note: str = ""

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

    ``declared``: a gap that the ruleset itself marks; it is told, but not unexpected.
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
    stopped: Stop | None
    engine: Engine


@dataclass(frozen=True, slots=True)
class InstanceResult:
    """Everything found out about one instance; ``coverage`` is None where nothing was searched."""

    instance: Instance
    answers: tuple[CheckResult, ...]
    defects: tuple[Defect, ...]
    coverage: Coverage | None


def assess(reports: Sequence[InstanceResult]) -> list[tuple[bool | None, ...]]:
    """For each answer of each report, whether it is as expected, seen together.

    Where the author expects that a play shows something, one instance of a variant that has such
    a play is enough: others may be too small for it.
    """
    shown = {
        (report.instance.ruleset, report.instance.variant, answer.check.name)
        for report in reports
        for answer in report.answers
        if answer.has_witness and answer.wants_witness
    }

    def judged(instance: Instance, answer: CheckResult) -> bool | None:
        key = (instance.ruleset, instance.variant, answer.check.name)
        return True if answer.wants_witness and key in shown else answer.as_expected

    return [tuple(judged(r.instance, answer) for answer in r.answers) for r in reports]


def all_as_expected(reports: Sequence[InstanceResult]) -> bool | None:
    """False if anything is not as expected, None if nothing is but some answers are open."""
    answers = [answer for judged in assess(reports) for answer in judged]
    defects = (defect for report in reports for defect in report.defects)
    if False in answers or not all(defect.declared for defect in defects):
        return False
    return None if None in answers else True
