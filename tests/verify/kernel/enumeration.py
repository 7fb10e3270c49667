"""What the kernel decides, decided by trying everything: all values at every place where plays are cut.

A certificate that follows all variables and runs through all loops has to be accepted if, and only
if, no values break it. If some is left open, less may be accepted, and never more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from math import prod
from random import Random
from typing import NamedTuple

from tests.reference_eval import Position, Reference, evaluate
from tests.reference_eval.meaning import FaultHappened, Scope, execute, restore
from tests.reference_eval.play import parameters_of

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Branch, Goto, Stop
from rulewright.dsl.ir.program import Chance, Decision, Program
from rulewright.dsl.ir.walk import walk
from rulewright.verify.kernel.certificate import Certificate, Claim, CutBlock, CutNode, CutPoint
from rulewright.verify.kernel.goals import goals
from rulewright.verify.proof.cuts import loop_heads

Values = tuple[ty.Value, ...]
"""The values of all variables, in the program's order."""

Wanted = Callable[[CutPoint | None, int | None, CutPoint], Iterator[Claim]]
"""What has to be so at the end of a way: from where it begins, who chose, and where it leads."""

MOST = 700
"""Where there are more values than that, so many are drawn, and nothing is sure any more."""


def every(t: ty.Type) -> Sequence[ty.Value]:
    """All values of a type."""
    match t:
        case ty.Bool():
            return (False, True)
        case ty.Set(element):
            return range(1 << ty.size(element))
        case ty.Map(key, inner):
            return list(product(every(inner), repeat=ty.size(key)))
        case ty.List(element, limit):
            rows = (product(every(element), repeat=n) for n in range(limit + 1))
            return [row for some in rows for row in some]
        case _:
            lo, hi = ty.bounds(t)
            return range(lo, hi + 1)


class End(NamedTuple):
    """Where a way leads: to a cut point, or to a fault (then the values are those it had there)."""

    point: CutPoint
    values: Values
    fault: bool


class Way(NamedTuple):
    """From some values, by one choice of ``actor`` (None: of nobody, or of chance) to an end."""

    begin: Values
    actor: int | None
    end: End


@dataclass(frozen=True)
class Broken:
    """What breaks a certificate, in words for whoever reads a failing test."""

    why: str
    begin: CutPoint | None
    values: Values


