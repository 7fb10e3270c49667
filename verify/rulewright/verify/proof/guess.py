"""Guesses why no play does what a check looks for: certificates, the cheap ones first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.code import Branch
from rulewright.dsl.ir.fold import constants
from rulewright.dsl.ir.program import Chance, Program
from rulewright.dsl.ir.walk import free_locals

from ..effort.proving import PRICES, PROVING, ProofEffort, SampleSize
from ..kernel.certificate import Certificate, Claim, CutPoint
from ..kernel.goals import goals, same
from ..limits import Tick
from ..properties.registry import is_deadlock, is_termination
from ..recursion import deep_recursion
from ..solvers.queries.metered import Meter, MeteredSolver, OutOfUnits
from ..symbolic.analysis.analysis import Analysis
from .claims.affine import affine
from .claims.candidates import can_stand_at, ranges, stated
from .claims.cone import cone_of, fed, widened
from .claims.cone_claims import ConeClaims
from .claims.conservation import conserved
from .claims.equalities import equalities
from .claims.exclusive import exclusive
from .claims.last_branches import last_branches
from .claims.refuted import unrefuted
from .claims.samples import Sample, sampled
from .cut_steps import CutPosition, CutStep, PointNumber, cut_steps, positions_at
from .cuts import cut_points, loop_heads
from .entailment import in_any_position, of_every_position
from .features import choices
from .inductive_subset import inductive_subset
from .measures.termination import termination
from .obligations import goals_of, target_of
from .wide import pairs_of_places, read_by_wide_looks


@dataclass(frozen=True, slots=True)
class NoGuess:
    """Nothing was found, and why."""

    why: str


@deep_recursion()
def guess(
    program: Program,
    number: int,
    effort: ProofEffort,
    tick: Tick = lambda: None,
    known: Sequence[Certificate] = (),
) -> Certificate | NoGuess:
    """A certificate for a check that the kernel may accept; the same inputs give the same one.

    ``tick`` is called now and then and may raise, to end the work. ``known``: certificates for other checks
    of the program that were accepted; what they show may be used.
    """
    check = program.checks[number]
    if target_of(check) is None and not is_termination(check):
        return NoGuess("no prover answers such a question")
    meter = Meter(effort.units, tick)
    try:
        found = _Guesses(program, number, effort, meter, tick, known).find()
    except OutOfUnits:
        return NoGuess("the units for proofs were spent")
    except RecursionError:
        return NoGuess("an expression is nested too deeply")
    return found or NoGuess("no claim that was tried is strong enough")


_Candidates = Iterable[tuple[CutPoint, tuple[Claim, ...]]]
"""What may be claimed at each cut point: the nodes, and the heads of the loops."""


class _Guesses:
    """Looks for claims that all ways keep: first without any, finally with everything that the ruleset
    suggests."""

    def __init__(
        self,
        program: Program,
        number: int,
        effort: ProofEffort,
        meter: Meter,
        tick: Tick,
        known: Sequence[Certificate],
    ) -> None:
        self._program, self._number = program, number
        self._check = program.checks[number]
        self._effort, self._meter, self._tick = effort, meter, tick
        self._known = tuple(k for k in known if k.check != self._check.name)
        self._asked = MeteredSolver(meter, effort.question)
        self._analysis = Analysis(program)
        self._wide = {
            widest: read_by_wide_looks(self._analysis, widest)
            for widest in (PROVING.few, max(PROVING.few, pairs_of_places(program)))
        }

    def find(self) -> Certificate | None:
        """A certificate, if one is found. Raises OutOfUnits."""
        if is_termination(self._check):
            return self._every_play_ends()
        if not is_deadlock(self._check):
            found = (
                self._in_any_position()
                or self._said_by_a_proof()
                or self._by_values_that_were_seen()
                or self._over_few_variables()
            )
            if found is not None:
                return found
        everything = frozenset(self._analysis.types)
        bare = Certificate(self._check.name, everything, loops=self._loops)
        found = self._subset(bare)
        if found is None and is_deadlock(self._check):
            # Where somebody decides, all that needs to be known is often why play came there.
            found = self._subset(replace(bare, claims=tuple(last_branches(self._program))))
        if found is not None:
            return found
        if self._known:
            bare = replace(bare, lemmas=self._known)
            found = self._subset(bare)
            if found is not None:
                return found

        def with_all(tried: Callable[[], _Candidates]) -> Certificate | None:
            return self._subset(replace(bare, claims=tuple(tried())))

        return (
            with_all(lambda: self._few)
            or self._shown_over_few_variables(bare)
            or with_all(self._affine)
            or with_all(self._many)
        )

    def _in_any_position(self) -> Certificate | None:
        # There are few questions, so each may use all units.
        meter = self._meter.part(PROVING.anywhere)
        asked = MeteredSolver(meter, max(1, meter.left))
        tick = meter.ticking(PRICES.built)
        with suppress(OutOfUnits):
            return in_any_position(self._program, self._number, self._known, asked, tick)
        return None

    def _said_by_a_proof(self) -> Certificate | None:
        """What a proof of another check rests on may answer this one, for the same reasons."""
        answer = goals(self._program, self._check)
        nodes = cut_points(self._program, ())
        checks = {check.name: check for check in self._program.checks}
        for other in self._known:
            claimed = dict(other.claims)
            if of_every_position(checks[other.check]) and all(
                any(same(c, a) for c in claimed.get(p, ())) for p in nodes for a in answer
            ):
                # What it shows itself it need not claim where play rests.
                shown = goals(self._program, checks[other.check])
                for point in nodes:
                    claimed[point] = tuple(dict.fromkeys((*claimed[point], *shown)))
                made = replace(other, check=self._check.name, claims=tuple(claimed.items()))
                found = self._in_part(made, PROVING.cone)
                if found is not None:
                    return found
        return None

    def _by_values_that_were_seen(self) -> Certificate | None:
        """That what influences the question has one of the values that plays showed, and what the checks
        state about it.

        Only with little effort: with more, this is tried in its turn, and plays take time.
        """
        if self._effort.units >= PROVING.little:
            return None
        asked = fed(self._analysis, self._asked_about())
        for variables in (asked, widened(self._analysis, asked)):
            cone = cone_of(self._analysis, variables)
            seen = (
                (point, (*some, *ranges(self._program, self._samples_at(point))))
                for point, some in self._few
            )
            claims = self._about(cone, seen)
            made = Certificate(self._check.name, cone, loops=self._loops, claims=claims)
            found = self._narrow(made) or self._in_part(made, PROVING.values)
            if found is not None:
                return found
        return None

    def _samples_at(self, point: CutPoint) -> Sequence[Sample]:
        return [s for s in self._samples if point.kind == "node" and s.node == point.node]

    def _over_few_variables(self) -> Certificate | None:
        made = ConeClaims(
            self._analysis,
            self._number,
            cache(lambda: tuple(dict.fromkeys(self._anywhere()))),
            lambda: self._conditions,
            lambda: self._steps(PROVING.loops),
            self._meter.ticking(PRICES.evaluated),
        )
        for certificate in made.certificates():
            narrow = None if certificate.widest else self._narrow(certificate)
            found = narrow or self._in_part(certificate, PROVING.cone)
            if found is not None:
                return found
        return None

    def _shown_over_few_variables(self, bare: Certificate) -> Certificate | None:
        """What plays show of the variables of the question, and of no others."""
        asked = self._asked_about()
        # What is taken from a supply was nowhere else before.
        from_there = {s.variable for s in self._program.supplies if asked.intersection(s.places)}
        cone = cone_of(self._analysis, fed(self._analysis, asked | from_there))
        claims = self._about(cone, self._affine(cone))
        return self._in_part(replace(bare, followed=cone, claims=claims), PROVING.shown)

    def _about(
        self, cone: frozenset[str], candidates: _Candidates
    ) -> tuple[tuple[CutPoint, tuple[Claim, ...]], ...]:
        """The candidates that read only the cone."""
        reads = self._analysis.reads
        return tuple(
            (point, tuple(c for c in some if reads(c.expression) <= cone))
            for point, some in candidates
        )

    def _asked_about(self) -> frozenset[str]:
        """The variables that the answer reads; whether somebody can act reads those of all options."""
        if not is_deadlock(self._check):
            asked = [goal.expression for goal in goals_of(self._program, self._check)]
        else:
            options = [o for node in self._program.nodes for o in choices_of(node)]
            asked = [o.weight if isinstance(o, Chance) else o.guard for o in options]
            asked += [p.over for o in options for p in parameters_of(o)]
        return self._analysis.reads(*asked)

    def _narrow(self, certificate: Certificate) -> Certificate | None:
        """The same with few expressions over many elements: if there are any, they cost the most."""
        for widest, looks in self._wide.items():
            if any(variables <= certificate.followed for variables in looks):
                found = self._in_part(replace(certificate, widest=widest), PROVING.narrow)
                if found is not None:
                    return found
        return None

    def _in_part(self, certificate: Certificate, share: float) -> Certificate | None:
        asked = self._asked.part(share)
        tick = asked.meter.ticking(PRICES.built)
        with suppress(OutOfUnits):
            return inductive_subset(self._program, self._number, certificate, asked, tick)
        return None

    def _anywhere(self) -> Iterator[Claim]:
        """What the checks and the supplies state about every position."""
        yield from self._parts_of_the_answer()
        yield from stated(self._analysis)
        yield from conserved(self._program)

    def _every_play_ends(self) -> Certificate | None:
        return termination(
            self._program,
            self._number,
            self._meter,
            self._subset,
            (lambda: last_branches(self._program), lambda: self._few, self._many),
        )

    def _subset(self, certificate: Certificate) -> Certificate | None:
        found = self._narrow(certificate)
        if found is not None:
            return found
        tick = self._meter.ticking(PRICES.built)
        return inductive_subset(self._program, self._number, certificate, self._asked, tick)

    # --- candidates ---------------------------------------------------------------------------

    @cached_property
    def _loops(self) -> frozenset[int]:
        return loop_heads(self._program.blocks)

    @cached_property
    def _few(self) -> Sequence[tuple[CutPoint, tuple[Claim, ...]]]:
        """What the checks state, and that what no random play reached is never reached."""
        stated = tuple(dict.fromkeys(self._anywhere()))
        seen: dict[CutPoint, list[CutPosition]] = {}
        for sample in self._samples:
            seen.setdefault(CutPoint("node", sample.node), []).append(sample.values)
        candidates = {
            point: (
                *(c for c in stated if can_stand_at(self._analysis, c, point)),
                *(() if point in seen else (Claim(x.NO),)),
            )
            for point in cut_points(self._program, self._loops)
        }
        ticking = self._meter.ticking(PRICES.evaluated)
        return tuple(unrefuted(self._program, candidates, seen, ticking))

    def _affine(self, cone: frozenset[str] | None = None) -> _Candidates:
        """Also what plays show: that nothing is in two places, equations between amounts, and conditions
        that the rules ask along the way and that always hold.

        ``cone``: only places among these variables are considered.
        """
        seen = self._seen
        declared = [v for v in self._program.variables if v.declared]
        lasting = [v for v in declared if cone is None or v.name in cone]
        apart = tuple(exclusive(lasting, [p for some in seen.values() for p in some]))
        evaluated = self._meter.ticking(PRICES.evaluated)
        anywhere = {
            point: (*claims, *apart, *self._asked_on_the_way(point)) for point, claims in self._few
        }
        for point, claims in unrefuted(self._program, anywhere, seen, evaluated):
            here = seen.get(point, ())
            numbers = [n for n in self._choices if n.point == point]
            shown = (*equalities(self._program, here), *affine(self._program, here, numbers))
            yield point, (*claims, *shown)

    def _many(self) -> _Candidates:
        """Also what the rules ask along the way, and the values that random plays showed."""
        for point, claims in self._few:
            here = self._samples_at(point)
            asked = self._asked_on_the_way(point)
            yield point, (*claims, *asked, *ranges(self._program, here))

    def _asked_on_the_way(self, point: CutPoint) -> Iterator[Claim]:
        return (c for c in self._conditions if can_stand_at(self._analysis, c, point))

    def _parts_of_the_answer(self) -> Iterator[Claim]:
        """Claims stronger than the answer: one part of an ``or``."""
        for goal in goals_of(self._program, self._check):
            e = goal.expression
            if isinstance(e, x.Or if goal.holds else x.And):
                yield from (replace(goal, expression=part) for part in e.args)
            elif isinstance(e, x.Quantifier) and e.kind == ("some" if goal.holds else "all"):
                yield from self._each(goal, e)

    def _each(self, goal: Claim, e: x.Quantifier) -> Iterator[Claim]:
        if isinstance(e.over, x.Const) and e.body is not None and e.where is None:
            assert isinstance(e.over.type, ty.Set)
            assert isinstance(e.over.value, int)
            for constant in constants(e.over.type.element, e.over.value):
                assert isinstance(constant.value, int)
                bound = (*goal.bound, (e.var, int(constant.value)))
                yield replace(goal, expression=e.body, bound=bound)

    @cached_property
    def _conditions(self) -> tuple[Claim, ...]:
        """What the rules ask on their way to a decision, and its negation."""
        branches = (b.terminator for b in self._program.blocks if isinstance(b.terminator, Branch))
        asked = (b.condition for b in branches if not free_locals(b.condition))
        return tuple(dict.fromkeys(Claim(c, holds) for c in asked for holds in (True, False)))

    @cached_property
    def _seen(self) -> Mapping[CutPoint, Sequence[CutPosition]]:
        """The positions in which equations are looked for."""
        return positions_at(self._steps(PROVING.equations, self._choices))

    @cached_property
    def _choices(self) -> Sequence[PointNumber]:
        """How many choices there are, if it is asked whether there is one."""
        return (*choices(self._program),) if is_deadlock(self._check) else ()

    def _steps(self, plays: SampleSize, observed: Sequence[PointNumber] = ()) -> Sequence[CutStep]:
        """What plays do; nothing if they take too long, as in a loop without a decision."""
        with suppress(OutOfUnits):
            meter = self._meter.part(PROVING.playing)
            found = cut_steps(self._program, self._loops, plays, meter, observed=observed)
            return found or ()
        return ()

    @cached_property
    def _samples(self) -> list[Sample]:
        return sampled(self._program, self._effort, self._tick)
