"""Symbolic values of every type of the IR.

=======  ==========================================================================================
type     a symbolic value of it
=======  ==========================================================================================
Bool     a truth value (:class:`.terms.KernelTerm`)
scalar   a :class:`.numbers.RangedNumber`, in the IR's representation
Set      :class:`Members`: for each element of the type, by its ordinal, whether it is in
Map      :class:`LazyMap`: what stands at a key, found out when it is asked for
List     :class:`Items`: the length, and an item for each position; those from the length on mean
         nothing
=======  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rulewright.dsl.ir import types as ty

from .numbers import RangedArithmetic, RangedNumber, width_of
from .terms import KernelTerm, KernelTermBuilder
from .walks import Walks


@dataclass(frozen=True, slots=True)
class Members:
    """A set; ``only``: its one element, if it is known to have just one; ``grown``: how it was made from
    another by adding or removing elements, if that is known; ``has``: whether an element of the type is in,
    asked of itself and not of all elements, if the set was made by a condition on its elements."""

    bits: tuple[KernelTerm, ...]
    only: RangedNumber | None = field(default=None, compare=False)
    grown: Growth | None = field(default=None, compare=False)
    has: Has | None = field(default=None, compare=False)


Has = Callable[[RangedNumber], KernelTerm]


class Growth:
    """The set ``of`` which another was made, and by how much the other is larger: worked out when it is
    asked for, as few sets are counted."""

    def __init__(self, of: Members, by: Callable[[], RangedNumber]) -> None:
        self.of = of
        self._by = by

    @cached_property
    def by(self) -> RangedNumber:
        """By how much the other set is larger."""
        return self._by()


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    length: RangedNumber
    items: tuple[KernelValue, ...]


class LazyMap:
    """A map: a function of its keys, evaluated once for each. Two are equal if they are one object."""

    def __init__(
        self,
        t: ty.Map,
        numbers: RangedArithmetic,
        of: Callable[[RangedNumber], KernelValue],
        *,
        constant: bool = False,
    ) -> None:
        """``constant``: all its entries are known."""
        self.t = t
        self.constant = constant
        self._numbers = numbers
        self._of = of
        self._width = width_of(*ty.bounds(t.key))
        self._known: dict[RangedNumber, KernelValue] = {}

    def at(self, key: RangedNumber) -> KernelValue:
        """The value at a key, which is one of the type's."""
        # Ranges are what is known on a path: a value found for one range is kept for that range alone.
        found = self._known.get(key)
        if found is None:
            lo, hi = ty.bounds(self.t.key)
            term = self._numbers.wide(key, self._width)
            found = self._of(RangedNumber(term, max(lo, min(key.lo, hi)), min(hi, max(key.hi, lo))))
            self._known[key] = found
        return found

    def entry(self, key: int) -> KernelValue:
        """The value at a known key."""
        return self.at(self._numbers.constant(key))


class AnyValue:
    """Any value of a type, made when it is first needed. Two are equal if they are one object."""

    def __init__(self, t: ty.Type) -> None:
        self.t = t
        self.made: KernelValue | None = None


KernelValue = KernelTerm | RangedNumber | Members | LazyMap | Items
Content = KernelValue | AnyValue
"""What a variable holds."""


