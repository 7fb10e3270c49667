"""What must be shown of a certificate that says: the answer holds in any position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial

from rulewright.dsl.ir.program import Program

from .certificate import Certificate, Claim, CutNode
from .goals import Refused, goals, shown_by
from .meaning.known import Known
from .obligation import Assumption, Obligation, Violation
from .setting import CutPointContext, Shared, anything, obligation_of


class Entailment:
    """A certificate that says: the answer follows from other checks, in any position."""

    def __init__(
        self,
        program: Program,
        number: int,
        certificate: Certificate,
        tick: Callable[[], None],
    ) -> None:
        self._program, self._check, self._tick = program, program.checks[number], tick
        self._certificate = certificate
        if certificate.claims or certificate.measure or certificate.loops:
            raise Refused("what holds anywhere needs no claims")
        if self._check.kind in ("ends", "forever", "acts"):
            raise Refused("no such question is answered in any position")

    def obligations(self) -> Iterator[Obligation]:
        """That the goals follow from what the lemmas state."""
        everything = frozenset(variable.name for variable in self._program.variables)
        certificate = replace(self._certificate, followed=everything)
        s = CutPointContext(Shared(Known(self._program)), certificate, (), (), self._tick)
        variables = anything(self._program)
        checks = {check.name: check for check in self._program.checks}
        for lemma in self._certificate.lemmas:
            check = checks.get(lemma.check)
            if check is None or check.kind not in ("never", "always", "reachable"):
                raise Refused("a lemma has to say something of every position")
        assumed = tuple(
            Assumption(cache(partial(s.term, claim, variables, None)), claim)
            for claim in self._shown()
            if not s.meaning.reads(claim.expression).node
        )
        wrong = [
            Violation(
                "the answer follows, wherever play rests",
                cache(partial(s.broken, s.t.true, goal, variables, None)),
            )
            for goal in goals(self._program, self._check)
        ]
        yield obligation_of(s, "any position", assumed, wrong)

    def _shown(self) -> Iterator[Claim]:
        """What the lemmas show of every node: what their checks state, and what they claim at all nodes."""
        known = shown_by(self._program, self._certificate.lemmas)
        points = [CutNode(number) for number in range(len(self._program.nodes))]
        first, *others = (known.get(point, ()) for point in points)
        for claim in first:
            if all(claim in claims for claims in others):
                yield claim
