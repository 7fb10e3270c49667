"""A proof that no play reaches a target, from cut point to cut point."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.expr import Local
from rulewright.dsl.ir.program import End, Program

from ..facts import Dependencies
from ..flow import OutOfTime
from ..samples import Sample, sampled
from ..solver import Result, Solver, Undecided
from ..targets import Deed, State, Target
from ..terms import Term
from .claims import Claim, Ranges, Says, parted
from .cone import cone_of, widened
from .faults import Faults
from .houdini import Houdini
from .places import Place
from .regions import Regions

QUERY_SHARE = 0.2
SAMPLING_SHARE, SAMPLING_SECONDS = 0.1, 2.0
MOST_VALUES = 12
WIDENINGS = 2


@dataclass(frozen=True, slots=True)
class Way:
    """How to try: with which claims beside the goals, and whether loops over sets are unrolled."""

    helpers: bool
    ranges: bool
    unrolled: bool
    sums_only: bool = False
    """Of what the goals are about only the sums are followed, not the values."""


WAYS = (
    Way(helpers=False, ranges=False, unrolled=False, sums_only=True),
    Way(helpers=False, ranges=False, unrolled=True),
    Way(helpers=True, ranges=False, unrolled=True),
    Way(helpers=True, ranges=False, unrolled=False),
    Way(helpers=True, ranges=True, unrolled=True),
)
"""In the order in which they are tried; none takes more than half of the time that is left."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Nothing that may happen leads to the target; ``reasons`` say what that rests on."""

    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotKept:
    """Nothing is known, and why."""

    why: str