class KernelValues:
    """Makes, compares and chooses between symbolic values."""

    def __init__(self, terms: KernelTermBuilder) -> None:
        self.t = terms
        self.facts: dict[KernelTerm, KernelTerm] = {}
        """For each variable that was made, and each application of a function: that it lies in the range of
        its type, where its bits allow more."""
        self.n = RangedArithmetic(terms, self.facts)
        self.walks = Walks(self.n)
        self._sets: dict[tuple[tuple[int, int], int], Members] = {}
        """The known sets, by the range of their elements and their representation: each is one object."""

    # --- scalars ------------------------------------------------------------------------------

    def number(self, value: KernelValue) -> RangedNumber:
        """A scalar as an integer."""
        if isinstance(value, KernelTerm):
            return self.n.of(value)
        assert isinstance(value, RangedNumber), value
        return value

    def typed(self, t: ty.Type, number: RangedNumber) -> KernelValue:
        """An integer as a scalar of ``t``; the inverse of :meth:`number`."""
        return self.n.is_(number, 1) if isinstance(t, ty.Bool) else number

    # --- making -------------------------------------------------------------------------------

    def seen(self, content: Content) -> KernelValue:
        """What a variable holds, as a value."""
        if not isinstance(content, AnyValue):
            return content
        if content.made is None:
            content.made = self.any(content.t)
        return content.made

    def constant(self, t: ty.Type, value: ty.Value) -> KernelValue:
        """A known value of ``t``."""
        match t, value:
            case ty.Bool(), _:
                return self.t.truth(bool(value))
            case ty.Set(element), int():
                return self._known_set(element, value)
            case ty.Map(), tuple():
                return LazyMap(t, self.n, lambda key: self._entry(t, value, key), constant=True)
            case ty.List(element), tuple():
                items = tuple(self.constant(element, item) for item in value)
                return Items(self.n.constant(len(value)), items)
            case _, int():
                return self.n.constant(value)
        raise TypeError(f"{value!r} is no value of {ty.show(t)}")

    def _known_set(self, element: ty.Scalar, value: int) -> Members:
        key = ty.bounds(element), value
        if key not in self._sets:
            bits = (self.t.truth(bool(value >> i & 1)) for i in range(ty.size(element)))
            found = Members(tuple(bits))
            self._sets[key] = replace(found, has=lambda n: self.is_in(element, n, found))
        return self._sets[key]

    def is_constant(self, content: Content) -> bool:
        """Whether a value is known, as far as its form shows."""
        match content:
            case KernelTerm():
                return content in (self.t.true, self.t.false)
            case RangedNumber(_, lo, hi):
                return lo == hi
            case Members(bits):
                return all(map(self.is_constant, bits))
            case Items(length, items):
                return all(map(self.is_constant, (length, *items[: length.hi])))
            case LazyMap():
                return content.constant
            case _:
                return False

    def _entry(self, t: ty.Map, entries: tuple[ty.Value, ...], key: RangedNumber) -> KernelValue:
        """The value of a known map at a key, by cases over the values that occur."""
        lo = ty.lowest(t.key)
        at = [(self.n.is_(key, k), entries[k - lo]) for k in range(key.lo, key.hi + 1)]
        if isinstance(t.value, ty.Set):
            # Element by element: sets differ from key to key, and contain few of many elements.
            size = ty.size(t.value.element)
            return Members(tuple(self._holds(at, i) for i in range(size)))
        where: dict[ty.Value, list[KernelTerm]] = {}
        for here, value in at:
            where.setdefault(value, []).append(here)
        (result, _), *others = where.items()
        found = self.constant(t.value, result)
        for value, keys in others:
            found = self.choose(self.t.or_(keys), self.constant(t.value, value), found)
        return found

    def _holds(self, at: Sequence[tuple[KernelTerm, ty.Value]], i: int) -> KernelTerm:
        """Whether the set at the key, one of those in ``at``, contains ``i``."""
        sides: tuple[list[KernelTerm], list[KernelTerm]] = ([], [])
        for here, members in at:
            assert isinstance(members, int)
            sides[members >> i & 1].append(here)
        out, in_ = map(self.t.or_, sides)
        return self.t.not_(out) if len(sides[0]) < len(sides[1]) else in_

    def any(self, t: ty.Type) -> KernelValue:
        """Any value of ``t``."""
        match t:
            case ty.Bool():
                return self.t.variable(0)
            case ty.Set(element):
                return Members(tuple(self.t.variable(0) for _ in range(ty.size(element))))
            case ty.Map():
                return LazyMap(t, self.n, self._function(t.value))
            case ty.List(element, limit):
                length = self.n.variable(0, limit)
                return Items(length, tuple(self.any(element) for _ in range(limit)))
            case _:
                return self.n.variable(*ty.bounds(t))

    def _function(self, t: ty.Type) -> Callable[[RangedNumber], KernelValue]:
        """Any value of ``t`` for each key, the same for the same key."""
        match t:
            case ty.List(element, limit):
                length = self._function(ty.Int(0, limit))
                items = [self._function(element) for _ in range(limit)]
                return lambda key: Items(
                    self.number(length(key)), tuple(item(key) for item in items)
                )
            case ty.Set(element):
                size, bits = ty.size(element), self.t.function()
                return lambda key: Members(
                    tuple(self.t.bit(self.t.apply(bits, key.term, size), i) for i in range(size))
                )
            case ty.Bool():
                truth = self.t.function()
                return lambda key: self.t.apply(truth, key.term, 0)
        assert ty.is_scalar(t), t
        lo, hi = ty.bounds(t)
        number = self.t.function()
        if lo >= hi:
            return lambda key: self.n.constant(lo)
        return lambda key: self.n.within(self.t.apply(number, key.term, width_of(lo, hi)), lo, hi)

    def stored(self, of: LazyMap, key: RangedNumber, value: KernelValue) -> LazyMap:
        """A map after ``value`` was put at ``key``."""
        grown = value.grown if isinstance(value, Members) else None
        known = grown is not None and grown.of == of.at(key)

        def at(k: RangedNumber) -> KernelValue:
            here = self.n.equal(k, key)
            found = self.choose_lazily(here, value, of, k)
            if grown is None or not known:
                return found
            # If both keys are the same, so is what stood there.
            then = of.at(k)
            assert isinstance(found, Members)
            assert isinstance(then, Members)
            here_only = Growth(then, lambda: self.n.choose(here, grown.by, self.n.constant(0)))
            return replace(found, grown=here_only)

        return LazyMap(of.t, self.n, at)

    def choose_lazily(
        self, c: KernelTerm, value: KernelValue, of: LazyMap, key: RangedNumber
    ) -> KernelValue:
        """``value`` if the condition holds, otherwise what stands at the key."""
        return value if c is self.t.true else self.choose(c, value, of.at(key))

    # --- choosing and comparing ---------------------------------------------------------------

    def choose(self, c: KernelTerm, a: KernelValue, b: KernelValue) -> KernelValue:
        """``a`` if the condition holds, otherwise ``b``; both of one type."""
        if c is self.t.true or a is b:
            return a
        if c is self.t.false:
            return b
        match a, b:
            case RangedNumber(), RangedNumber():
                return self.n.choose(c, a, b)
            case KernelTerm(), KernelTerm():
                return self.t.ite(c, a, b)
            case Members(left), Members(right):
                bits = tuple(self.t.ite(c, u, v) for u, v in zip(left, right, strict=True))
                return Members(bits, grown=self._grown(c, a, b), has=self._either(c, a, b))
            case LazyMap(), LazyMap():
                return LazyMap(a.t, self.n, lambda key: self.choose(c, a.at(key), b.at(key)))
            case Items(m, left_items), Items(n, right_items):
                few, many = sorted((left_items, right_items), key=len)
                both = tuple(
                    self.choose(c, u, v) for u, v in zip(left_items, right_items, strict=False)
                )
                return Items(self.n.choose(c, m, n), both + many[len(few) :])
        raise TypeError(f"{a} and {b} are of different types")

    def is_in(self, t: ty.Scalar, element: RangedNumber, of: Members) -> KernelTerm:
        """Whether a number is an element of a set of ``t``; a number that is not a ``t`` is in none."""
        lo, hi = ty.bounds(t)
        low, high = max(lo, element.lo), min(hi, element.hi)
        if of.has is not None and low < high:
            here = of.has(self.n.ranged(element.term, low, high))
            return self.t.and_((self.n.inside(element, lo, hi), here))
        return self.t.or_(
            self.t.and_((of.bits[k - lo], self.n.is_(element, k))) for k in range(low, high + 1)
        )

    def _either(self, c: KernelTerm, a: Members, b: Members) -> Has | None:
        if (one := a.has) is None or (other := b.has) is None:
            return None
        return lambda number: self.t.ite(c, one(number), other(number))

    def _grown(self, c: KernelTerm, a: Members, b: Members) -> Growth | None:
        """How the choice between two sets was made from one of them, if the other was made of it: of that one,
        and not of a set with the same elements, of which more may be known on its own path."""
        n, left, right = self.n, a.grown, b.grown
        if left is not None and left.of is b:
            return Growth(b, lambda: n.choose(c, left.by, n.constant(0)))
        if right is not None and right.of is a:
            return Growth(a, lambda: n.choose(c, n.constant(0), right.by))
        return None

    def equal(self, a: KernelValue, b: KernelValue) -> KernelTerm:
        """Whether two values of one type are equal; scalars are compared as numbers."""
        match a, b:
            case Members(left), Members(right):
                return self.t.and_(self.t.same(u, v) for u, v in zip(left, right, strict=True))
            case LazyMap(), LazyMap():
                lo, hi = ty.bounds(a.t.key)
                keys = range(lo, hi + 1)
                return self.t.and_(self.equal(a.entry(k), b.entry(k)) for k in keys)
            case Items(m, left_items), Items(n, right_items):
                pairs = zip(left_items, right_items, strict=False)
                alike = (
                    self.t.or_((self._out(i, m), self.equal(u, v)))
                    for i, (u, v) in enumerate(pairs)
                )
                return self.t.and_((self.n.equal(m, n), *alike))
            case KernelTerm(), KernelTerm():
                return self.t.same(a, b)
        return self.n.equal(self.number(a), self.number(b))

    def _out(self, i: int, length: RangedNumber) -> KernelTerm:
        """Whether position ``i`` lies beyond the end of a list of that length."""
        return self.t.not_(self.n.less(self.n.constant(i), length))

    def fits(self, t: ty.Type, value: KernelValue) -> KernelTerm:
        """Whether a value belongs to ``t``: a number in its range, a list that is not too long."""
        match value:
            case RangedNumber():
                assert ty.is_scalar(t)
                return self.n.inside(value, *ty.bounds(t))
            case Items(length, items):
                assert isinstance(t, ty.List)
                inside = (
                    self.t.or_((self._out(i, length), self.fits(t.element, item)))
                    for i, item in enumerate(items)
                )
                return self.t.and_((self.n.inside(length, 0, t.limit), *inside))
            case LazyMap():
                assert isinstance(t, ty.Map)
                lo, hi = ty.bounds(t.key)
                keys = range(lo, hi + 1)
                return self.t.and_(self.fits(t.value, value.entry(k)) for k in keys)
            case _:
                return self.t.true

    def widened(self, t: ty.Type, value: KernelValue) -> KernelValue:
        """A value of a type as one of a larger one: a set has none of the further elements."""
        if not isinstance(t, ty.Set) or not isinstance(value, Members):
            return value
        missing = ty.size(t.element) - len(value.bits)
        more = (self.t.false,) * missing
        return Members((*value.bits, *more), only=value.only) if missing else value

    def fitted(self, t: ty.Type, value: KernelValue) -> KernelValue:
        """A value that fits into ``t``, with the range and the positions of ``t``."""
        match value:
            case RangedNumber(term, lo, hi):
                assert ty.is_scalar(t)
                low, high = ty.bounds(t)
                # If it never fits, nothing comes after this.
                return self.n.ranged(term, min(max(lo, low), high), max(low, min(hi, high)))
            case Items(length, items):
                assert isinstance(t, ty.List)
                fitted = tuple(self.fitted(t.element, item) for item in items[: t.limit])
                return Items(self.n.ranged(length.term, length.lo, min(length.hi, t.limit)), fitted)
            case LazyMap():
                assert isinstance(t, ty.Map)
                inner = t.value
                known = value.constant
                return LazyMap(
                    t, self.n, lambda key: self.fitted(inner, value.at(key)), constant=known
                )
            case _:
                return value
