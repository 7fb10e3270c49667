"""A proof that no play reaches a target, from cut point to cut point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Local
from rulewright.dsl.ir.program import Program

from ..kernel.certificate import Certificate
from ..solvers.metered import Meter, MeteredSolver, OutOfUnits, Tick
from ..solvers.term_solver import TermSolver
from ..symbolic.dependencies import Analysis
from .candidates import repeating
from .cone import cone_of, widened
from .effort import ProofEffort
from .faults import Faults
from .invariants import ExpressionInvariant, conjuncts
from .lemmas import lemmas, reads_of, related
from .obligations import StatePredicate, StepPredicate, Target, target_of
from .over_cone import ConeProof, ProofConfig, ProofFound
from .samples import Sample, sampled

ATTEMPT_SHARE = 0.5
"""No attempt takes more than this share of the units that are left."""
LEMMAS_SHARE = 0.1
"""With this part of the units for a proof by lemmas they are looked for."""
RELATED, WIDENINGS = 2, 2
"""How often more variables are followed: those of related checks, and those that have a say."""


@dataclass(frozen=True, slots=True)
class NoProof:
    """Nothing is known, and why."""

    why: str


Attempt = Callable[[MeteredSolver], ProofFound | None]


class CutpointProof:
    """All attempts to prove one thing."""

    def __init__(
        self,
        analysis: Analysis,
        target: Target,
        asked: MeteredSolver,
        effort: ProofEffort,
        tick: Tick,
        without: frozenset[str] = frozenset(),
    ) -> None:
        """``without``: names of checks on which the proof must not rest, as they rest on it."""
        self._analysis = analysis
        self._asked, self._effort, self._tick = asked, effort, tick
        self._goals = tuple(_goals(analysis.program, target))
        self._without = without | frozenset(repeating(analysis, self._goals))
        self._faults = Faults(analysis, self._goals)
        self._why = "no statement that was tried is kept by every step"

    def run(self) -> ProofFound | NoProof:
        """A proof, if one is found."""
        if not self._goals:
            return NoProof("the question is not about single states")
        try:
            proof = next(filter(None, map(self._in_part, self._attempts())), None)
            return proof or NoProof(self._why)
        except OutOfUnits:
            return NoProof("the units for proofs were spent")
        except RecursionError:
            return NoProof("an expression is nested too deeply for the solver's encoding")

    def _attempts(self) -> Iterator[Attempt]:
        """Quick ones first: sums alone, then lemmas, then values of more and more variables."""
        own, *more = dict.fromkeys(self._related_cones())
        yield partial(self._over, ProofConfig(cone_of(self._analysis, ())))
        yield self._by_lemmas
        for cone in (own, *more):
            yield partial(self._over, ProofConfig(cone, unrolled=True, helpers=True))
        samples = cache(self._samples)
        for cone in dict.fromkeys(self._wider_cones(own)):
            if cone not in (own, *more):
                yield partial(self._over, ProofConfig(cone, unrolled=True, helpers=True))
            yield partial(self._over, ProofConfig(cone, helpers=True))
            yield partial(
                self._over, ProofConfig(cone, unrolled=True, helpers=True, samples=samples)
            )

    def _in_part(self, attempt: Attempt) -> ProofFound | None:
        """A proof, if the attempt finds one in a part of the units that are left."""
        asked = self._asked.part(ATTEMPT_SHARE)
        try:
            proof = attempt(asked)
            self._why = asked.why or self._why
        except OutOfUnits:
            self._why = "the units for proofs were spent"
            return None
        return proof

    def _over(self, config: ProofConfig, asked: MeteredSolver) -> ProofFound | None:
        return ConeProof(self._analysis, self._goals, self._faults, config, asked).run()

    def _by_lemmas(self, asked: MeteredSolver) -> ProofFound | None:
        """A proof of checks from which the goals follow, each by itself."""
        looking = asked.part(LEMMAS_SHARE)
        found = lemmas(self._analysis, self._goals, looking, self._without)
        if found is None:
            return None
        certificates: list[Certificate] = []
        reasons = [] if found else ["it is so in any position"]
        for check in found:
            target = target_of(check)
            assert target is not None
            part = asked.part(1 if check == found[-1] else ATTEMPT_SHARE)
            attempt = CutpointProof(
                self._analysis, target, part, self._effort, self._tick, self._without
            )
            match attempt.run():
                case ProofFound(why, certificate):
                    certificates.append(replace(certificate, check=check.name))
                    reasons += (f"check {check.name}", *why)
                case NoProof():
                    return None
        certificate = Certificate("", anywhere=True, lemmas=tuple(certificates))
        return ProofFound(tuple(dict.fromkeys(reasons)), certificate)

    def _related_cones(self) -> Iterator[frozenset[str]]:
        """The variables of the goals, then those of related checks too."""
        reads = reads_of(self._analysis, self._goals)
        yield cone_of(self._analysis, reads)
        for _ in range(RELATED):
            checks = related(self._analysis, reads, self._without)
            reads = reads.union(*(self._analysis.needs.of(c.property).variables for c in checks))
            yield cone_of(self._analysis, reads)

    def _wider_cones(self, cone: frozenset[str]) -> Iterator[frozenset[str]]:
        """The cone, then what has a say in its variables too."""
        yield cone
        for _ in range(WIDENINGS):
            cone = widened(self._analysis, cone)
            yield cone

    def _samples(self) -> Sequence[Sample]:
        return sampled(self._analysis.program, self._effort, self._tick)


def _goals(program: Program, target: Target) -> Iterator[ExpressionInvariant]:
    """What has to hold wherever play rests, so that the target is never reached."""
    match target:
        case StatePredicate(property_):
            yield from conjuncts(ExpressionInvariant(property_, False, ""))
        case StepPredicate(property_, player):
            for p in range(ty.size(program.players)):
                bound = ((Local(player, program.players), p),)
                yield from conjuncts(ExpressionInvariant(property_, False, "", bound))


def prove_by_cutpoints(
    program: Program,
    target: Target,
    effort: ProofEffort,
    tick: Tick = lambda: None,
    *,
    solver: TermSolver | None = None,
) -> ProofFound | NoProof:
    """Try to find out why no play reaches the target. ``tick`` may raise, to end the work."""
    asked = MeteredSolver(Meter(effort.units, tick), effort.question, solver)
    return CutpointProof(Analysis(program), target, asked, effort, tick).run()
