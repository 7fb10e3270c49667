"""The greatest part of some claims that the kernel keeps, if the answer follows from it.

That is the Houdini algorithm (Flanagan, Leino 2001) with the kernel as its judge: what some way may
break is dropped, until nothing is broken. What comes of it is still a guess, and checked as one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.dsl.ir.program import Program

from ..kernel.certificate import Certificate, Claim, CutPoint
from ..kernel.check import Decides
from ..kernel.obligations import Obligation, Violation, obligations


def inductive_subset(
    program: Program,
    number: int,
    certificate: Certificate,
    decides: Decides,
    tick: Callable[[], None],
) -> Certificate | None:
    """The certificate without the claims that are not kept; None if the answer needs more.

    What the solver does not decide counts as not kept. ``tick`` may raise, to end the work.
    """
    judge = _Remembering(decides)
    while True:
        broken: dict[CutPoint, set[Claim]] = {}
        for obligation in obligations(program, number, certificate, tick):
            for violation in _violated(obligation, judge, tick):
                if violation.claim is None or violation.point is None:
                    return None
                broken.setdefault(violation.point, set()).add(violation.claim)
        if not broken:
            return certificate
        certificate = replace(
            certificate,
            claims=tuple(
                (point, tuple(c for c in claims if c not in broken.get(point, ())))
                for point, claims in certificate.claims
            ),
        )


class _Remembering:
    """A solver that is asked the same question once."""

    def __init__(self, decides: Decides) -> None:
        self._decides = decides
        self._known: dict[str, bool | None] = {}

    def __call__(self, script: str) -> bool | None:
        if script not in self._known:
            self._known[script] = self._decides(script)
        return self._known[script]


def _violated(obligation: Obligation, judge: Decides, tick: Callable[[], None]) -> list[Violation]:
    """What may be broken, found by halves."""
    tick()
    violations = obligation.violations
    if not violations or judge(obligation.script):
        return []
    if len(violations) == 1:
        return list(violations)
    half = len(violations) // 2
    parts = (violations[:half], violations[half:])
    return [
        violation
        for part in parts
        for violation in _violated(replace(obligation, violations=part), judge, tick)
    ]
