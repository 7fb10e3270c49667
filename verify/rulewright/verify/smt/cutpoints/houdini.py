"""The greatest set of claims that every region keeps (the Houdini algorithm, Flanagan, Leino 2001)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..flow import Rest
from ..paths import consequences, under
from ..solver import Result, Sat, Undecided, Unsat
from ..terms import Term
from .claims import Claim
from .places import Place
from .regions import Region

Ask = Callable[[Sequence[Term], Sequence[Term]], Result]
"""Whether terms can be true together; the second ones are those whose values are wanted."""


@dataclass(frozen=True, slots=True)
class _Goal:
    place: Place
    claim: Claim
    term: Term


class Houdini:
    """Drops claims until nothing is left that a region may break."""

    def __init__(
        self,
        regions: Sequence[Region],
        claims: Mapping[Place, Iterable[Claim]],
        initially: frozenset[Claim],
        ask: Ask,
    ) -> None:
        """``initially``: claims that are true of the initial values."""
        self._initially = initially
        self.alive: dict[Place, list[Claim]] = {p: list(found) for p, found in claims.items()}
        self._regions = regions
        self._ask = ask

    def run(self, lost: Callable[[Place, Claim], bool]) -> bool:
        """Whether the greatest set was found before ``lost`` told that a claim was needed."""
        waiting = deque(self._regions)
        while waiting:
            region = waiting.popleft()
            broken = self._broken(region, self._goals(region))
            for goal in broken:
                self.alive[goal.place].remove(goal.claim)
                if lost(goal.place, goal.claim):
                    return False
            places = {goal.place for goal in broken}
            for other in self._regions:
                if other.source in places and other not in waiting:
                    waiting.append(other)
            if broken and region not in waiting:
                waiting.append(region)
        return True

    def assumed(self, region: Region) -> list[Term]:
        """What is true where a region begins."""
        return [self._before(region, claim) for claim in self._at(region.source)]

    def _at(self, place: Place | None) -> Collection[Claim]:
        return self._initially if place is None else self.alive.get(place, [])

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
            for claim in self.alive.get(place, ()):
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

    def _broken(self, region: Region, goals: Sequence[_Goal]) -> list[_Goal]:
        """The goals that the region may miss; they are tried from their own claims alone first."""
        known = frozenset(self._at(region.source))
        own = [self._before(region, goal.claim) for goal in goals if goal.claim in known]
        missed = self._missed(region, list(dict.fromkeys(own)), goals)
        return self._missed(region, self.assumed(region), missed)

    def _missed(
        self, region: Region, assumed: Sequence[Term], goals: Sequence[_Goal]
    ) -> list[_Goal]:
        """The goals that may be missed in spite of what is assumed.

        What the solver cannot decide counts as missed.
        """
        if not goals:
            return []
        marks = [region.executor.t.variable(f"breaks{i}") for i in range(len(goals))]
        match self._answer(region, assumed, goals, marks):
            case Unsat():
                return []
            case Sat(values):
                missed = [g for m, g in zip(marks, goals, strict=True) if values[str(m.value)]]
                others = [g for g in goals if g not in missed]
                return [*missed, *self._missed(region, assumed, others)]
            case Undecided():
                if len(goals) == 1:
                    return list(goals)
                half = len(goals) // 2
                return [
                    *self._missed(region, assumed, goals[:half]),
                    *self._missed(region, assumed, goals[half:]),
                ]

    def _answer(
        self, region: Region, assumed: Sequence[Term], goals: Sequence[_Goal], marks: Sequence[Term]
    ) -> Result:
        """Whether some goal may be missed; ``marks`` are to say which."""
        t = region.executor.t
        asked = [
            *assumed,
            *(t.same(m, t.not_(g.term)) for m, g in zip(marks, goals, strict=False)),
            t.or_(t.not_(g.term) for g in goals),
            *region.arrivals.facts,
        ]
        return self._ask([*asked, *region.executor.evaluator.facts], marks)
