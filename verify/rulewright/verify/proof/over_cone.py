"""A proof over one cone of variables: of the goals alone, or with other claims beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.program import End

from ..kernel.certificate import Certificate, CutPoint
from ..solvers.budgeted import TimedSolver
from ..symbolic.dependencies import Analysis
from .bundles import Region, Regions
from .candidates import alternatives, helpers, ranges
from .claims import Claim, Says
from .cut_points import Place
from .faults import Faults
from .houdini import Houdini
from .samples import Sample


@dataclass(frozen=True, slots=True)
class Kept:
    """Nothing that may happen leads to the target; ``reasons`` say what that rests on.

    ``certificate``: the same for the kernel, which has to accept it.
    """

    reasons: tuple[str, ...]
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class Way:
    """Which variables are followed, whether loops over sets are unrolled, and which claims are
    tried beside the goals: the checks of the ruleset, and what random plays showed."""

    cone: frozenset[str]
    unrolled: bool = False
    helpers: bool = False
    samples: Callable[[], Sequence[Sample]] | None = None


class ConeProof:
    """One attempt."""

    def __init__(
        self,
        analysis: Analysis,
        goals: Sequence[Says],
        faults: Faults,
        way: Way,
        asked: TimedSolver,
    ) -> None:
        """Run through all that may happen. Raises OutOfTime."""
        self._analysis, self._goals, self._faults, self._way = analysis, goals, faults, way
        self._ask = asked.ask
        checks = helpers(analysis, goals, way.cone) if way.helpers else ()
        self._others = (*alternatives(goals), *checks)
        self._made = Regions(
            analysis, way.cone, faults.unsafe, (*goals, *self._others), way.unrolled, asked.tick
        )
        self._regions = tuple(_while_they_end(self._made.all()))

    def run(self) -> Kept | None:
        """A proof, if one is found. Raises OutOfTime."""
        if self._regions[-1].diverges:
            return None
        return next(filter(None, map(self._kept, self._tried())), None)

    def _tried(self) -> Iterator[tuple[Claim, ...]]:
        """The goals alone, then with all other claims."""
        if self._way.samples is not None:
            seen = ranges(self._analysis, self._way.cone, self._way.samples())
            yield (*self._goals, *self._others, *seen)
            return
        yield (*self._goals,)
        if self._others:
            yield (*self._goals, *self._others)

    def _kept(self, claims: Sequence[Claim]) -> Kept | None:
        """A proof that the goals and some of the claims are kept."""
        initially = frozenset(
            c
            for c in claims
            if isinstance(c, Says) and not self._asks_where(c) and self._faults.before_play(c)
        )
        tried = self._by_place(claims)
        wanted = {place: self._goals for place in tried if place.kind == "node"}
        houdini = Houdini(self._regions, tried, initially, self._ask)
        if not houdini.run(wanted):
            return None
        if not self._fine(houdini):
            # What holds at faults may rest on more than what holds at decisions.
            houdini.need_everything()
            if not houdini.run(wanted) or not self._fine(houdini):
                return None
        return Kept(tuple(_reasons(houdini, self._made.places())), self._certificate(houdini))

    def _certificate(self, houdini: Houdini) -> Certificate:
        """What is kept, in the words of a certificate."""
        executor = self._made.executor()
        summed = {line.claim for line in self._made.lines}
        return Certificate(
            check="",
            followed=self._way.cone,
            unrolled=self._way.unrolled,
            loops=self._made.cuts,
            claims=tuple(
                (
                    CutPoint(place.kind, place.number),
                    tuple(
                        claim.certified(executor.types, claim in summed)
                        for claim in houdini.kept(place)
                    ),
                )
                for place in self._made.places()
                if houdini.kept(place)
            ),
        )

    def _fine(self, houdini: Houdini) -> bool:
        return self._faults.fine(self._made, self._regions, houdini, self._ask)

    def _by_place(self, claims: Sequence[Claim]) -> dict[Place, list[Claim]]:
        """What is tried at each place; at the ends of play the goals alone."""
        tried = {
            place: [c for c in claims if place.kind == "node" or not self._asks_where(c)]
            for place in self._made.places()
        }
        for number, node in enumerate(self._analysis.program.nodes):
            if isinstance(node, End):
                tried[Place("node", number)] = list(self._goals)
        return tried

    def _asks_where(self, claim: Claim) -> bool:
        return isinstance(claim, Says) and self._analysis.needs.of(claim.expression).node


def _while_they_end(regions: Iterable[Region]) -> Iterator[Region]:
    """The regions up to the first that may go on for ever."""
    for region in regions:
        yield region
        if region.diverges:
            return


def _reasons(houdini: Houdini, places: Sequence[Place]) -> Iterator[str]:
    yield "nothing that happens between one decision and the next changes that"
    kept = [houdini.kept(place) for place in places if place.kind == "node"]
    for text in dict.fromkeys(c.text for claims in kept for c in claims if c.text):
        everywhere = all(any(c.text == text for c in claims) for claims in kept)
        yield text if everywhere else f"{text}, at some decisions"
