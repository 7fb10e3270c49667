"""One question of the kernel: what must not be true together, as terms and as a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .certificate import Claim, CutPoint
from .meaning.terms import Excluded, KernelTerm, KernelTermBuilder, Script, script
from .meaning.walks import Walks

PROLOGUE = "(set-logic QF_UFBV)\n"
"""The beginning of each script."""

MakesTerm = Callable[[], KernelTerm]
"""Makes a term when it is first needed: of the many that could matter, few are ever looked at."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """That ``term`` is known to be true where the ways begin: because of a ``claim`` there, if any."""

    made: MakesTerm
    claim: Claim | None = None

    @classmethod
    def of(cls, term: KernelTerm, claim: Claim) -> Assumption:
        """With a term that already exists."""
        return cls(lambda: term, claim)

    @property
    def term(self) -> KernelTerm:
        """What is known."""
        return self.made()


@dataclass(frozen=True, slots=True)
class Violation:
    """That ``term``, if true, breaks what ``what`` says: a claim at a cut point, if any."""

    what: str
    made: MakesTerm
    point: CutPoint | None = None
    claim: Claim | None = None

    @property
    def term(self) -> KernelTerm:
        """What must not be true."""
        return self.made()


@dataclass(frozen=True)
class Obligation:
    """One question: all of ``assumed`` and any of ``violations`` must not be true together.

    ``title`` says where. ``facts`` are true of the terms they belong to, and further facts come from
    ``walks``. ``source``: the cut point where the ways begin, if it is one.
    """

    title: str
    assumed: tuple[Assumption, ...]
    violations: tuple[Violation, ...]
    facts: Mapping[KernelTerm, KernelTerm]
    walks: Walks
    terms: KernelTermBuilder
    source: CutPoint | None = None

    @property
    def folded(self) -> bool:
        """Whether there is nothing to ask: each violation is evidently excluded."""
        return not self.left

    @cached_property
    def left(self) -> tuple[Violation, ...]:
        """The violations without those that the assumptions evidently exclude."""
        known = self.terms.and_(assumption.term for assumption in self.assumed)
        excluded = Excluded(self.terms, known)
        return tuple(v for v in self.violations if v.term not in excluded)

    @property
    def shows(self) -> str:
        """What is shown if the script has no model, one line for each thing."""
        return "\n".join(violation.what for violation in self.left)

    @property
    def scripts(self) -> Iterator[str]:
        """The question in SMT-LIB 2; one of the scripts has to be ``unsat``. If there are walks, the first
        leaves out the facts about their ways: it states less, and is decided sooner."""
        short = self._asking(ways=False)
        yield short
        if self.script != short:
            yield self.script

    @cached_property
    def script(self) -> str:
        """The question with everything that is known."""
        return self._asking(ways=True)

    @cached_property
    def _asked(self) -> list[KernelTerm]:
        """What must not be true together."""
        wrong = self.terms.or_(violation.term for violation in self.left)
        return [*(assumption.term for assumption in self.assumed), wrong]

    def _asking(self, *, ways: bool) -> str:
        return f"{PROLOGUE}{self.asserting(self._asked, ways=ways).text}\n(check-sat)\n"

    def asserting(self, terms: Sequence[KernelTerm], *, ways: bool = True) -> Script:
        """Some terms as a script without its question, with the facts about what occurs in them; those
        about the ``ways`` of walks may be left out."""
        known = (self.facts, self.walks.ways) if ways else (self.facts,)
        return script([*terms, *_facts_about(terms, known, self.walks)])

    @property
    def is_crowded(self) -> bool:
        """Whether the question has too many walks to state the facts between them."""
        _, seen = _found_in(self._asked, (self.facts,))
        return self.walks.too_many(seen)

    @property
    def questions(self) -> list[Obligation]:
        """This question, or its parts if it has too many walks and the parts may have fewer."""
        return self.parts() if len(self.left) > 1 and self.is_crowded else [self]

    def parts(self) -> list[Obligation]:
        """The same question, one violation at a time."""
        return [replace(self, violations=(violation,)) for violation in self.left]


def _facts_about(
    roots: Sequence[KernelTerm], known: Sequence[Mapping[KernelTerm, KernelTerm]], walks: Walks
) -> list[KernelTerm]:
    """The facts about variables, functions and walks that occur in the roots."""
    found, seen = _found_in(roots, known)
    return sorted([*found, *walks.facts(seen)], key=lambda term: term.number)


def _found_in(
    roots: Sequence[KernelTerm], known: Sequence[Mapping[KernelTerm, KernelTerm]]
) -> tuple[list[KernelTerm], set[KernelTerm]]:
    """The facts about what occurs in the roots and in these facts, and all terms that occur there."""
    seen: set[KernelTerm] = set()
    waiting = list(roots)
    found: list[KernelTerm] = []
    while waiting:
        term = waiting.pop()
        if term in seen:
            continue
        seen.add(term)
        waiting += term.args
        for facts in known:
            if term in facts:
                found.append(facts[term])
                waiting.append(facts[term])
    return found, seen
