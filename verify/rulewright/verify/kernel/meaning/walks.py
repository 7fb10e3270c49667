"""Walks over a board: the places reached from a place, as variables with facts that pin them down.

For every place there is a variable: whether the walk reaches it. It is reached if the walk begins there or
reaches a neighbour (so at least what can be reached is); and if it is reached, the walk begins there or
reaches, in fewer steps, a place from which one step leads there, where each place has some number of steps
(so no more is). Together these facts admit exactly one set. Their size is that of the adjacency relation;
following all steps of all walks would take the square of the number of places.

Between two walks a fact follows that is tedious to derive: a set that no step of a walk enters or leaves
contains all of the walk if the walk begins inside, and nothing of it if it begins outside. It is stated for
the sets that the other walk reaches, and does not reach. A walk may begin at several places at once; then
one of these may be inside and another outside, and nothing is stated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from .numbers import RangedArithmetic, RangedNumber
from .terms import KernelTerm, KernelTermBuilder

WalkSteps = tuple[tuple[tuple[int, KernelTerm], ...], ...]
"""For each place, the places from which a step leads there, and under which condition."""
MOST = 10
"""For at most this many walks in one question the facts between them are stated."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The places ``reached`` by ``steps`` ``within`` a set, from ``starts``: from one place, or from
    ``many`` at once."""

    reached: tuple[KernelTerm, ...]
    within: tuple[KernelTerm, ...]
    starts: tuple[KernelTerm, ...]
    steps: WalkSteps
    many: bool


class Walks:
    """The walks of one builder of terms; the facts about them go where those about numbers are."""

    def __init__(self, numbers: RangedArithmetic) -> None:
        self._n, self._t = numbers, numbers.t
        self.ways: dict[KernelTerm, KernelTerm] = {}
        """For each variable that says whether a place is reached: if so, there is a way. Most things can be
        shown without these facts, and sooner."""
        self._known: dict[
            tuple[tuple[KernelTerm, ...], tuple[KernelTerm, ...], WalkSteps, bool], Walk
        ] = {}
        self._between: dict[tuple[Walk, Walk], KernelTerm] = {}

    def reached(
        self,
        starts: tuple[KernelTerm, ...],
        within: tuple[KernelTerm, ...],
        steps: WalkSteps,
        *,
        many: bool = False,
    ) -> tuple[KernelTerm, ...]:
        """The places that a walk reaches; ``starts``: where it begins, as far as that is ``within``; at one
        of them, or at ``many``."""
        key = (starts, within, steps, many)
        if key not in self._known:
            self._known[key] = self._walk(starts, within, steps, many)
        return self._known[key].reached

    def _walk(
        self,
        starts: tuple[KernelTerm, ...],
        within: tuple[KernelTerm, ...],
        steps: WalkSteps,
        many: bool,
    ) -> Walk:
        t, n = self._t, self._n
        places = range(len(within))
        reached = tuple(t.false if within[k] is t.false else t.variable(0) for k in places)
        length: list[RangedNumber] = [n.variable(0, len(within) - 1) for _ in places]
        for k in places:
            if reached[k] is t.false:
                continue
            here, before = [starts[k]], [starts[k]]
            for i, step in steps[k]:
                comes = t.and_((reached[i], step))
                here.append(comes)
                before.append(t.and_((comes, n.less(length[i], length[k]))))
            n.facts[reached[k]] = t.and_(
                (
                    t.implies(reached[k], within[k]),
                    t.implies(t.and_((within[k], t.or_(here))), reached[k]),
                )
            )
            self.ways[reached[k]] = t.implies(reached[k], t.or_(before))
        return Walk(reached, within, starts, steps, many)

    def facts(self, seen: set[KernelTerm]) -> list[KernelTerm]:
        """The facts between the walks that are among the terms, if these are not too many."""
        found = self._among(seen)
        if len(found) > MOST:
            return []
        return [self._follows(one, other) for one, other in permutations(found, 2)]

    def too_many(self, seen: set[KernelTerm]) -> bool:
        """Whether too many walks are among the terms to state the facts between them."""
        return len(self._among(seen)) > MOST

    def _among(self, seen: set[KernelTerm]) -> list[Walk]:
        return [w for w in self._known.values() if not seen.isdisjoint(w.reached)]

    def _follows(self, one: Walk, other: Walk) -> KernelTerm:
        """That what the other walk reaches, or does not, contains all of the first one or nothing,
        depending on where it begins."""
        if (one, other) not in self._between:
            t = self._t
            rest = [
                t.and_((w, t.not_(r))) for w, r in zip(other.within, other.reached, strict=True)
            ]
            self._between[one, other] = t.and_(
                (self._all_or_none(one, other.reached), self._all_or_none(one, rest))
            )
        return self._between[one, other]

    def _all_or_none(self, walk: Walk, part: Sequence[KernelTerm]) -> KernelTerm:
        t = self._t
        crossed = [
            t.and_((walk.within[i], walk.within[k], step, t.not_(t.same(part[i], part[k]))))
            for k, comes in enumerate(walk.steps)
            for i, step in comes
        ]
        pairs = list(zip(walk.reached, part, strict=True))
        all_ = t.and_(t.implies(r, p) for r, p in pairs)
        nothing = t.and_(t.implies(r, t.not_(p)) for r, p in pairs)
        if not walk.many:
            return t.or_((*crossed, all_, nothing))
        begins = [
            (t.and_((start, inside)), p)
            for start, inside, p in zip(walk.starts, walk.within, part, strict=True)
        ]
        from_inside = t.and_(t.implies(start, p) for start, p in begins)
        from_outside = t.and_(t.implies(start, t.not_(p)) for start, p in begins)
        kept = (t.implies(from_inside, all_), t.implies(from_outside, nothing))
        return t.or_((*crossed, t.and_(kept)))


def layers(
    t: KernelTermBuilder,
    starts: tuple[KernelTerm, ...],
    within: tuple[KernelTerm, ...],
    steps: WalkSteps,
) -> list[tuple[KernelTerm, ...]]:
    """For each number of steps, the places that a walk of at most that many reaches; the last: all."""
    places = range(len(within))
    layer = tuple(t.and_((within[k], starts[k])) for k in places)
    found = [layer]
    for _ in places[1:]:
        layer = tuple(
            t.and_(
                (
                    within[k],
                    t.or_([layer[k], *(t.and_((layer[i], step)) for i, step in steps[k])]),
                )
            )
            for k in places
        )
        if layer == found[-1]:
            break
        found.append(layer)
    return found
