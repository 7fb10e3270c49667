"""A proof over one cone of variables: of the goals alone, or with other claims beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir.program import End

from ..kernel.certificate import Certificate, CutPoint
from ..solvers.metered import MeteredSolver
from ..symbolic.dependencies import Analysis
from .bundles import PathBundle, PathBundles
from .candidates import alternatives, helpers, ranges
from .effort import EVALUATED
from .faults import Faults
from .houdini import Houdini
from .invariants import ExpressionInvariant, Invariant
from .samples import Sample


@dataclass(frozen=True, slots=True)
class ProofFound:
    """Nothing that may happen leads to the target; ``reasons`` say what that rests on.

    ``certificate``: the same for the kernel, which has to accept it.
    """

    reasons: tuple[str, ...]
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class ProofConfig:
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
        goals: Sequence[ExpressionInvariant],
        faults: Faults,
        config: ProofConfig,
        asked: MeteredSolver,
    ) -> None:
        """Run through all that may happen. Raises OutOfUnits."""
        self._analysis, self._goals, self._faults, self._config = analysis, goals, faults, config
        self._ask = asked.ask
        checks = helpers(analysis, goals, config.cone) if config.helpers else ()
        self._others = (*alternatives(goals), *checks)
        self._made = PathBundles(
            analysis,
            config.cone,
            faults.unsafe,
            (*goals, *self._others),
            config.unrolled,
            asked.meter.ticking(EVALUATED),
        )
        self._bundles = tuple(_while_they_end(self._made.all()))

    def run(self) -> ProofFound | None:
        """A proof, if one is found. Raises OutOfUnits."""
        if self._bundles[-1].diverges:
            return None
        return next(filter(None, map(self._proof, self._tried())), None)

    def _tried(self) -> Iterator[tuple[Invariant, ...]]:
        """The goals alone, then with all other claims."""
        if self._config.samples is not None:
            seen = ranges(self._analysis, self._config.cone, self._config.samples())
            yield (*self._goals, *self._others, *seen)
            return
        yield (*self._goals,)
        if self._others:
            yield (*self._goals, *self._others)

    def _proof(self, claims: Sequence[Invariant]) -> ProofFound | None:
        """A proof that the goals and some of the claims are kept."""
        initially = frozenset(
            c
            for c in claims
            if isinstance(c, ExpressionInvariant)
            and not self._asks_where(c)
            and self._faults.before_play(c)
        )
        tried = self._by_place(claims)
        required = {point: self._goals for point in tried if point.kind == "node"}
        houdini = Houdini(self._bundles, tried, initially, self._ask)
        if not houdini.run(required):
            return None
        if not self._fine(houdini):
            # What holds at faults may rest on more than what holds at decisions.
            houdini.need_everything()
            if not houdini.run(required) or not self._fine(houdini):
                return None
        return ProofFound(
            tuple(_reasons(houdini, self._made.cut_points())), self._certificate(houdini)
        )

    def _certificate(self, houdini: Houdini) -> Certificate:
        """What is kept, in the words of a certificate."""
        executor = self._made.executor()
        summed = {invariant.claim for invariant in self._made.linear_invariants}
        return Certificate(
            check="",
            followed=self._config.cone,
            unrolled=self._config.unrolled,
            loops=self._made.cuts,
            claims=tuple(
                (
                    point,
                    tuple(
                        claim.certified(executor.types, claim in summed)
                        for claim in houdini.inductive(point)
                    ),
                )
                for point in self._made.cut_points()
                if houdini.inductive(point)
            ),
        )

    def _fine(self, houdini: Houdini) -> bool:
        return self._faults.fine(self._made, self._bundles, houdini, self._ask)

    def _by_place(self, claims: Sequence[Invariant]) -> dict[CutPoint, list[Invariant]]:
        """What is tried at each cut point; at the ends of play the goals alone."""
        tried = {
            point: [c for c in claims if point.kind == "node" or not self._asks_where(c)]
            for point in self._made.cut_points()
        }
        for number, node in enumerate(self._analysis.program.nodes):
            if isinstance(node, End):
                tried[CutPoint("node", number)] = list(self._goals)
        return tried

    def _asks_where(self, claim: Invariant) -> bool:
        return (
            isinstance(claim, ExpressionInvariant)
            and self._analysis.needs.of(claim.expression).node
        )


def _while_they_end(bundles: Iterable[PathBundle]) -> Iterator[PathBundle]:
    """The bundles up to the first that may go on for ever."""
    for bundle in bundles:
        yield bundle
        if bundle.diverges:
            return


def _reasons(houdini: Houdini, cut_points: Sequence[CutPoint]) -> Iterator[str]:
    yield "nothing that happens between one decision and the next changes that"
    found = [houdini.inductive(point) for point in cut_points if point.kind == "node"]
    for text in dict.fromkeys(c.text for claims in found for c in claims if c.text):
        everywhere = all(any(c.text == text for c in claims) for claims in found)
        yield text if everywhere else f"{text}, at some decisions"
