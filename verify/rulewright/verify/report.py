"""What is known about one instance: an answer to each of its checks, and what nobody asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.dsl.ir.program import Check, Instance

from .verdict import Proved, Reached, Refuted, Verdict
from .witness import Witness

LOOKING = frozenset({"reachable", "forever", "some_by"})
"""Kinds of checks that ask for something; all others say that something does not happen."""


@dataclass(frozen=True, slots=True)
class Answer:
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
                return self.check.kind not in LOOKING
            case _:
                return None

    @property
    def as_expected(self) -> bool | None:
        """Whether the answer is the one that the author of the ruleset expects."""
        return None if self.holds is None else self.holds == self.check.expected


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong that no check asks about: a fault, or a decision without an option."""

    message: str
    clauses: tuple[str, ...]
    witness: Witness


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the instance the search saw; ``stopped`` is empty if that was all."""

    states: int
    transitions: int
    depth: int
    terminal: Mapping[str, int]
    stopped: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything found out about one instance."""

    instance: Instance
    answers: tuple[Answer, ...]
    troubles: tuple[Trouble, ...]
    coverage: Coverage

    @property
    def as_expected(self) -> bool | None:
        """False if anything is not as expected, None if nothing is but some answers are open."""
        answers = [a.as_expected for a in self.answers]
        if self.troubles or False in answers:
            return False
        return None if None in answers else True
