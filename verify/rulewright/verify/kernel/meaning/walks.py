"""Walks over a board: where one gets to from a place, as variables with facts that pin them down.

Of every place it is a variable whether the walk gets there. It does if it begins there or gets to a
place beside it (so it gets to at least what can be reached); and if it gets there, it begins there or
gets, in fewer steps, to a place from which one step leads there, where each place has some number of
steps (so it gets to no more). Both together leave one set, whatever the solver makes of the rest. That is
as long as the number of steps between places that are beside each other, where following all steps of
all walks is as long as the square of the number of places.

Between two walks something follows that is tedious to find: a set into which no step of a walk leads, nor out
of it, holds all of the walk if that begins inside, and nothing of it if that begins outside. It is said of the
sets that the other walk gets to, and does not get to. A walk may begin at several places at once; then one of these
may be inside and another one outside, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from .numbers import RangedArithmetic, RangedNumber
from .terms import KernelTerm, KernelTermBuilder

WalkSteps = tuple[tuple[tuple[int, KernelTerm], ...], ...]
"""For each place, from which places a step leads there, and when."""
MOST = 10
"""Of so many walks in one question it is said what follows between them."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Where ``reached`` one gets to by ``steps`` ``within`` a set, from ``starts``: from one place, or
    from ``many`` at once."""

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
        """Of each variable that is whether one gets to a place: if so, there is a way. Most can be shown
        without these facts, and sooner."""
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
        """Where a walk gets to; ``starts``: where it begins, if that is ``within``; at one of them, or
        at ``many``."""
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
        """What follows between the walks that are among the terms, if these are not too many."""
        found = self._among(seen)
        if len(found) > MOST:
            return []
        return [self._follows(one, other) for one, other in permutations(found, 2)]

    def too_many(self, seen: set[KernelTerm]) -> bool:
        """Whether so many walks are among the terms that nothing is said of what follows between them."""
        return len(self._among(seen)) > MOST

    def _among(self, seen: set[KernelTerm]) -> list[Walk]:
        return [w for w in self._known.values() if not seen.isdisjoint(w.reached)]

    def _follows(self, one: Walk, other: Walk) -> KernelTerm:
        """That what the other walk gets to, or does not, holds all of the first one or nothing, as it
        begins."""
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
    """For each number of steps, what a walk of at most so many gets to; the last: all."""
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
