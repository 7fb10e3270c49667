"""Certificates over few variables, with everything that may be claimed about these at every cut point.

The kernel's questions about few variables are small, even about a full box. Which variables are enough is
not known: first those of the question are tried, then those of checks about the same variables, then those
that influence them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Each, Store
from rulewright.dsl.ir.walk import walk

from ...effort.proving import CLAIMING
from ...kernel.certificate import Certificate, Claim, CutBlock, CutPoint
from ...kernel.goals import alternatives, goals, same
from ...kernel.setting import compares_sums
from ...symbolic.analysis.analysis import Analysis
from ..cut_steps import CutPosition, CutStep, PointNumber, nearest, positions_at
from ..cuts import cut_points, fresh_starts, loop_heads
from .candidates import can_stand_at, seen_range
from .cone import cone_of, fed, widened
from .refuted import unrefuted
from .shown.exclusive import exclusive, held_by
from .shown.in_transit import excess, in_transit
from .under_way import chosen_for, still_to_come

Suggested = Callable[[], Sequence[Claim]]


class ConeClaims:
    """Certificates for one check of the program."""

    def __init__(
        self,
        analysis: Analysis,
        number: int,
        stated: Suggested,
        asked: Callable[[CutPoint], Iterable[Claim]],
        steps: Callable[[Sequence[PointNumber]], Sequence[CutStep]],
        evaluated: Callable[[], None],
    ) -> None:
        """What may hold anywhere: ``stated`` by the ruleset; ``asked`` by it along the way, at each point;
        ``steps`` of plays show what may hold where, and hold the numbers that are asked for. ``evaluated`` is called
        for each claim in each position."""
        self._analysis, self._program = analysis, analysis.program
        self._check = self._program.checks[number]
        self._goals = goals(self._program, self._check)
        self._stated, self._asked, self._steps, self._evaluated = stated, asked, steps, evaluated
        self._loops = loop_heads(self._program.blocks)
        self._lasting = frozenset(v.name for v in self._program.variables if v.declared)
        self._scalars = cone_of(analysis, ())

    def certificates(self) -> Iterator[Certificate]:
        """Those about fewer variables first, and among these those that need no plays."""
        sums = [[*self._sums(goal)] for goal in self._goals]
        followed = [s for some in sums for s in some] if all(sums) else []
        exceeding = self._exceeding(followed)
        played = cache(lambda: self._steps([*exceeding.values()]))
        if all(sums):
            # For that, summed variables need not be followed, and loops need not be run through.
            cone = cone_of(self._analysis, ())
            yield replace(self._alike(cone, followed), unrolled=False)
            if exceeding:
                yield from self._in_transit(cone, followed, exceeding, positions_at(played()))
        cones = list(dict.fromkeys(self._cones()))
        if all(sums):
            yield self._under_way(cones[0], followed)
            if self._analysis.reads(*(claim.expression for claim in followed)) & self._visited():
                # What stands at an element before its pass decides what the pass changes.
                everything = frozenset(self._analysis.types)
                yield replace(self._alike(everything, followed), unrolled=False)
        reads = self._analysis.reads(*(goal.expression for goal in self._goals))
        lasting = [v for v in self._program.variables if v.declared]
        places = [v.name for some in held_by(lasting).values() for v in some]
        if reads and reads.issubset(places):
            seen = [position for step in played() for position in (step.before, step.after)]
            apart = [*exclusive(lasting, seen)]
            if apart:
                yield self._alike(cone_of(self._analysis, frozenset(places)), [*apart, *followed])
        positions = positions_at(played())
        stated = self._unrefuted(self._stated_at, positions)
        own, *others = cones
        yield self._certificate(own, stated, frozenset(), {})
        yield self._certificate(own, stated, own & self._lasting, positions)
        asked = self._unrefuted(self._asked_about_more_than_scalars, positions)
        yield self._asked_about(reads, own, stated, asked, positions)
        for cone in others[:1]:
            yield self._certificate(cone, stated, frozenset(), {})
        for cone in others:
            yield self._certificate(cone, stated, cone & self._lasting, positions)
        for cone in others[:1]:
            yield self._asked_about(self._related(reads), cone, stated, asked, positions)

    def _asked_about(
        self,
        variables: frozenset[str],
        cone: frozenset[str],
        stated: Mapping[CutPoint, Sequence[Claim]],
        asked: Mapping[CutPoint, Sequence[Claim]],
        positions: Mapping[CutPoint, Sequence[CutPosition]],
    ) -> Certificate:
        """What is stated and asked about the variables, or about what is remembered until it is stored to
        the cone, such as secret choices; and what plays show of the variables."""
        remembered = widened(self._analysis, cone) - self._lasting - cone
        about, reads = variables | remembered, self._analysis.reads
        claims = {
            point: [c for c in (*some, *asked[point]) if reads(c.expression) & about]
            for point, some in stated.items()
        }
        return self._certificate(cone | remembered, claims, variables, positions)

    def _stated_at(self, point: CutPoint) -> Iterator[Claim]:
        return (c for c in self._stated() if can_stand_at(self._analysis, c, point))

    def _asked_about_more_than_scalars(self, point: CutPoint) -> Iterator[Claim]:
        """What the rules ask along the way, unless it is about scalars of procedures alone."""
        reads = self._analysis.reads
        return (c for c in self._asked(point) if reads(c.expression) - self._scalars)

    def _unrefuted(
        self,
        claims: Callable[[CutPoint], Iterable[Claim]],
        positions: Mapping[CutPoint, Sequence[CutPosition]],
    ) -> Mapping[CutPoint, Sequence[Claim]]:
        """The claims at each point that no position there refutes."""
        anywhere = {point: tuple(claims(point)) for point in cut_points(self._program, self._loops)}
        return dict(unrefuted(self._program, anywhere, positions, self._evaluated))

    def _sums(self, goal: Claim) -> Iterator[Claim]:
        """Comparisons of sums that suffice for a goal."""
        for part in alternatives(goal):
            if compares_sums(self._program, part):
                yield replace(part, summed=True)

    def _alike(self, followed: frozenset[str], claims: Sequence[Claim]) -> Certificate:
        """The same claims everywhere."""
        loops = self._loops | fresh_starts(self._program)
        everywhere = tuple((point, tuple(claims)) for point in cut_points(self._program, loops))
        return Certificate(self._check.name, followed, loops=loops, claims=everywhere)

    def _exceeding(self, sums: Sequence[Claim]) -> Mapping[tuple[int, Claim], PointNumber]:
        """By how much the sides of the equations among the sums differ at each head of a loop."""
        found = (
            ((head, claim), excess(claim, head, f"excess {number} {head}"))
            for number, claim in enumerate(sums)
            for head in sorted(self._loops)
        )
        return {key: exceeds for key, exceeds in found if exceeds is not None}

    def _in_transit(
        self,
        cone: frozenset[str],
        sums: Sequence[Claim],
        exceeding: Mapping[tuple[int, Claim], PointNumber],
        positions: Mapping[CutPoint, Sequence[CutPosition]],
    ) -> Iterator[Certificate]:
        """The sums everywhere, and at the heads of loops together with what is in hand, if they do not hold
        there alone."""
        found = self._alike(cone, sums)
        held: dict[CutPoint, list[Claim]] = {}
        for head in self._loops:
            here = positions.get(CutBlock(head), ())
            for claim in sums:
                exceeds = exceeding.get((head, claim))
                said: Iterable[Claim] = [claim]
                if exceeds is not None and here:
                    said = in_transit(self._program, claim, exceeds, here)
                held.setdefault(CutBlock(head), []).extend(said)
        claims = tuple((point, tuple(held.get(point, said))) for point, said in found.claims)
        if claims != found.claims:
            for followed in (cone, frozenset(self._analysis.types)):
                yield replace(found, claims=claims, followed=followed)

    def _under_way(self, cone: frozenset[str], sums: Sequence[Claim]) -> Certificate:
        """The sums everywhere, and what holds of them while a move or a step is in progress. What goes
        through several elements is left open: each of these steps is about one."""
        about = self._analysis.reads(*(claim.expression for claim in sums)) & self._lasting
        held = [
            (point, claim)
            for point, claim in chosen_for(self._program, self._loops)
            if self._analysis.reads(claim.expression) & about
        ]
        cone = cone.union(self._analysis.reads(*(claim.expression for _, claim in held)))
        found = self._alike(cone, sums)
        here: dict[CutPoint, list[Claim]] = {point: [*claims] for point, claims in found.claims}
        for point, claim in (*held, *still_to_come(self._analysis, self._goals, self._loops)):
            here[point].append(claim)
        claims = tuple((point, tuple(dict.fromkeys(said))) for point, said in here.items())
        return replace(found, claims=claims, widest=CLAIMING.elements)

    def _visited(self) -> frozenset[str]:
        """The maps to which a loop over a set stores at its elements."""
        loops = (s for block in self._program.blocks for s in walk(*block.body))
        return frozenset(
            store.var
            for loop in loops
            if isinstance(loop, Each)
            for store in walk(*loop.body)
            if isinstance(store, Store) and store.key == loop.local
        )

    def _cones(self) -> Iterator[frozenset[str]]:
        reads = self._analysis.reads(*(goal.expression for goal in self._goals))
        own = cone_of(self._analysis, fed(self._analysis, reads))
        yield own
        yield cone_of(self._analysis, self._related(reads))
        yield widened(self._analysis, own)
        yield cone_of(self._analysis, self._related(self._related(reads)))

    def _related(self, variables: frozenset[str]) -> frozenset[str]:
        """The variables, and those of checks about some of them."""
        more = [
            self._analysis.reads(check.property) for check in self._program.checks if check.expected
        ]
        return variables.union(*(reads for reads in more if reads & variables))

    def _certificate(
        self,
        cone: frozenset[str],
        suggested: Mapping[CutPoint, Sequence[Claim]],
        shown: frozenset[str],
        positions: Mapping[CutPoint, Sequence[CutPosition]],
    ) -> Certificate:
        """Everything suggested about the cone, and what the positions show about some of it."""
        near = nearest(self._program, self._loops, positions)
        claims: list[tuple[CutPoint, tuple[Claim, ...]]] = []
        for point, some in suggested.items():
            here = [c for c in some if self._analysis.reads(c.expression) <= cone]
            if isinstance(point, CutBlock):
                here += [g for g in self._goals if not any(same(g, other) for other in here)]
            if positions:
                if point not in positions:
                    here.append(Claim(x.NO))
                here += self._shown(shown, near.get(point, ()))
            possible = (c for c in here if can_stand_at(self._analysis, c, point))
            claims.append((point, tuple(dict.fromkeys(possible))))
        return Certificate(self._check.name, cone, loops=self._loops, claims=tuple(claims))

    def _shown(self, cone: frozenset[str], positions: Sequence[CutPosition]) -> Iterator[Claim]:
        """What holds in all the positions."""
        if not positions:
            return
        for v in self._program.variables:
            if v.name not in cone or v.kind == "scratch":
                continue
            values = [position[v.name] for position in positions]
            yield from seen_range(x.Var(v.name, v.type), values)
            yield from _sizes(x.Var(v.name, v.type), values)


def _sizes(var: x.Var, values: Sequence[ty.Value]) -> Iterator[Claim]:
    """That lists and sets have no more elements than were seen."""
    match var.type:
        case ty.Map(key, ty.List(_, limit) as inner):
            local = x.Local("key", key)
            most = max(_length(one) for value in values for one in _several(value))
            if most < limit:
                few = _few(x.Lookup(var, local, inner), most, limit)
                yield Claim(x.Quantifier("all", local, x.every(key), None, few, ty.Bool()))
        case ty.List(_, limit):
            most = max(map(_length, values))
            if most < limit:
                yield Claim(_few(var, most, limit))
        case ty.Set() as t:
            if not any(values):
                yield Claim(x.Compare("==", var, x.Const(0, t)))


def _few(e: x.Expr, most: int, limit: int) -> x.Expr:
    size = x.Size(e, ty.Int(0, limit))
    return x.Compare("<=", size, x.Const(most, ty.Int(most, most)))


def _several(value: ty.Value) -> tuple[ty.Value, ...]:
    assert isinstance(value, tuple)
    return value


def _length(value: ty.Value) -> int:
    return len(_several(value))
