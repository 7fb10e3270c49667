"""Claims that every bundle keeps, as many as the required ones need.

That is the Houdini algorithm (Flanagan, Leino 2001), but for this: a claim at a place is looked at
only when another one was seen to rest on it there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..kernel.certificate import CutPoint
from ..solvers.solver import Result, Sat, Undecided, Unsat
from ..solvers.terms import Term
from ..symbolic.basic_paths import Rest
from ..symbolic.path_conditions import consequences, under
from .bundles import PathBundle
from .invariants import Invariant

Ask = Callable[[Sequence[Term], Sequence[Term], Sequence[Term]], Result]
"""Whether terms can be true together: asserted ones, those whose values are required, named ones."""


@dataclass(frozen=True, slots=True)
class _Goal:
    point: CutPoint
    claim: Invariant
    term: Term


@dataclass(frozen=True, slots=True)
class _Examined:
    """The goals that a bundle may miss, and the claims at its source on which the others rest."""

    missed: tuple[_Goal, ...]
    support: frozenset[Invariant]


class Houdini:
    """Drops claims until the required ones rest on nothing that a bundle may break."""

    def __init__(
        self,
        bundles: Sequence[PathBundle],
        claims: Mapping[CutPoint, Iterable[Invariant]],
        initially: frozenset[Invariant],
        ask: Ask,
    ) -> None:
        """``initially``: claims that are true of the initial values."""
        self._initially = initially
        self._alive: dict[CutPoint, list[Invariant]] = {
            p: list(found) for p, found in claims.items()
        }
        self._needed: dict[CutPoint, set[Invariant]] = {p: set() for p in claims}
        self._bundles = bundles
        self._ask = ask

    def run(self, required: Mapping[CutPoint, Collection[Invariant]]) -> bool:
        """Whether the required claims are kept, and with them all that was needed for it."""
        for point, claims in required.items():
            self._needed[point].update(claims)
        waiting = deque(self._bundles)
        while waiting:
            bundle = waiting.popleft()
            examined = self._examined(bundle, self._goals(bundle))
            changed: set[CutPoint | None] = set()
            for goal in examined.missed:
                self._alive[goal.point].remove(goal.claim)
                if goal.claim in required.get(goal.point, ()):
                    return False
                changed.add(goal.point)
            asked_for = bundle.source is not None and self._need(bundle.source, examined.support)
            for other in self._bundles:
                again = other.source in changed or (asked_for and other.ends_at(bundle.source))
                if again and other not in waiting:
                    waiting.append(other)
        return True

    def need_everything(self) -> None:
        """Let the next run look at all claims."""
        for point, claims in self._alive.items():
            self._needed[point].update(claims)

    def inductive(self, point: CutPoint) -> list[Invariant]:
        """What is known to be kept at a cut point, after a run that found what was required."""
        return [claim for claim in self._alive[point] if claim in self._needed[point]]

    def assumed(self, bundle: PathBundle) -> list[Term]:
        """What is known to be true where a bundle begins, after such a run."""
        source = bundle.source
        claims = self._initially if source is None else self.inductive(source)
        return [self._before(bundle, claim) for claim in claims]

    def _need(self, point: CutPoint, support: frozenset[Invariant]) -> bool:
        """Note what is needed; whether some of it was not before."""
        more = support - self._needed[point]
        self._needed[point] |= more
        return bool(more)

    def _at(self, point: CutPoint | None) -> Collection[Invariant]:
        return self._initially if point is None else self._alive[point]

    def _before(self, bundle: PathBundle, claim: Invariant) -> Term:
        if bundle.source is None:
            return bundle.executor.t.true
        return claim.term(bundle.executor.evaluator, bundle.source, bundle.before)

    def _goals(self, bundle: PathBundle) -> list[_Goal]:
        """What is not kept by the mere look of it."""
        t = bundle.executor.t
        at_source = frozenset(self._at(bundle.source))
        found = []
        for point, rest in bundle.ends():
            for claim in self._alive[point]:
                if claim not in self._needed[point]:
                    continue
                if claim in at_source and self._untouched(bundle, claim, point, rest):
                    continue
                followed = bundle.executor.tracker.preserved(claim, rest.slots)
                if followed is not None and claim in at_source:
                    term = followed
                else:
                    term = claim.term(bundle.executor.evaluator, point, rest.slots)
                term = under(t, term, rest.known)
                if claim in at_source and followed is None:
                    before = self._before(bundle, claim)
                    term = under(t, term, consequences(t, before))
                term = t.implies(rest.condition, term)
                if term is not t.true:
                    found.append(_Goal(point, claim, term))
        return found

    def _untouched(self, bundle: PathBundle, claim: Invariant, point: CutPoint, rest: Rest) -> bool:
        """Whether nothing that the claim is about was stored to on any way."""
        if claim.asks_where(bundle.executor.evaluator) and point != bundle.source:
            return False
        return all(
            rest.slots[name].version == bundle.before[name].version
            for name in claim.reads(bundle.executor.evaluator)
        )

    def _examined(self, bundle: PathBundle, goals: Sequence[_Goal]) -> _Examined:
        """Try from the goals' own claims alone first."""
        ends = [point for point, _ in bundle.ends()]
        about = frozenset[Invariant]().union(*(self._needed[point] for point in ends))
        own = [claim for claim in self._at(bundle.source) if claim in about]
        terms = list(dict.fromkeys(self._before(bundle, claim) for claim in own))
        if not goals or self._none_missed(bundle, terms, goals):
            return _Examined((), frozenset(own))
        missed = self._missed(bundle, goals)
        return _Examined(missed.missed, missed.support | frozenset(own))

    def _none_missed(
        self, bundle: PathBundle, assumed: Sequence[Term], goals: Sequence[_Goal]
    ) -> bool:
        t = bundle.executor.t
        wrong = t.or_(t.not_(goal.term) for goal in goals)
        return isinstance(self._ask([*assumed, wrong, *_facts(bundle)], (), ()), Unsat)

    def _missed(self, bundle: PathBundle, goals: Sequence[_Goal]) -> _Examined:
        """The goals that may be missed in spite of all claims, and what the others rest on.

        What the solver cannot decide counts as missed.
        """
        if not goals:
            return _Examined((), frozenset())
        claims = list(self._at(bundle.source))
        t = bundle.executor.t
        marks = [t.variable(f"breaks{i}") for i in range(len(goals))]
        asked = [
            *(t.same(m, t.not_(g.term)) for m, g in zip(marks, goals, strict=True)),
            t.or_(t.not_(g.term) for g in goals),
            *_facts(bundle),
        ]
        assumed = [self._before(bundle, claim) for claim in claims]
        result = self._ask(asked, marks, assumed)
        if isinstance(result, Undecided):
            # Without names there are more ways to solve it.
            result = self._ask([*asked, *assumed], marks, ())
            if isinstance(result, Unsat):
                return _Examined((), frozenset(claims))
        match result:
            case Unsat(core):
                return _Examined((), frozenset(claims[i] for i in core))
            case Sat(values):
                missed = [g for m, g in zip(marks, goals, strict=True) if values[str(m.value)]]
                parts = [_Examined(tuple(missed), frozenset())]
                rest = [self._missed(bundle, [g for g in goals if g not in missed])]
            case Undecided():
                if len(goals) == 1:
                    return _Examined(tuple(goals), frozenset())
                half = len(goals) // 2
                parts = [self._missed(bundle, goals[:half])]
                rest = [self._missed(bundle, goals[half:])]
        return _joined([*parts, *rest])


def _joined(parts: Sequence[_Examined]) -> _Examined:
    return _Examined(
        tuple(goal for part in parts for goal in part.missed),
        frozenset[Invariant]().union(*(part.support for part in parts)),
    )


def _facts(bundle: PathBundle) -> tuple[Term, ...]:
    """What is true of everything that was made up on the ways of a bundle."""
    return (*bundle.arrivals.facts, *bundle.executor.evaluator.facts)