class Enumeration:
    """All ways of one program between its cut points."""

    def __init__(self, program: Program, seed: int = 0, most: int = MOST) -> None:
        """``most``: so many values are looked at for each cut point."""
        self.program, self._most = program, most
        self.complete = True
        """Whether all values are there, not only some that were drawn."""
        self.loops = loop_heads(program.blocks)
        self.points = [
            *(
                CutNode(i)
                for i, node in enumerate(program.nodes)
                if isinstance(node, Decision | Chance)
            ),
            *(CutBlock(block) for block in sorted(self.loops)),
        ]
        self._reference = Reference(program)
        self._truths: dict[tuple[Claim, CutPoint, Values], bool] = {}
        self._random = Random(seed)
        self.states = {point: self._states(point) for point in self.points}
        self.ways = {point: list(self._ways(point)) for point in self.points}

    # --- ways ---------------------------------------------------------------------------------

    def _states(self, point: CutPoint) -> list[Values]:
        kinds: list[Sequence[ty.Value]] = []
        for v in self.program.variables:
            node = point.node
            fixed = node is not None and (
                v.kind == "scratch" or v.name in self.program.resets[node].variables
            )
            kinds.append((ty.default(v.type),) if fixed else every(v.type))
        if prod(map(len, kinds)) <= self._most:
            return list(product(*kinds))
        self.complete = False
        drawn = [tuple(self._random.choice(kind) for kind in kinds) for _ in range(self._most // 2)]
        return list(dict.fromkeys([*drawn, *islice(self._reached.get(point, ()), self._most // 2)]))

    @cached_property
    def _reached(self) -> dict[CutPoint, list[Values]]:
        """Some values that play comes to."""
        found: dict[CutPoint, list[Values]] = {}
        waiting = [(end.point, end.values) for end in self._run(self.program.entry, self.initial)]
        known = set(waiting)
        for point, values in waiting:
            found.setdefault(point, []).append(values)
            if len(known) > self._most:
                break
            for way in self._from(point, values):
                after = way.end.point, way.end.values
                if not way.end.fault and after not in known:
                    known.add(after)
                    waiting.append(after)
        return found

    @property
    def initial(self) -> Values:
        """What the variables hold before anything was done."""
        return tuple(v.initial for v in self.program.variables)

    def _ways(self, point: CutPoint) -> Iterator[Way]:
        for values in self.states[point]:
            yield from self._from(point, values)

    def _from(self, point: CutPoint, values: Values) -> Iterator[Way]:
        if point.node is None:
            for end in self._run(point.number, values):
                yield Way(values, None, end)
            return
        node = self.program.nodes[point.number]
        if not isinstance(node, Decision | Chance):
            return
        position = self._position(point.node, values)
        scope = self._reference.scope(position)
        actor = self._actor(point, values)
        for index, args in self._reference.legal(position):
            option = node if isinstance(node, Chance) else node.choices[index]
            held = dict(scope.values)
            for p, v in zip(parameters_of(option), args, strict=True):
                held[p.variable] = restore(p.type, v)
            for end in self._run(option.block, tuple(held.values())):
                yield Way(values, actor, end)

    def _actor(self, point: CutPoint, values: Values) -> int | None:
        """Who decides there; None where chance does."""
        assert point.node is not None
        node = self.program.nodes[point.node]
        if not isinstance(node, Decision):
            return None
        scope = self._reference.scope(self._position(point.node, values))
        return int(evaluate(node.player, scope))

    def _position(self, node: int, values: Values) -> Position:
        pairs = zip(self.program.variables, values, strict=True)
        return Position(node, tuple(v for of, v in pairs if of.kind != "scratch"))

    def _run(self, block: int, values: Values) -> Iterator[End]:
        """From the beginning of a block to the next cut point; that it is one itself is no end."""
        held = dict(zip((v.name for v in self.program.variables), values, strict=True))
        first = True
        while first or block not in self.loops:
            first = False
            here = self.program.blocks[block]
            try:
                after = execute(here.body, Scope(self.program, held, {}))
            except FaultHappened as fault:
                yield End(CutNode(fault.number), tuple(held.values()), True)
                return
            match here.terminator:
                case Stop(node):
                    rested = self.resting(node, tuple(held.values()))
                    yield End(CutNode(node), rested, False)
                    return
                case Goto(block, _):
                    pass
                case Branch(condition, then, otherwise):
                    block = then if evaluate(condition, after) else otherwise
        yield End(CutBlock(block), tuple(held.values()), False)

    def resting(self, node: int, values: Values) -> Values:
        """What is left of values where play rests at a node."""
        gone = self.program.resets[node].variables
        return tuple(
            ty.default(of.type) if of.kind == "scratch" or of.name in gone else v
            for of, v in zip(self.program.variables, values, strict=True)
        )

    # --- certificates -------------------------------------------------------------------------

    def true(self, claim: Claim, point: CutPoint, values: Values) -> bool:
        """Whether a claim is so."""
        key = claim, point, values
        found = self._truths.get(key)
        if found is None:
            names = (v.name for v in self.program.variables)
            locals_ = {local.name: restore(local.type, v) for local, v in claim.bound}
            scope = Scope(self.program, dict(zip(names, values, strict=True)), locals_, point.node)
            found = bool(evaluate(claim.expression, scope)) == claim.holds
            self._truths[key] = found
        return found

    def broken(self, number: int, certificate: Certificate) -> Iterator[Broken]:
        """Everything that breaks a certificate for a check, its lemmas and measure left out."""
        check = self.program.checks[number]
        claims = dict(certificate.claims)
        due = () if check.kind in ("acts", "ends") else goals(self.program, check)
        by_player = check.kind in ("never_by", "some_by")
        always = () if by_player else due

        def assumed(point: CutPoint) -> Sequence[Claim]:
            return (*claims.get(point, ()), *(always if isinstance(point, CutNode) else ()))

        def fit(point: CutPoint) -> set[Values]:
            found = assumed(point)
            return {v for v in self.states[point] if all(self.true(c, point, v) for c in found)}

        def wanted(begin: CutPoint | None, actor: int | None, point: CutPoint) -> Iterator[Claim]:
            yield from claims.get(point, ())
            if isinstance(point, CutNode) and not by_player:
                yield from due
            elif isinstance(point, CutNode) and begin is not None:
                for goal in due:
                    mine = isinstance(begin, CutBlock) or actor == goal.bound[0][1]
                    if mine:
                        yield goal

        fitting = {point: fit(point) for point in self.points}
        for end in self._run(self.program.entry, self.initial):
            where = end.point
            values = self.resting(where.number, self.initial) if end.fault else end.values
            for claim in wanted(None, None, where):
                if not self.true(claim, where, values):
                    yield Broken("at the beginning", None, values)
        for point in self.points:
            if check.kind == "acts" and isinstance(point, CutNode):
                acted = {way.begin for way in self.ways[point]}
                for values in fitting[point] - acted:
                    yield Broken("nobody can act", point, values)
            faults: set[int] = set()
            for way in self.ways[point]:
                if way.begin not in fitting[point]:
                    continue
                where, values = way.end.point, way.end.values
                if way.end.fault and isinstance(point, CutBlock):
                    faults.add(where.number)
                    continue
                if way.end.fault:
                    values = self.resting(where.number, way.begin)
                for claim in wanted(point, way.actor, where):
                    if not self.true(claim, where, values):
                        yield Broken("on a way", point, way.begin)
                if check.kind == "ends" and not self._falls(certificate, point, way):
                    yield Broken("the measure does not fall", point, way.begin)
            for fault in faults:
                yield from self._at_fault(point, CutNode(fault), fitting, wanted)

    def _at_fault(
        self,
        loop: CutPoint,
        where: CutPoint,
        fitting: Mapping[CutPoint, set[Values]],
        wanted: Wanted,
    ) -> Iterator[Broken]:
        """A fault inside a loop: the move began wherever the loop can be reached from."""
        for source in (None, *self.points):
            if isinstance(source, CutBlock):
                continue
            if not self._leads(source, loop.number):
                continue
            befores = {self.initial} if source is None else fitting[source]
            for before in befores:
                values = self.resting(where.number, before)
                actor = None if source is None else self._actor(source, before)
                begin = loop if actor is None else source
                for claim in wanted(begin, actor, where):
                    if not self.true(claim, where, values):
                        yield Broken("at a fault in a loop", source, before)

    def _leads(self, source: CutPoint | None, block: int) -> bool:
        if source is None:
            begins = [self.program.entry]
        else:
            node = self.program.nodes[source.number]
            options = node.choices if isinstance(node, Decision) else [node]
            begins = [option.block for option in options]
        found, waiting = set(begins), list(begins)
        while waiting:
            match self.program.blocks[waiting.pop()].terminator:
                case Goto(target, _):
                    following = [target]
                case Branch(_, then, otherwise):
                    following = [then, otherwise]
                case _:
                    following = []
            fresh = [b for b in following if b not in found]
            found.update(fresh)
            waiting += fresh
        return block in found

    def _falls(self, certificate: Certificate, point: CutPoint, way: Way) -> bool:
        measure = dict(certificate.measure)
        if way.end.fault or way.end.point not in measure:
            return True
        before = self._numbers(measure[point], point, way.begin)
        after = self._numbers(measure[way.end.point], way.end.point, way.end.values)
        return after < before

    def _numbers(self, of: Iterable[x.Expr], point: CutPoint, values: Values) -> list[int]:
        names = (v.name for v in self.program.variables)
        held = dict(zip(names, values, strict=True))
        scope = Scope(self.program, held, {}, point.node)
        return [int(evaluate(e, scope)) for e in of]

    # --- what is kept -------------------------------------------------------------------------

    def kept(self, number: int, pool: Sequence[Claim]) -> dict[CutPoint, tuple[Claim, ...]]:
        """The most of the claims that can be made at each cut point, so that all are kept."""
        check = self.program.checks[number]
        by_player = check.kind in ("never_by", "some_by")
        plain = check.kind in ("acts", "ends") or by_player
        always = () if plain else goals(self.program, check)
        ends = [CutNode(i) for i in range(len(self.program.nodes)) if CutNode(i) not in self.ways]
        claimed = {
            p: [c for c in pool if isinstance(p, CutNode) or not _asks_where(c)]
            for p in (*self.points, *ends)
        }
        while True:
            lost = set(self._lost(claimed, always))
            if not lost:
                return {p: tuple(found) for p, found in claimed.items() if found}
            claimed = {p: [c for c in found if (p, c) not in lost] for p, found in claimed.items()}

    def _lost(
        self, claimed: Mapping[CutPoint, Sequence[Claim]], always: Sequence[Claim]
    ) -> Iterator[tuple[CutPoint, Claim]]:
        """Claims that some way breaks, if the others are so where it begins."""
        ends = [(end, self.initial) for end in self._run(self.program.entry, self.initial)]
        arrivals: list[tuple[End, Values | None]] = [*ends]
        for point in self.points:
            said = (*claimed[point], *(always if isinstance(point, CutNode) else ()))
            for way in self.ways[point]:
                if all(self.true(claim, point, way.begin) for claim in said):
                    arrivals.append((way.end, way.begin if isinstance(point, CutNode) else None))
        for end, before in arrivals:
            values = end.values
            if end.fault and before is not None:
                values = self.resting(end.point.number, before)
            unknown = end.fault and before is None
            for claim in claimed[end.point]:
                if unknown or not self.true(claim, end.point, values):
                    yield end.point, claim


def _asks_where(claim: Claim) -> bool:
    return any(isinstance(part, x.At) for part in walk(claim.expression))


def atoms(program: Program) -> list[Claim]:
    """Small truths about each variable."""
    found: list[x.Expr] = []
    for v in program.variables:
        if v.kind == "scratch":
            continue
        here = x.Var(v.name, v.type)
        match v.type:
            case ty.Bool():
                found.append(here)
            case ty.Set(element):
                found += [
                    x.In(x.Const(_value(element, k), element), here)
                    for k in range(ty.size(element))
                ]
            case ty.Map(key, inner) if ty.is_scalar(inner):
                for k in range(ty.size(key)):
                    entry = x.Lookup(here, x.Const(_value(key, k), key), inner)
                    found.append(_is(entry, ty.size(inner) - 1))
            case ty.List() | ty.Map():
                found.append(x.Compare("==", here, x.Const(v.initial, v.type)))
            case _:
                found += [_is(here, k) for k in range(min(3, ty.size(v.type)))]
    return [Claim(e, holds) for e in found for holds in (True, False)]


def _value(t: ty.Scalar, ordinal: int) -> ty.Value:
    return restore(t, ty.lowest(t) + ordinal)


def _is(e: x.Expr, ordinal: int) -> x.Expr:
    t = ty.scalar(e.type)
    return x.Compare("==", e, x.Const(_value(t, ordinal), t))
