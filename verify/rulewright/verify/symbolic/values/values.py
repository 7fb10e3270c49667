"""Symbolic values of every type of the IR.

==========  ===============================================================
type        a symbolic value of it
==========  ===============================================================
Bool        a Bool term
other       a symbolic integer (:mod:`.numbers`), in the IR's representation
scalars
Set         :class:`Bits`: for every ordinal, whether it is in
Map         :class:`Entries`: for every ordinal of the key, a value
List        :class:`SymbolicList`: the length, and an item for every position; what
            stands at positions from the length on means nothing
==========  ===============================================================
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.ir import types as ty

from ...solvers.terms.terms import Term, TermBuilder
from .numbers import Cases, GuardedArithmetic, GuardedInteger, Wide


@dataclass(frozen=True, slots=True)
class Bits:
    """A set."""

    bits: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Entries:
    """A map."""

    values: tuple[SymbolicValue, ...]


@dataclass(frozen=True, slots=True)
class SymbolicList:
    """A list."""

    length: GuardedInteger
    items: tuple[SymbolicValue, ...]


SymbolicValue = Term | Cases | Wide | Bits | Entries | SymbolicList


def restore(t: ty.Type, value: int) -> ty.Value:
    """A scalar's integer in the common representation."""
    return bool(value) if isinstance(t, ty.Bool) else value


class SymbolicValues:
    """Makes, compares and chooses between symbolic values."""

    def __init__(self, terms: TermBuilder) -> None:
        self.t = terms
        self.n = GuardedArithmetic(terms)

    # --- from and to concrete values ----------------------------------------------------------

    def constant(self, t: ty.Type, value: ty.Value) -> SymbolicValue:
        """A known value of ``t``."""
        match t, value:
            case ty.Bool(), _:
                return self.t.truth(bool(value))
            case ty.Set(element), int():
                return Bits(
                    tuple(self.t.truth(bool(value >> i & 1)) for i in range(ty.size(element)))
                )
            case ty.Map(_, inner), tuple():
                return Entries(tuple(self.constant(inner, v) for v in value))
            case ty.List(element, _), tuple():
                items = tuple(self.constant(element, v) for v in value)
                return SymbolicList(self.n.constant(len(value)), items)
            case _, int():
                return self.n.constant(value)
        raise TypeError(f"{value!r} is no value of {ty.show(t)}")

    def number(self, value: SymbolicValue) -> GuardedInteger:
        """A scalar as an integer."""
        if isinstance(value, Term):
            return self.n.of({0: self.t.not_(value), 1: value})
        assert isinstance(value, Cases | Wide), value
        return value

    def typed(self, t: ty.Type, number: GuardedInteger) -> SymbolicValue:
        """An integer as a scalar of ``t``: the inverse of :meth:`number`."""
        return self.n.is_(number, 1) if isinstance(t, ty.Bool) else number

    def condition(self, value: SymbolicValue) -> Term:
        """A value that is a Bool."""
        assert isinstance(value, Term), value
        return value

    # --- choosing and comparing ---------------------------------------------------------------

    def choose(self, condition: Term, a: SymbolicValue, b: SymbolicValue) -> SymbolicValue:
        """``a`` if the condition holds, otherwise ``b``."""
        if condition is self.t.true or a is b:
            return a
        if condition is self.t.false:
            return b
        match a, b:
            case Term(), Term():
                return self.t.ite(condition, a, b)
            case Bits(left), Bits(right):
                pairs = zip(left, right, strict=True)
                return Bits(tuple(self.t.ite(condition, x, y) for x, y in pairs))
            case Entries(left_values), Entries(right_values):
                both = zip(left_values, right_values, strict=True)
                return Entries(tuple(self.choose(condition, x, y) for x, y in both))
            case SymbolicList(), SymbolicList():
                return self._choose_list(condition, a, b)
            case _:
                return self.n.choose(condition, self.number(a), self.number(b))

    def _choose_list(self, condition: Term, a: SymbolicList, b: SymbolicList) -> SymbolicList:
        shared = min(len(a.items), len(b.items))
        rest = a.items[shared:] or b.items[shared:]
        items = [
            self.choose(condition, x, y)
            for x, y in zip(a.items[:shared], b.items[:shared], strict=True)
        ]
        return SymbolicList(self.n.choose(condition, a.length, b.length), (*items, *rest))

    def equal(self, a: SymbolicValue, b: SymbolicValue) -> Term:
        """Whether two values are equal (scalars by their integers)."""
        match a, b:
            case Term(), Term():
                return self.t.same(a, b)
            case Bits(left), Bits(right):
                return self.t.and_(self.t.same(x, y) for x, y in zip(left, right, strict=True))
            case Entries(left_values), Entries(right_values):
                both = zip(left_values, right_values, strict=True)
                return self.t.and_(self.equal(x, y) for x, y in both)
            case SymbolicList(), SymbolicList():
                pairs = enumerate(zip(a.items, b.items, strict=False))
                return self.t.and_(
                    [self.n.equal(a.length, b.length)]
                    + [
                        self.t.or_((self.t.not_(self.longer(a, i)), self.equal(x, y)))
                        for i, (x, y) in pairs
                    ]
                )
            case _:
                return self.n.equal(self.number(a), self.number(b))

    def longer(self, of: SymbolicList, i: int) -> Term:
        """Whether a list has an item at position ``i``."""
        return self.n.less(self.n.constant(i), of.length)

    def fits(self, t: ty.Type, value: SymbolicValue) -> Term:
        """Whether ``value`` is one of the values of ``t``."""
        match t, value:
            case ((ty.Bool() | ty.Set()), _):
                return self.t.true
            case ty.Map(_, inner), Entries(values):
                return self.t.and_(self.fits(inner, v) for v in values)
            case ty.List(element, limit), SymbolicList(length, items):
                within = [self.n.within(length, 0, limit)]
                for i, item in enumerate(items):
                    fine = self.fits(element, item)
                    if fine is not self.t.true:
                        within.append(self.t.implies(self.longer(value, i), fine))
                return self.t.and_(within)
        assert not isinstance(t, ty.Map | ty.List | ty.Set)
        return self.n.within(self.number(value), *ty.bounds(t))

    def fitted(self, t: ty.Type, value: SymbolicValue) -> SymbolicValue:
        """``value``, which is known to fit ``t``, without the parts that do not."""
        match t, value:
            case ((ty.Bool() | ty.Set()), _):
                return value
            case ty.Map(_, inner), Entries(values):
                return Entries(tuple(self.fitted(inner, v) for v in values))
            case ty.List(element, limit), SymbolicList(length, items):
                shortened = tuple(self.fitted(element, item) for item in items[:limit])
                return SymbolicList(self.n.clamp(length, 0, limit), shortened)
        assert not isinstance(t, ty.Map | ty.List | ty.Set)
        return self.n.clamp(self.number(value), *ty.bounds(t))

    def elements(self, t: ty.Scalar, bits: Bits) -> Iterator[tuple[int, Term]]:
        """The values that may be in a set of ``t``, ascending, and when they are."""
        lo, false = ty.lowest(t), self.t.false
        return ((lo + i, bit) for i, bit in enumerate(bits.bits) if bit is not false)

    def element(self, t: ty.Scalar, value: int) -> SymbolicValue:
        """A known scalar."""
        return self.constant(t, restore(t, value))
