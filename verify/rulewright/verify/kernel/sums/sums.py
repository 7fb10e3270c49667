"""How a store changes the difference of two sums that a claim compares.

It changes the parts that depend on the stored entry, and no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty

from ..meaning.expressions.evaluation import KernelMeaning
from ..meaning.numbers import RangedNumber
from ..meaning.terms import KernelTerm
from ..meaning.values import KernelValue, LazyMap, Members
from .parts import SumComparison, SumPart, frame
from .shifts import Shift, Shifts


@dataclass(frozen=True, slots=True)
class StoreEffect:
    """A store: the variable before and after; with ``key``, the entries there before and after.

    ``permuted``: the new map is the old one with its values moved.
    """

    variable: str
    old: KernelValue
    new: KernelValue
    key: RangedNumber | None = None
    old_entry: KernelValue | None = None
    new_entry: KernelValue | None = None
    permuted: bool = False


class Sum:
    """The difference of the two sides of a claim, followed from store to store."""

    def __init__(self, meaning: KernelMeaning, of: SumComparison) -> None:
        """``meaning`` leaves nothing open."""
        self._m = meaning
        self.of = of
        self.variables = of.variables
        self._types = {variable.name: variable.type for variable in meaning.program.variables}
        self._shifts = Shifts(meaning.n)

    def added(self, shift: Shift, change: StoreEffect) -> Shift:
        """The shift so far plus that of one more store: what it adds to the left side, less what it adds to
        the right one."""
        more = (
            (number, part.factor * sign)
            for part in self.of.parts
            if part.variable == change.variable
            for number, sign in self._changes(part, change)
        )
        return self._shifts.plus(shift, more)

    def kept(self, shift: Shift) -> KernelTerm:
        """Whether a change of the difference by ``shift`` keeps the claim.

        It does if each of several numbers whose sum is the shift keeps it: that is stated as well.
        """
        apart = map(self._keeps, self._shifts.together(shift))
        return self._m.t.or_((self._keeps(self._shifts.total(shift)), self._m.t.and_(apart)))

    def _keeps(self, shift: RangedNumber) -> KernelTerm:
        n, zero = self._m.n, self._m.n.constant(0)
        if self.of.may_fall:
            return self._m.t.not_(n.less(zero, shift))
        if self.of.may_rise:
            return self._m.t.not_(n.less(shift, zero))
        return n.equal(shift, zero)

    def anything(self) -> RangedNumber:
        """The values that the parts can have together: any number within their ranges."""
        n = self._m.n
        lo = hi = 0
        for part in self.of.parts:
            kind = self._types[part.variable]
            one = self._of(part, self._m.v.any(kind))
            times = part.factor * (1 if part.keys is None else len(part.keys))
            ends = times * one.lo, times * one.hi
            lo, hi = lo + min(ends), hi + max(ends)
        return n.variable(lo, hi)

    def changed_by(self, shift: Shift) -> RangedNumber:
        """A shift as one number."""
        return self._shifts.total(shift)

    # --- one store ----------------------------------------------------------------------------

    def _changes(self, part: SumPart, change: StoreEffect) -> Iterator[tuple[RangedNumber, int]]:
        """The numbers that come (1) and go (-1)."""
        n = self._m.n
        if part.keys is None:
            yield self._grown(part, change), 1
        elif change.key is None:
            assert isinstance(change.old, LazyMap)
            assert isinstance(change.new, LazyMap)
            if change.permuted and len(part.keys) == ty.size(change.old.t.key):
                return  # There is one body for all keys, so it does not matter which value stands where.
            for key in sorted(part.keys):
                yield self._at_key(part, change, change.new.entry(key)), 1
                yield self._at_key(part, change, change.old.entry(key)), -1
        else:
            number = change.key
            every = range(number.lo, number.hi + 1)
            here = self._m.t.true
            if not part.keys.issuperset(every):
                here = self._m.t.or_(n.is_(number, k) for k in every if k in part.keys)
            assert change.new_entry is not None
            assert change.old_entry is not None
            new = self._at_key(part, change, change.new_entry)
            old = self._at_key(part, change, change.old_entry)
            if here is self._m.t.true:
                yield new, 1
                yield old, -1
            else:
                yield n.choose(here, n.subtract(new, old), n.constant(0)), 1

    def _grown(self, part: SumPart, change: StoreEffect) -> RangedNumber:
        """By how much the body for all of a variable grows: for a set, what is added less what is removed."""
        n, t, new, old = self._m.n, self._m.t, change.new, change.old
        side = _sized(part.body)
        if side is None or not isinstance(new, Members):
            return n.subtract(self._of(part, new), self._of(part, old))
        assert isinstance(old, Members)
        if new.grown is not None and new.grown.of == old:
            return n.multiply(n.constant(side), new.grown.by)
        pairs = list(zip(new.bits, old.bits, strict=True))
        come = n.count(t.and_((a, t.not_(b))) for a, b in pairs)
        go = n.count(t.and_((b, t.not_(a))) for a, b in pairs)
        return n.subtract(come, go) if side > 0 else n.subtract(go, come)

    def _at_key(self, part: SumPart, change: StoreEffect, entry: KernelValue) -> RangedNumber:
        """The body where the one entry that it reads is ``entry``."""
        assert isinstance(change.old, LazyMap)
        return self._of(part, LazyMap(change.old.t, self._m.n, lambda key: entry))

    def _of(self, part: SumPart, value: KernelValue) -> RangedNumber:
        read = frame(self._m, dict(part.bound), {part.variable: value})
        return self._m.number(part.body, read)


def shifted(sums: Sequence[Sum], shifts: Sequence[Shift], change: StoreEffect) -> tuple[Shift, ...]:
    """The shifts of the sums, one each, after one more change."""
    return tuple(
        sum_.added(shift, change) if change.variable in sum_.variables else shift
        for sum_, shift in zip(sums, shifts, strict=True)
    )


def _sized(body: x.Expr) -> int | None:
    """1 for the size of a variable, -1 for that of its complement; None for anything else."""
    match body:
        case x.Size(x.Var()):
            return 1
        case x.Size(x.Combine("difference", x.Const(int(all_), ty.Set(t)), x.Var())) if (
            all_ == (1 << ty.size(t)) - 1
        ):
            return -1
    return None
