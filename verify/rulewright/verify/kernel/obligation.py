"""One question of the kernel: what must not be true together, as terms and as a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .certificate import Claim, CutPoint
from .terms import Term, Terms, script


@dataclass(frozen=True, slots=True)
class Violation:
    """That ``term`` is true would break what ``what`` says: a claim at a cut point, if any."""

    what: str
    term: Term
    point: CutPoint | None = None
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Obligation:
    """One question: ``assumed`` and any of ``violations`` must not be true together.

    ``title`` says where. ``facts`` are true of the terms that they belong to.
    """

    title: str
    assumed: tuple[Term, ...]
    violations: tuple[Violation, ...]
    facts: Mapping[Term, Term]
    terms: Terms

    @property
    def folded(self) -> bool:
        """Whether there is nothing to be asked: each violation is excluded as it stands."""
        return not self.violations

    @property
    def shows(self) -> str:
        """What is shown if the script has no model, a line for each thing."""
        return "\n".join(violation.what for violation in self.violations)

    @property
    def script(self) -> str:
        """The question in SMT-LIB 2; the answer has to be ``unsat``."""
        wrong = self.terms.or_(violation.term for violation in self.violations)
        asserted = [*self.assumed, wrong]
        text = script([*asserted, *_facts_about(asserted, self.facts)])
        return f"(set-logic QF_UFBV)\n{text}\n(check-sat)\n"

    def parts(self) -> list[Obligation]:
        """The same question, one violation at a time."""
        return [replace(self, violations=(violation,)) for violation in self.violations]


def _facts_about(roots: Sequence[Term], facts: Mapping[Term, Term]) -> list[Term]:
    """The facts about variables and functions that stand in the roots."""
    seen: set[Term] = set()
    waiting = list(roots)
    found: list[Term] = []
    while waiting:
        term = waiting.pop()
        if term in seen:
            continue
        seen.add(term)
        waiting += term.args
        if term in facts:
            found.append(facts[term])
            waiting.append(facts[term])
    return sorted(found, key=lambda term: term.number)
