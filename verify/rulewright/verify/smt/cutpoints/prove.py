"""A proof that no play reaches a target, from cut point to cut point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.expr import Local
from rulewright.dsl.ir.program import End, Program

from ..analysis import Analysis
from ..samples import Sample, sampled
from ..solver import Solver
from ..targets import Deed, State, Target, target_of
from ..timed import OutOfTime, TimedSolver
from .candidates import helpers, ranges
from .claims import Claim, Says, parted
from .cone import cone_of, widened
from .faults import Faults
from .houdini import Houdini
from .lemmas import lemmas
from .places import Place
from .regions import Regions

QUERY_SHARE = 0.2
SAMPLING_SHARE, SAMPLING_SECONDS = 0.1, 2.0
WAY_SHARE = 0.5
"""No way of proving takes more than this share of the time that is left."""
WIDENINGS = 2


@dataclass(frozen=True, slots=True)
class Way:
    """How to try: with which claims beside the goals, and whether loops over sets are unrolled."""

    helpers: bool = False
    ranges: bool = False
    unrolled: bool = False


WAYS = (
    Way(unrolled=True),
    Way(helpers=True, unrolled=True),
    Way(helpers=True),
    Way(helpers=True, ranges=True, unrolled=True),
)
"""In the order in which they are tried over each cone."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Nothing that may happen leads to the target; ``reasons`` say what that rests on."""

    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotKept:
    """Nothing is known, and why."""

    why: str


Attempt = Callable[[TimedSolver], Kept | None]


class CutpointProof:
    """One attempt."""

    def __init__(
        self,
        analysis: Analysis,
        target: Target,
        asked: TimedSolver,
        without: frozenset[str] = frozenset(),
    ) -> None:
        """``without``: names of checks on which the proof must not rest, as they rest on it."""
        self._analysis = analysis
        self._program = analysis.program
        self._asked = asked
        self._without = without
        self._goals = tuple(_goals(self._program, target))
        self._faults = Faults(analysis, self._goals)
        self._samples: Sequence[Sample] | None = None
        self._why = "no statement that was tried is kept by every step"

    def run(self) -> Kept | NotKept:
        """Follow the sums of the goals; then by lemmas; then follow more and more variables."""
        if not self._goals:
            return NotKept("the question is not about single states")
        try:
            return self._run()
        except OutOfTime:
            return NotKept("the time was up")
        except RecursionError:
            return NotKept("an expression is nested too deeply for the solver's encoding")

    def _run(self) -> Kept | NotKept:
        proofs = (kept for attempt in self._attempts() if (kept := self._in_part(attempt)))
        return next(proofs, None) or NotKept(self._why)

    def _attempts(self) -> Iterator[Attempt]:
        own = cone_of(self._analysis, ())
        yield partial(self._over, own, Way())
        yield self._by_lemmas
        for cone in self._cones():
            for way in WAYS:
                yield partial(self._over, cone, way)

    def _cones(self) -> Iterator[frozenset[str]]:
        """The variables of the goals, then more and more of what has a say in them."""
        cone = cone_of(self._analysis, (goal.expression for goal in self._goals))
        yield cone
        for _ in range(WIDENINGS):
            wider = widened(self._analysis, cone)
            if wider == cone:
                return
            cone = wider
            yield cone

    def _in_part(self, attempt: Attempt) -> Kept | None:
        """A proof, if it is found in a part of the time that is left."""
        asked = self._asked.part(WAY_SHARE)
        try:
            kept = attempt(asked)
            self._why = asked.why or self._why
        except OutOfTime:
            self._why = "the time was up"
            return None
        return kept

    # --- by lemmas ----------------------------------------------------------------------------

    def _by_lemmas(self, asked: TimedSolver) -> Kept | None:
        """A proof of checks from which the goals follow, each by itself."""
        found = lemmas(self._analysis, self._goals, asked, self._without)
        reasons: list[str] = []
        for number, check in enumerate(found):
            target = target_of(check)
            assert target is not None
            part = asked.part(1 / (len(found) - number))
            without = self._without | {check.name}
            match CutpointProof(self._analysis, target, part, without).run():
                case Kept(why):
                    reasons += (f"check {check.name}", *why)
                case NotKept():
                    return None
        return Kept(tuple(dict.fromkeys(reasons))) if found else None

    # --- over one cone ------------------------------------------------------------------------

    def _over(self, cone: frozenset[str], way: Way, asked: TimedSolver) -> Kept | None:
        followed = (*self._goals, *self._helpers(cone, way))
        regions = Regions(
            self._analysis, cone, self._faults.unsafe, followed, way.unrolled, asked.tick
        )
        found = []
        for region in regions.all():
            if region.arrivals.diverged is not region.executor.t.false:
                return None
            found.append(region)
        places = regions.places()
        claims = self._claims(places, followed, cone, way)
        initially = frozenset[Claim](
            c for c in followed if not self._reads_node(c) and self._faults.before_play(c)
        )
        houdini = Houdini(found, claims, initially, asked.ask)

        def lost(place: Place, claim: Claim) -> bool:
            return claim in self._goals and place.kind == "node"

        if not houdini.run(lost) or not self._faults.fine(regions, found, houdini, asked.ask):
            return None
        return Kept(tuple(_reasons(houdini, places)))

    def _claims(
        self, places: Sequence[Place], followed: Sequence[Says], cone: frozenset[str], way: Way
    ) -> dict[Place, list[Claim]]:
        """What is tried at each place; at the ends of play the goals alone."""
        seen = tuple(ranges(self._analysis, cone, self._sampled())) if way.ranges else ()
        claims: dict[Place, list[Claim]] = {}
        for place in places:
            says = [c for c in followed if place.kind == "node" or not self._reads_node(c)]
            claims[place] = [*says, *seen]
        for number, node in enumerate(self._program.nodes):
            if isinstance(node, End):
                claims[Place("node", number)] = list(self._goals)
        return claims

    def _helpers(self, cone: frozenset[str], way: Way) -> Iterator[Says]:
        return helpers(self._analysis, self._goals, cone) if way.helpers else iter(())

    def _sampled(self) -> Sequence[Sample]:
        if self._samples is None:
            end = self._asked.left - min(SAMPLING_SECONDS, self._asked.left * SAMPLING_SHARE)
            self._samples = sampled(self._program, lambda: self._asked.left > end)
        return self._samples

    def _reads_node(self, claim: Says) -> bool:
        return self._analysis.needs.of(claim.expression).node


def _goals(program: Program, target: Target) -> Iterator[Says]:
    """What has to hold wherever play rests, so that the target is never reached."""
    match target:
        case State(wanted):
            yield from parted(Says(wanted, False, ""))
        case Deed(wanted, player):
            for p in range(ty.size(program.players)):
                bound = ((Local(player, program.players), p),)
                yield from parted(Says(wanted, False, "", bound))


def _reasons(houdini: Houdini, places: Sequence[Place]) -> Iterator[str]:
    yield "nothing that happens between one decision and the next changes that"
    everywhere = [p for p in places if p.kind == "node"]
    alive = set.intersection(*(set(houdini.alive[p]) for p in everywhere))
    yield from dict.fromkeys(c.text for c in houdini.alive[everywhere[0]] if c in alive and c.text)


def prove_by_cutpoints(
    program: Program, target: Target, seconds: float, *, solver: Solver | None = None
) -> Kept | NotKept:
    """Try to prove that no play reaches the target."""
    asked = TimedSolver(seconds, seconds * QUERY_SHARE, solver=solver)
    return CutpointProof(Analysis(program), target, asked).run()
