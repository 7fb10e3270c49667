"""Sums in claims, followed store by store: how much a run has changed them since it began.

Mostly that folds to 0 without a solver, however many entries there are: one piece less here is
one piece more there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ..solvers.terms import Term
from ..symbolic.abstraction import NOTHING, ConeEvaluator
from ..symbolic.environment import Frame, Slot
from ..symbolic.numbers import Number, Numbers
from ..symbolic.store_effects import StoreEffect
from ..symbolic.values import Entries, Value
from .invariants import ExpressionInvariant
from .linear_terms import NotLinear, Part, parts, values_of


@dataclass(frozen=True, slots=True)
class LinearInvariant:
    """A claim that compares sums: ``delta`` is where a state keeps the change of left - right.

    The claim is kept by a change of 0; if ``falls`` (``rises``), by a negative (positive) one too.
    """

    claim: ExpressionInvariant
    delta: str
    parts: tuple[Part, ...]
    falls: bool
    rises: bool


def linear_invariants(
    evaluator: ConeEvaluator, claims: Sequence[ExpressionInvariant]
) -> tuple[LinearInvariant, ...]:
    """The claims that compare sums, with what these are made of."""
    return tuple(_linear_invariants(evaluator, claims))


def _linear_invariants(
    evaluator: ConeEvaluator, claims: Sequence[ExpressionInvariant]
) -> Iterator[LinearInvariant]:
    for number, claim in enumerate(claims):
        e = claim.expression
        if not isinstance(e, x.Compare) or not isinstance(e.left.type, ty.Int):
            continue
        equal = e.op == "=="
        if e.op == "!=" or (equal and not claim.holds):
            continue
        difference = x.Arith("-", e.left, e.right, ty.Int(0, 0))
        try:
            found = parts(evaluator, difference, dict(claim.bound))
        except NotLinear:
            continue
        falls, rises = not equal and claim.holds, not equal and not claim.holds
        yield LinearInvariant(claim, f"~{number}", found, falls, rises)


Delta = Mapping[tuple[Term, Number], int]
"""A sum of numbers under conditions, each so often; what cancels out is not there."""


class LinearTracker:
    """Keeps the sums up to date in the states of one executor."""

    def __init__(
        self,
        evaluator: ConeEvaluator,
        types: Mapping[str, ty.Type],
        invariants: Sequence[LinearInvariant],
        version: Callable[[], int],
    ) -> None:
        self._ev, self._types, self._version = evaluator, types, version
        self._v, self._n, self._t = evaluator.v, evaluator.n, evaluator.t
        self._of = {invariant.claim: invariant for invariant in invariants}
        self._deltas: dict[int, Delta] = {}
        self.names = frozenset(invariant.delta for invariant in invariants)
        """Where the changes are kept."""
        self.variables = frozenset(
            part.variable for invariant in invariants for part in invariant.parts
        )
        """What the sums are about."""

    def unchanged(self) -> Slot:
        """Where a run begins: no sum has changed yet."""
        return self._slot({})

    def _slot(self, delta: Delta) -> Slot:
        """A change as the slot of a state."""
        version = self._version()
        self._deltas[version] = {term: times for term, times in delta.items() if times}
        return Slot(NOTHING, version)

    def joined(self, condition: Term, one: Slot, other: Slot) -> Slot:
        """The first if the condition holds, otherwise the second."""
        left, right = self._deltas[one.version], self._deltas[other.version]
        found: dict[tuple[Term, Number], int] = {}
        for delta, others, side in (
            (left, right, condition),
            (right, left, self._t.not_(condition)),
        ):
            for (here, number), times in delta.items():
                if others.get((here, number)) == times:
                    found[here, number] = times
                else:
                    key = (self._t.and_((side, here)), number)
                    found[key] = found.get(key, 0) + times
        return self._slot(found)

    def record(self, change: StoreEffect, slots: dict[str, Slot]) -> None:
        """Follow what a store changes."""
        for invariant in self._of.values():
            delta: dict[tuple[Term, Number], int] = {}
            for part in invariant.parts:
                if part.variable == change.stmt.var:
                    for here, number, times in self._changes(part, change):
                        _add(self._n, delta, here, number, times * part.factor)
            if delta:
                before = dict(self._deltas[slots[invariant.delta].version])
                for (here, number), times in delta.items():
                    _add(self._n, before, here, number, times)
                slots[invariant.delta] = self._slot(before)

    def range(self, slot: Slot) -> tuple[int, int]:
        """Bounds of a change."""
        return self._n.range(self._number(slot))

    def moved(self, slot: Slot, by: Number) -> Slot:
        """A change, and a number more."""
        delta = dict(self._deltas[slot.version])
        _add(self._n, delta, self._t.true, by, 1)
        return self._slot(delta)

    def preserved(self, claim: object, slots: Mapping[str, Slot]) -> Term | None:
        """What makes a claim true if it was when the run began; None if that is not followed."""
        invariant = self._of.get(claim) if isinstance(claim, ExpressionInvariant) else None
        if invariant is None:
            return None
        delta, zero = self._number(slots[invariant.delta]), self._n.constant(0)
        if invariant.falls or invariant.rises:
            wrong = self._n.less(zero, delta) if invariant.falls else self._n.less(delta, zero)
            return self._t.true if wrong is self._t.false else None
        return self._n.is_(delta, 0)

    def _number(self, slot: Slot) -> Number:
        total: Number = self._n.constant(0)
        for (here, number), times in self._deltas[slot.version].items():
            many = self._n.multiply(self._n.constant(times), number)
            total = self._n.add(total, self._n.choose(here, many, self._n.constant(0)))
        return total

    # --- one store ----------------------------------------------------------------------------

    def _changes(self, part: Part, change: StoreEffect) -> Iterator[tuple[Term, Number, int]]:
        """What is added under which condition, and how often, for a part of factor 1."""
        if part.keys is None or change.key is not None:
            here = self._t.true if part.keys is None else self._at(part.keys, change)
            if here is not self._t.false:
                for number, times in self._difference(part, change):
                    yield here, number, times
            return
        t = self._types[part.variable]
        assert isinstance(t, ty.Map)
        assert isinstance(change.new, Entries)
        assert isinstance(change.old, Entries)
        for key in sorted(part.keys):
            i = key - ty.lowest(t.key)
            yield self._t.true, self._evaluated(part, change.new.values[i]), 1
            yield self._t.true, self._evaluated(part, change.old.values[i]), -1

    def _difference(self, part: Part, change: StoreEffect) -> Iterator[tuple[Number, int]]:
        added = change.added(self._v) if isinstance(part.body, x.Lookup | x.Var) else None
        value = change.stmt.value
        if added is not None:
            sign, number = added
            yield number, sign
        elif (
            isinstance(part.body, x.Quantifier)
            and part.body.kind in ("sum", "count")
            and isinstance(part.body.over.type, ty.List)
            and isinstance(value, x.Concat)
            and change.is_old(value.left)
        ):
            yield self._evaluated(part, change.value_of(value.right)), 1
        else:
            yield self._evaluated(part, change.new), 1
            yield self._evaluated(part, change.old), -1

    def _evaluated(self, part: Part, value: Value) -> Number:
        """The body of a part where the entry that it reads is ``value``."""
        t = self._types[part.variable]
        if part.keys is not None:
            assert isinstance(t, ty.Map)
            value = Entries((value,) * ty.size(t.key))
        slots = {part.variable: Slot(value, self._ev.version_of(value))}
        return self._ev.number(part.body, Frame(slots, values_of(self._ev, part.bound)))

    def _at(self, keys: frozenset[int], change: StoreEffect) -> Term:
        """Whether a store is to one of the keys."""
        t = self._types[change.stmt.var]
        assert isinstance(t, ty.Map)
        assert change.key is not None
        key = change.stmt.key
        if isinstance(key, x.Make) and isinstance(t.key, ty.Record):
            allowed = _by_field(t.key, keys)
            fields = [
                (field, self._v.number(change.value_of(e)))
                for (_, field), e in zip(t.key.fields, key.fields, strict=True)
            ]
            inside = all(self._within(field, number) for field, number in fields)
            if inside and prod(map(len, allowed)) == len(keys):
                return self._t.and_(
                    self._one_of(field, number, values)
                    for (field, number), values in zip(fields, allowed, strict=True)
                )
        return self._one_of(t.key, change.key, keys)

    def _within(self, t: ty.Scalar, number: Number) -> bool:
        return self._n.within(number, *ty.bounds(t)) is self._t.true

    def _one_of(self, t: ty.Scalar, number: Number, values: frozenset[int]) -> Term:
        if len(values) == ty.size(t) and self._within(t, number):
            return self._t.true
        return self._t.or_(self._n.is_(number, value) for value in sorted(values))


def _add(
    n: Numbers, delta: dict[tuple[Term, Number], int], here: Term, number: Number, times: int
) -> None:
    """Add to a change; known numbers count as so many times 1."""
    known = n.known(number)
    if known is not None:
        number, times = n.constant(1), times * known
    delta[here, number] = delta.get((here, number), 0) + times


def _by_field(t: ty.Record, keys: frozenset[int]) -> list[frozenset[int]]:
    """For each field of a record, the values that it has in some of the keys."""
    steps = zip(t.fields, ty.strides(t), strict=True)
    return [
        frozenset(ty.lowest(field) + key // step % ty.size(field) for key in keys)
        for (_, field), step in steps
    ]


def tracking(
    invariants: Sequence[LinearInvariant],
) -> Callable[[ConeEvaluator, Mapping[str, ty.Type], Callable[[], int]], LinearTracker]:
    """What makes an executor's tracker of these invariants."""
    return lambda evaluator, types, version: LinearTracker(evaluator, types, invariants, version)