class CutpointProof:
    """One attempt."""

    def __init__(
        self,
        program: Program,
        target: Target,
        seconds: float,
        *,
        solver: Solver | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._program = program
        self._target = target
        self._clock = clock
        self._seconds = seconds
        self._deadline = self._until = clock() + seconds
        self._solver = solver or Solver()
        self._needs = Dependencies({f.name: f for f in program.functions})
        self._why = "no statement that was tried is kept by every step"

    def run(self) -> Kept | NotKept:
        """Try over the variables of the target alone, then over more."""
        goals = tuple(self._goals())
        if not goals:
            return NotKept("the question is not about single states")
        try:
            return self._run(goals)
        except OutOfTime:
            return NotKept("the time was up")
        except RecursionError:
            return NotKept("an expression is nested too deeply for the solver's encoding")

    def _goals(self) -> Iterator[Says]:
        """What has to hold wherever play rests, so that the target is never reached."""
        match self._target:
            case State(wanted):
                yield from parted(Says(wanted, False, ""))
            case Deed(wanted, player):
                for p in range(ty.size(self._program.players)):
                    bound = ((Local(player, self._program.players), p),)
                    yield from parted(Says(wanted, False, "", bound))

    def _run(self, goals: Sequence[Says]) -> Kept | NotKept:
        cone = cone_of(self._program, (goal.expression for goal in goals))
        own = cone_of(self._program, ())
        samples: Sequence[Sample] | None = None
        for _ in range(WIDENINGS + 1):
            for way in WAYS:
                if way.ranges and samples is None:
                    samples = self._samples()
                followed = own if way.sums_only else cone
                proof = self._in_half_the_time(goals, followed, way, samples or ())
                if proof is not None:
                    return proof
            wider = widened(self._program, cone)
            if wider == cone:
                break
            cone = wider
        return NotKept(self._why)

    def _in_half_the_time(
        self, goals: Sequence[Says], cone: frozenset[str], way: Way, samples: Sequence[Sample]
    ) -> Kept | None:
        now = self._clock()
        if now > self._deadline:
            raise OutOfTime
        self._until = now + (self._deadline - now) / 2
        try:
            return self._over(goals, cone, way, samples)
        except OutOfTime:
            self._why = "the time was up"
            return None

    def _samples(self) -> Sequence[Sample]:
        end = self._clock() + min(SAMPLING_SECONDS, self._seconds * SAMPLING_SHARE)
        return sampled(self._program, lambda: self._clock() < end)

    # --- one cone -----------------------------------------------------------------------------

    def _over(
        self, goals: Sequence[Says], cone: frozenset[str], way: Way, samples: Sequence[Sample]
    ) -> Kept | None:
        faults = Faults(self._program, goals)
        helpers = list(self._helpers(goals, cone)) if way.helpers else []
        followed = (*goals, *helpers)
        regions = Regions(self._program, cone, faults.unsafe, followed, way.unrolled, self._tick)
        found = []
        for region in regions.all():
            if region.arrivals.diverged is not region.executor.t.false:
                return None
            found.append(region)
        places = regions.places()
        claims: dict[Place, list[Claim]] = {}
        ranges = list(self._ranges(cone, samples)) if way.ranges else []
        for place in places:
            claims[place] = [c for c in followed if place.kind == "node" or not self._reads_node(c)]
            claims[place] += ranges
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, End):
                claims[Place("node", number)] = list(goals)
        initially = frozenset[Claim](
            c for c in followed if not self._reads_node(c) and faults.before_play(c)
        )
        houdini = Houdini(found, claims, initially, self._ask)

        def lost(place: Place, claim: Claim) -> bool:
            return claim in goals and place.kind == "node"

        if not houdini.run(lost) or not faults.fine(regions, found, houdini, self._ask):
            return None
        return Kept(tuple(self._reasons(houdini, places)))

    def _helpers(self, goals: Sequence[Says], cone: frozenset[str]) -> Iterator[Says]:
        """The other checks of the ruleset that say something about the cone alone."""
        for check in self._program.checks:
            needs = self._needs.of(check.property)
            about_cone = needs.variables and needs.variables <= cone and not needs.node
            if check.kind in ("always", "never") and about_cone:
                text = f"check {check.name}"
                for claim in parted(Says(check.property, check.kind == "always", text)):
                    if replace(claim, text="") not in goals:
                        yield claim

    def _ranges(self, cone: frozenset[str], samples: Sequence[Sample]) -> Iterator[Ranges]:
        """Sets of values that a variable of the cone showed at some node of random plays."""
        for v in self._program.variables:
            inner = v.type.value if isinstance(v.type, ty.Map) else v.type
            if v.name not in cone or v.kind == "scratch" or not ty.is_scalar(inner):
                continue
            seen: dict[frozenset[int], None] = {}
            by_node: dict[int, set[int]] = {}
            for sample in samples:
                value = sample.values[v.name]
                entries = value if isinstance(value, tuple) else (value,)
                by_node.setdefault(sample.node, set()).update(int(e) for e in entries)  # type: ignore[arg-type]
            for values in by_node.values():
                seen[frozenset(values)] = None
            for values_ in seen:
                if len(values_) < ty.size(inner) and len(values_) <= MOST_VALUES:
                    yield Ranges(v.name, values_, "")

    def _reads_node(self, claim: Claim) -> bool:
        return isinstance(claim, Says) and self._needs.of(claim.expression).node

    def _reasons(self, houdini: Houdini, places: Sequence[Place]) -> Iterator[str]:
        yield "nothing that happens between one decision and the next changes that"
        everywhere = [p for p in places if p.kind == "node"]
        alive = set.intersection(*(set(houdini.alive[p]) for p in everywhere))
        yield from dict.fromkeys(
            c.text for c in houdini.alive[everywhere[0]] if c in alive and c.text
        )

    # --- asking -------------------------------------------------------------------------------

    def _ask(self, constraints: Sequence[Term], wanted: Sequence[Term] = ()) -> Result:
        self._tick()
        left = self._until - self._clock()
        result = self._solver.ask(constraints, min(left, self._seconds * QUERY_SHARE), wanted)
        if isinstance(result, Undecided):
            self._why = result.why
        return result

    def _tick(self) -> None:
        if self._clock() > self._until:
            raise OutOfTime


def prove_by_cutpoints(program: Program, target: Target, seconds: float) -> Kept | NotKept:
    """Try to prove that no play reaches the target."""
    return CutpointProof(program, target, seconds).run()
