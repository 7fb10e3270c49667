"""What has to be shown of a certificate that says: this is so in any position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial

from rulewright.dsl.ir.program import Program

from .certificate import Certificate
from .goals import Refused, goals
from .known import Known
from .obligation import Assumption, Obligation, Violation
from .setting import Setting, Shared, obligation_of


class Anywhere:
    """A certificate that says: what is asked follows from other checks, in any position."""

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
        """That the goals follow from what the lemmas say."""
        everything = frozenset(variable.name for variable in self._program.variables)
        certificate = replace(self._certificate, followed=everything)
        s = Setting(Shared(Known(self._program)), certificate, (), (), self._tick)
        variables = s.anything()
        checks = {check.name: check for check in self._program.checks}
        names = [lemma.check for lemma in self._certificate.lemmas]
        assumed: list[Assumption] = []
        for name in names:
            check = checks.get(name)
            if check is None or check.kind not in ("never", "always", "reachable"):
                raise Refused("a lemma has to say something of every position")
            known = goals(self._program, check)
            assumed += [Assumption(cache(partial(s.term, goal, variables, None))) for goal in known]
        wrong = [
            Violation(
                "the answer follows, wherever play rests",
                cache(partial(s.broken, s.t.true, goal, variables, None)),
            )
            for goal in goals(self._program, self._check)
        ]
        yield obligation_of(s, "any position", tuple(assumed), wrong)
