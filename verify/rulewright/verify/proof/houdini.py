"""Claims that every region keeps, as many as the wanted ones need.

That is the Houdini algorithm (Flanagan, Leino 2001), but for this: a claim at a place is looked at
only when another one was seen to rest on it there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..solvers.solver import Result, Sat, Undecided, Unsat
from ..solvers.terms import Term
from ..symbolic.basic_paths import Rest
from ..symbolic.path_conditions import consequences, under
from .bundles import Region
from .claims import Claim
from .cut_points import Place

Ask = Callable[[Sequence[Term], Sequence[Term], Sequence[Term]], Result]
"""Whether terms can be true together: asserted ones, those whose values are wanted, named ones."""


@dataclass(frozen=True, slots=True)
class _Goal:
    place: Place
    claim: Claim
    term: Term


@dataclass(frozen=True, slots=True)
class _Examined:
    """The goals that a region may miss, and the claims at its source on which the others rest."""

    missed: tuple[_Goal, ...]
    support: frozenset[Claim]


class Houdini:
    """Drops claims until the wanted ones rest on nothing that a region may break."""

    def __init__(
        self,
        regions: Sequence[Region],
        claims: Mapping[Place, Iterable[Claim]],
        initially: frozenset[Claim],
        ask: Ask,
    ) -> None:
        """``initially``: claims that are true of the initial values."""
        self._initially = initially
        self._alive: dict[Place, list[Claim]] = {p: list(found) for p, found in claims.items()}
        self._needed: dict[Place, set[Claim]] = {p: set() for p in claims}
        self._regions = regions
        self._ask = ask

    def run(self, wanted: Mapping[Place, Collection[Claim]]) -> bool:
        """Whether the wanted claims are kept, and with them all that was needed for it."""
        for place, claims in wanted.items():
            self._needed[place].update(claims)
        waiting = deque(self._regions)
        while waiting:
            region = waiting.popleft()
            examined = self._examined(region, self._goals(region))
            changed: set[Place | None] = set()
            for goal in examined.missed:
                self._alive[goal.place].remove(goal.claim)
                if goal.claim in wanted.get(goal.place, ()):
                    return False
                changed.add(goal.place)
            asked_for = region.source is not None and self._need(region.source, examined.support)
            for other in self._regions:
                again = other.source in changed or (asked_for and other.ends_at(region.source))
                if again and other not in waiting:
                    waiting.append(other)
        return True

    def need_everything(self) -> None:
        """Let the next run look at all claims."""
        for place, claims in self._alive.items():
            self._needed[place].update(claims)

    def kept(self, place: Place) -> list[Claim]:
        """What is known to be kept at a place, after a run that found what was wanted."""
        return [claim for claim in self._alive[place] if claim in self._needed[place]]

    def assumed(self, region: Region) -> list[Term]:
        """What is known to be true where a region begins, after such a run."""
        source = region.source
        claims = self._initially if source is None else self.kept(source)
        return [self._before(region, claim) for claim in claims]

    def _need(self, place: Place, support: frozenset[Claim]) -> bool:
        """Note what is needed; whether some of it was not before."""
        more = support - self._needed[place]
        self._needed[place] |= more
        return bool(more)

    def _at(self, place: Place | None) -> Collection[Claim]:
        return self._initially if place is None else self._alive[place]

    def _before(self, region: Region, claim: Claim) -> Term:
        if region.source is None:
            return region.executor.t.true
        return claim.term(region.executor.evaluator, region.source, region.before)

    def _goals(self, region: Region) -> list[_Goal]:
        """What is not kept by the mere look of it."""
        t = region.executor.t
        at_source = frozenset(self._at(region.source))
        found = []
        for place, rest in region.ends():
            for claim in self._alive[place]:
                if claim not in self._needed[place]:
                    continue
                if claim in at_source and self._untouched(region, claim, place, rest):
                    continue
                followed = region.executor.ledger.kept(claim, rest.slots)
                if followed is not None and claim in at_source:
                    term = followed
                else:
                    term = claim.term(region.executor.evaluator, place, rest.slots)
                term = under(t, term, rest.known)
                if claim in at_source and followed is None:
                    before = self._before(region, claim)
                    term = under(t, term, consequences(t, before))
                term = t.implies(rest.condition, term)
                if term is not t.true:
                    found.append(_Goal(place, claim, term))
        return found

    def _untouched(self, region: Region, claim: Claim, place: Place, rest: Rest) -> bool:
        """Whether nothing that the claim is about was stored to on any way."""
        if claim.asks_where(region.executor.evaluator) and place != region.source:
            return False
        return all(
            rest.slots[name].version == region.before[name].version
            for name in claim.reads(region.executor.evaluator)
        )

    def _examined(self, region: Region, goals: Sequence[_Goal]) -> _Examined:
        """Try from the goals' own claims alone first."""
        ends = [place for place, _ in region.ends()]
        about = frozenset[Claim]().union(*(self._needed[place] for place in ends))
        own = [claim for claim in self._at(region.source) if claim in about]
        terms = list(dict.fromkeys(self._before(region, claim) for claim in own))
        if not goals or self._none_missed(region, terms, goals):
            return _Examined((), frozenset(own))
        missed = self._missed(region, goals)
        return _Examined(missed.missed, missed.support | frozenset(own))

    def _none_missed(self, region: Region, assumed: Sequence[Term], goals: Sequence[_Goal]) -> bool:
        t = region.executor.t
        wrong = t.or_(t.not_(goal.term) for goal in goals)
        return isinstance(self._ask([*assumed, wrong, *_facts(region)], (), ()), Unsat)

    def _missed(self, region: Region, goals: Sequence[_Goal]) -> _Examined:
        """The goals that may be missed in spite of all claims, and what the others rest on.

        What the solver cannot decide counts as missed.
        """
        if not goals:
            return _Examined((), frozenset())
        claims = list(self._at(region.source))
        t = region.executor.t
        marks = [t.variable(f"breaks{i}") for i in range(len(goals))]
        asked = [
            *(t.same(m, t.not_(g.term)) for m, g in zip(marks, goals, strict=True)),
            t.or_(t.not_(g.term) for g in goals),
            *_facts(region),
        ]
        assumed = [self._before(region, claim) for claim in claims]
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
                rest = [self._missed(region, [g for g in goals if g not in missed])]
            case Undecided():
                if len(goals) == 1:
                    return _Examined(tuple(goals), frozenset())
                half = len(goals) // 2
                parts = [self._missed(region, goals[:half])]
                rest = [self._missed(region, goals[half:])]
        return _joined([*parts, *rest])


def _joined(parts: Sequence[_Examined]) -> _Examined:
    return _Examined(
        tuple(goal for part in parts for goal in part.missed),
        frozenset[Claim]().union(*(part.support for part in parts)),
    )


def _facts(region: Region) -> tuple[Term, ...]:
    """What is true of everything that was made up on the ways of a region."""
    return (*region.arrivals.facts, *region.executor.evaluator.facts)
