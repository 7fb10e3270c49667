"""Asks a solver everything that a certificate has to show. What is accepted here is proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from rulewright.dsl.ir.program import Program

from ..recursion import deep_recursion
from .certificate import Certificate
from .obligations import Obligation, Refused, obligations
from .ways.paths import CutsMissing

_CHECKED = object()


class DecisionProcedure(Protocol):
    """A solver, as far as the kernel is concerned."""

    def __call__(self, script: str) -> bool | None:
        """Whether a script in SMT-LIB 2 has no model; None if that is not known."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A certificate of which everything was shown. Made by :func:`check` only.

    ``asked``: how many questions were put to the solver; ``folded``: how many needed no solver.
    """

    certificate: Certificate
    asked: int
    folded: int
    seal: object = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seal is not _CHECKED:
            raise TypeError("what is proved is accepted by checking a certificate")


@dataclass(frozen=True, slots=True)
class Rejected:
    """A certificate that was not accepted: what could not be shown, and whether it is wrong.

    ``certain``: the solver found values that break it; otherwise it was not decided.
    """

    why: str
    certain: bool


@deep_recursion()
def check(
    program: Program,
    number: int,
    certificate: Certificate,
    decides: DecisionProcedure,
    tick: Callable[[], None] = lambda: None,
) -> Accepted | Rejected:
    """Whether a certificate shows that no play does what check ``number`` looks for.

    For ``acts`` and ``ends``: that there is always an option, that every play ends. ``tick`` is called now
    and then and may raise, to end the work.
    """
    if program.checks[number].name != certificate.check:
        return Rejected("the certificate is one for another question", certain=True)
    asked = folded = 0
    numbers = {check.name: i for i, check in enumerate(program.checks)}
    for lemma in certificate.lemmas:
        if lemma.check not in numbers:
            return Rejected("a lemma is not among the checks", certain=True)
        part = check(program, numbers[lemma.check], lemma, decides, tick)
        if isinstance(part, Rejected):
            return Rejected(f"the lemma {lemma.check}: {part.why}", part.certain)
        asked, folded = asked + part.asked, folded + part.folded
    try:
        for obligation in obligations(program, number, certificate, tick):
            if obligation.folded:
                folded += 1
                continue
            asked += 1
            missed = _missed(obligation, decides)
            if missed is not None:
                return missed
    except (Refused, CutsMissing) as error:
        return Rejected(str(error), certain=True)
    except RecursionError:
        return Rejected("an expression is nested too deeply", certain=False)
    return Accepted(certificate, asked, folded, _CHECKED)


def _missed(obligation: Obligation, decides: DecisionProcedure) -> Rejected | None:
    """What could not be shown: first asked all together, then one by one."""
    answer: bool | None = None
    for script in obligation.scripts:
        answer = decides(script)
        if answer:
            return None
    parts = obligation.parts()
    if answer is None and len(parts) > 1:
        return next(filter(None, (_missed(part, decides) for part in parts)), None)
    word = "is not so" if answer is False else "could not be decided"
    return Rejected(f"{obligation.title}: {word}: {obligation.shows}", answer is False)
