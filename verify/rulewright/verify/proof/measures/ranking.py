"""Measures that fall with every step of random plays: lexicographic linear ranking functions.

One number after the other is found by a linear program (Podelski, Rybalchenko 2004; Bradley, Manna, Sipma
2005; Alias, Darte, Feautrier, Gonnord 2010): a weighted sum of features of the position and a constant for
each cut point, which no remaining step lets rise and as many as possible let fall. The latter are left out;
then the next number is looked for, until no step is left. The result is a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty

from ...effort.proving import MEASURING
from ...kernel.certificate import CutPoint, in_order
from ...solvers.queries.linear import LinearProgram
from ...solvers.queries.metered import Meter
from ...solvers.solver import Undecided
from ..cut_steps import CutStep
from ..features import Entry, Feature, total


@dataclass(frozen=True, slots=True)
class Component:
    """One number of a measure: weights of features, and a constant at each cut point."""

    weights: tuple[tuple[Feature, int], ...]
    at: Mapping[CutPoint, int]

    def expression(self, point: CutPoint) -> x.Expr:
        """The number at a cut point."""
        constant = self.at.get(point, 0)
        here = [(f, weight) for f, weight in self.weights if f.only in (None, point)]
        parts = [*_parts(here)]
        if constant or not parts:
            parts.append(fold.number(constant))
        return fold.total(parts)


@dataclass(frozen=True, slots=True)
class _Kind:
    """All steps from one cut point to another that change the features in the same way."""

    source: CutPoint
    choice: int
    target: CutPoint
    changes: tuple[tuple[int, int], ...]


def measure(
    steps: Iterable[CutStep], features: Sequence[Feature], meter: Meter, most: int, *,
    monotone: bool,
) -> tuple[Component, ...] | None:  # fmt: skip
    """Numbers of which the first that changes falls with each of the steps, if there are any.

    ``monotone``: each is made of features that rise with none of the steps that are left, where that can
    be, or of such that rise with none or fall with none: these go on to whatever else is so. Others may rest on what is known of the position, how far a loop has
    come say. ``most``: the units for one linear program. Raises OutOfUnits.
    """
    left = list(dict.fromkeys(_kind(step, features) for step in steps))
    found: list[Component] = []
    while left and len(found) < MEASURING.numbers:
        component = _component(left, features, meter, most, monotone=monotone)
        if component is None:
            return None
        weights = {features.index(f): w for f, w in component.weights}
        rest = [k for k in left if _change(k, weights, component.at) >= 0]
        if len(rest) == len(left):
            return None
        left = rest
        found.append(component)
    return None if left else tuple(found)


def _kind(step: CutStep, features: Sequence[Feature]) -> _Kind:
    changes = []
    for i, feature in enumerate(features):
        before, after = step.before[feature.variable], step.after[feature.variable]
        if before != after:
            change = feature.of(after) - feature.of(before)
            if change:
                changes.append((i, change))
    return _Kind(step.source, step.choice, step.target, tuple(changes))


def _change(kind: _Kind, weights: Mapping[int, int], at: Mapping[CutPoint, int]) -> int:
    by_features = sum(weights.get(i, 0) * change for i, change in kind.changes)
    return by_features + at.get(kind.target, 0) - at.get(kind.source, 0)


def _component(
    kinds: Sequence[_Kind], features: Sequence[Feature], meter: Meter, most: int, *, monotone: bool
) -> Component | None:
    """The number with the least weights that no kind of step lets rise and some let fall.

    Of the features that it uses, it is made so that most kinds let it fall.
    """
    used = sorted({i for kind in kinds for i, _ in kind.changes})
    rising = {i for kind in kinds for i, change in kind.changes if change > 0}
    sinking = {i for kind in kinds for i, change in kind.changes if change < 0}
    falling = [i for i in used if i not in rising]
    one_way = [i for i in used if i not in rising & sinking]
    tried = (falling, one_way, used) if monotone else (used,)
    for some in dict.fromkeys(map(tuple, tried)):
        cheap = _Program(kinds, features, some, by_edge=True).solved(meter, most)
        if cheap is not None:
            few = [features.index(feature) for feature, _ in cheap.weights]
            return _Program(kinds, features, few, by_edge=False).solved(meter, most) or cheap
    return None


class _Program:
    """The linear program for one number: its variables are weights, up and down, constants at
    cut points, and by how much the number falls with each kind or edge, at most 1."""

    def __init__(
        self,
        kinds: Sequence[_Kind],
        features: Sequence[Feature],
        used: Sequence[int],
        *,
        by_edge: bool,
    ) -> None:
        """``by_edge``: all steps by one choice to one cut point fall together, and the weights for
        which they do are least; otherwise most kinds fall."""
        self._features, self._used = features, used
        points = sorted(
            {point for kind in kinds for point in (kind.source, kind.target)}, key=in_order
        )
        names: dict[object, int] = {}

        def number(name: object) -> int:
            return names.setdefault(name, len(names))

        self._up = {i: number(("up", i)) for i in used}
        self._down = {i: number(("down", i)) for i in used}
        self._at = {p: number(("at", p)) for p in points}
        rows = []
        for n, kind in enumerate(kinds):
            falls = number((kind.source, kind.choice, kind.target) if by_edge else n)
            form: dict[int, int] = {falls: 1}
            for i, change in kind.changes:
                if i in self._up:
                    form[self._up[i]], form[self._down[i]] = change, -change
            if kind.source != kind.target:
                form[self._at[kind.target]] = 1
                form[self._at[kind.source]] = -1
            rows.append((form, 0))
        cost = {self._up[i]: -features[i].many for i in used}
        cost |= {self._down[i]: -MEASURING.growing * features[i].many for i in used}
        constants = dict.fromkeys(self._at.values(), -1)
        first = 2 * len(used) + len(points)
        fallen = dict.fromkeys(range(first, len(names)), 1)
        if by_edge:
            rows.append((dict.fromkeys(fallen, -1), -1))
            goals = [cost, constants]
        else:
            goals = [fallen, cost, constants]
        bounds = [(0, None)] * first + [(0, 1)] * len(fallen)
        self._program = LinearProgram(len(names), bounds, rows, goals)

    def solved(self, meter: Meter, most: int) -> Component | None:
        """The number, in integers."""
        values = self._program.solve(meter, most)
        if isinstance(values, Undecided):
            return None
        weights = {i: values[self._up[i]] - values[self._down[i]] for i in self._used}
        at = {p: values[n] for p, n in self._at.items()}
        scale = lcm(*(value.denominator for value in (*weights.values(), *at.values())))
        return Component(
            tuple((self._features[i], int(w * scale)) for i, w in weights.items() if w),
            {p: int(value * scale) for p, value in at.items()},
        )


# --- as expressions -----------------------------------------------------------------------------


def _parts(weights: Sequence[tuple[Feature, int]]) -> Iterable[x.Expr]:
    """The terms of a weighted sum; entries of a map that weigh the same stand together."""
    together: dict[tuple[Entry, int], int] = {}
    for feature, weight in weights:
        entry = feature.entry
        if entry is None:
            yield _times(feature.expression, weight)
            continue
        same = Entry(entry.map, entry.local, entry.body, 0)
        bit = 1 << entry.key - ty.lowest(ty.scalar(entry.local.type))
        together[same, weight] = together.get((same, weight), 0) | bit
    for (entry, weight), keys in together.items():
        over = x.Const(keys, ty.Set(ty.scalar(entry.local.type)))
        yield _times(total(entry.local, over, entry.body), weight)


def _times(e: x.Expr, factor: int) -> x.Expr:
    return e if factor == 1 else fold.arith("*", e, fold.number(factor))
