"""What may hold where plays are cut: what the ruleset states and asks, and what random plays show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Branch
from rulewright.dsl.ir.fold import constants
from rulewright.dsl.ir.walk import free_locals

from ...effort.proving import PRICES, PROVING, ProofEffort, SampleSize
from ...kernel.certificate import Claim, CutNode, CutPoint
from ...limits import Tick
from ...properties.registry import is_deadlock
from ...solvers.queries.metered import Meter, OutOfUnits
from ...symbolic.analysis.analysis import Analysis
from ..cut_steps import CutPosition, CutStep, PointNumber, cut_steps, positions_at
from ..cuts import cut_points, loop_heads
from ..features import choices, computed
from ..obligations import goals_of
from .candidates import ClaimCandidates, can_stand_at, ranges, stated
from .chosen_secretly import chosen_secretly
from .conservation import conserved
from .gone_through import gone_through
from .last_branches import last_branches
from .refuted import unrefuted
from .samples import Sample, sampled
from .shown.affine import affine
from .shown.bounds import bounds
from .shown.constant_entries import constant_entries
from .shown.equalities import NamedTerm, equalities, named_terms
from .shown.exclusive import exclusive


class Suggestions:
    """Candidates for the certificate of one check, from few to many; each is worked out when asked for."""

    def __init__(
        self,
        analysis: Analysis,
        number: int,
        effort: ProofEffort,
        meter: Meter,
        tick: Tick,
        cuts: frozenset[int] = frozenset(),
    ) -> None:
        """``number``: the check's. Whatever is tried in a position counts on the ``meter``, so that all
        methods may raise OutOfUnits; ``tick`` is called as plays go on. ``cuts``: blocks at which plays are
        cut, beside the heads of loops."""
        self._cuts = cuts
        self._analysis, self._program = analysis, analysis.program
        self._check = self._program.checks[number]
        self._effort, self._meter, self._tick = effort, meter, tick

    @cached_property
    def loops(self) -> frozenset[int]:
        """The blocks at which plays are cut: the heads of loops among them."""
        return self._cuts | loop_heads(self._program.blocks)

    @cached_property
    def anywhere(self) -> tuple[Claim, ...]:
        """What the checks and the supplies state about every position."""
        found = (
            *_parts_of_the_answer(goals_of(self._program, self._check)),
            *stated(self._analysis),
            *conserved(self._program),
        )
        return tuple(dict.fromkeys(found))

    def asked_at(self, point: CutPoint) -> Iterator[Claim]:
        """What the rules ask on their way to a decision, and its negation, as far as it can stand at the
        point; that it holds for a part of the values of a loop around the point; and what was asked of
        secret choices that are still to be carried out."""
        yield from (c for c in self._conditions if can_stand_at(self._analysis, c, point))
        yield from self._of_several.get(point, ())

    @cached_property
    def few(self) -> Sequence[tuple[CutPoint, tuple[Claim, ...]]]:
        """What the checks state, and that what no random play reached is never reached."""
        anywhere, seen = self.anywhere, self._visited
        candidates = {
            point: (
                *(c for c in anywhere if can_stand_at(self._analysis, c, point)),
                *(() if point in seen else (Claim(x.NO),)),
            )
            for point in cut_points(self._program, self.loops)
        }
        return tuple(unrefuted(self._program, candidates, seen, self._evaluated))

    def asked_about(self, variables: frozenset[str]) -> ClaimCandidates:
        """Nothing but what the rules ask along the way about some of the variables."""
        reads = self._analysis.reads
        candidates = {
            point: [c for c in self.asked_at(point) if reads(c.expression) & variables]
            for point in cut_points(self._program, self.loops)
        }
        return unrefuted(self._program, candidates, self._visited, self._evaluated)

    def with_values(self) -> ClaimCandidates:
        """Also that variables have one of the values that random plays showed."""
        return ((point, (*claims, *self._ranges(point))) for point, claims in self.few)

    def affine(self, cone: frozenset[str] | None = None) -> ClaimCandidates:
        """Also what plays show: that nothing is in two places, equations between amounts, and conditions
        that the rules ask along the way and that always hold.

        ``cone``: only places among these variables are considered.
        """
        seen = self._seen
        declared = [v for v in self._program.variables if v.declared]
        lasting = [v for v in declared if cone is None or v.name in cone]
        apart = tuple(exclusive(lasting, [p for some in seen.values() for p in some]))
        everywhere = {point: (*claims, *apart, *self.asked_at(point)) for point, claims in self.few}
        for point, claims in unrefuted(self._program, everywhere, seen, self._evaluated):
            here = seen.get(point, ())
            numbers = [n for n in self._choices if n.point == point]
            shown = (
                *equalities(self._terms, here),
                *constant_entries(lasting, here),
                *affine(self._program, here, numbers),
            )
            yield point, (*claims, *shown)

    def many(self) -> ClaimCandidates:
        """Also what the rules ask along the way, and the values that random plays showed."""
        for point, claims in self.few:
            yield point, (*claims, *self.asked_at(point), *self._ranges(point))

    def bounded(self) -> ClaimCandidates:
        """Also between which numbers amounts lie in plays; and what was asked last before a decision, where
        it is asked whether somebody can act."""
        points = cut_points(self._program, self.loops)
        numbers = [*computed(self._program, points)]
        seen = positions_at(self.steps(PROVING.bounds, numbers))
        last = dict(last_branches(self._program)) if is_deadlock(self._check) else {}
        for point, claims in self.few:
            here = [n for n in numbers if n.point == point]
            amounts = bounds(self._program, seen.get(point, ()), here)
            yield point, (*claims, *last.get(point, ()), *amounts)

    def steps(self, plays: SampleSize, observed: Sequence[PointNumber] = ()) -> Sequence[CutStep]:
        """What plays do; nothing if they take too long, as in a loop without a decision."""
        with suppress(OutOfUnits):
            meter = self._meter.part(PROVING.playing)
            found = cut_steps(self._program, self.loops, plays, meter, observed=observed)
            return found or ()
        return ()

    @cached_property
    def _conditions(self) -> tuple[Claim, ...]:
        branches = (b.terminator for b in self._program.blocks if isinstance(b.terminator, Branch))
        asked = (b.condition for b in branches if not free_locals(b.condition))
        return tuple(dict.fromkeys(Claim(c, holds) for c in asked for holds in (True, False)))

    @cached_property
    def _of_several(self) -> Mapping[CutPoint, Sequence[Claim]]:
        found: dict[CutPoint, dict[Claim, None]] = {}
        for point, claim in (
            *gone_through(self._analysis, self.loops),
            *chosen_secretly(self._program, self.loops),
        ):
            if can_stand_at(self._analysis, claim, point):
                found.setdefault(point, {})[claim] = None
        return {point: (*claims,) for point, claims in found.items()}

    @cached_property
    def _seen(self) -> Mapping[CutPoint, Sequence[CutPosition]]:
        """The positions in which equations are looked for."""
        return positions_at(self.steps(PROVING.equations, self._choices))

    @cached_property
    def _terms(self) -> Sequence[NamedTerm]:
        """What equations are looked for between."""
        return named_terms(self._program)

    @cached_property
    def _choices(self) -> Sequence[PointNumber]:
        """How many choices there are, if it is asked whether there is one."""
        return (*choices(self._program),) if is_deadlock(self._check) else ()

    @cached_property
    def _visited(self) -> Mapping[CutPoint, Sequence[CutPosition]]:
        seen: dict[CutPoint, list[CutPosition]] = {}
        for sample in self._samples:
            seen.setdefault(CutNode(sample.node), []).append(sample.values)
        return seen

    @cached_property
    def _samples(self) -> Sequence[Sample]:
        return sampled(self._program, self._effort, self._tick)

    @cached_property
    def _evaluated(self) -> Tick:
        return self._meter.ticking(PRICES.evaluated)

    def _ranges(self, point: CutPoint) -> Iterator[Claim]:
        here = [s for s in self._samples if isinstance(point, CutNode) and s.node == point.node]
        return ranges(self._program, here)


def _parts_of_the_answer(goals: Iterable[Claim]) -> Iterator[Claim]:
    """Claims stronger than the answer: one part of an ``or``."""
    for goal in goals:
        e = goal.expression
        if isinstance(e, x.Or if goal.holds else x.And):
            yield from (replace(goal, expression=part) for part in e.args)
        elif isinstance(e, x.Quantifier) and e.kind == ("some" if goal.holds else "all"):
            yield from _each(goal, e)


def _each(goal: Claim, e: x.Quantifier) -> Iterator[Claim]:
    if isinstance(e.over, x.Const) and e.body is not None and e.where is None:
        assert isinstance(e.over.type, ty.Set)
        assert isinstance(e.over.value, int)
        for constant in constants(e.over.type.element, e.over.value):
            assert isinstance(constant.value, int)
            bound = (*goal.bound, (e.var, int(constant.value)))
            yield replace(goal, expression=e.body, bound=bound)
