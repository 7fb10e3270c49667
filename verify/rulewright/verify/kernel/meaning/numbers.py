"""Symbolic integers: bit vectors with the range in which they lie. Nothing ever wraps around."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from .terms import KernelTerm, KernelTermBuilder

_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class RangedNumber:
    """A signed bit vector that lies in ``lo..hi`` and has just the width for that range."""

    term: KernelTerm
    lo: int
    hi: int


def width_of(lo: int, hi: int) -> int:
    """How many bits hold every number from ``lo`` to ``hi``, signed.

    >>> width_of(0, 7), width_of(-8, 0), width_of(0, 8), width_of(0, 0)
    (4, 4, 5, 1)
    """
    return max(~lo, hi).bit_length() + 1


class RangedArithmetic:
    """Arithmetic over one builder of terms; ``facts`` receives what is true of every variable."""

    def __init__(self, terms: KernelTermBuilder, facts: dict[KernelTerm, KernelTerm]) -> None:
        self.t = terms
        self.facts = facts
        self._constants: dict[int, RangedNumber] = {}
        self._made: dict[KernelTerm, tuple[tuple[RangedNumber, int], ...] | None] = {}
        self._multiples: dict[KernelTerm, tuple[RangedNumber, int] | None] = {}

    def constant(self, value: int) -> RangedNumber:
        """A known number."""
        known = self._constants.get(value)
        if known is None:
            term = self.t.number(value, width_of(value, value))
            known = self._constants[value] = RangedNumber(term, value, value)
        return known

    def within(self, term: KernelTerm, lo: int, hi: int) -> RangedNumber:
        """A term of the width for ``lo..hi``; that it lies there becomes a fact."""
        number = RangedNumber(term, lo, hi)
        self.facts[term] = self.inside(number, lo, hi, sure=False)
        return number

    def variable(self, lo: int, hi: int) -> RangedNumber:
        """Any number from ``lo`` to ``hi``."""
        if lo >= hi:
            return self.constant(lo)
        return self.within(self.t.variable(width_of(lo, hi)), lo, hi)

    def known(self, a: RangedNumber) -> int | None:
        """The value, if there is just one."""
        return a.lo if a.lo == a.hi else None

    def wide(self, a: RangedNumber, width: int) -> KernelTerm:
        """The bit vector in this many bits, which must suffice for the value if not for the range."""
        if a.term.width <= width:
            return self.t.widen(a.term, width)
        return self.t.narrow(a.term, width)

    def ranged(self, term: KernelTerm, lo: int, hi: int) -> RangedNumber:
        """A term that is known to lie in ``lo..hi``, in the width for that."""
        if lo == hi:
            return self.constant(lo)
        width = width_of(lo, hi)
        fitted = self.t.narrow(term, width) if term.width > width else self.t.widen(term, width)
        return RangedNumber(fitted, lo, hi)

    def choose(self, c: KernelTerm, a: RangedNumber, b: RangedNumber) -> RangedNumber:
        """``a`` if ``c``, otherwise ``b``."""
        if c is self.t.true or (a.term is b.term and a.lo == b.lo and a.hi == b.hi):
            return a
        if c is self.t.false:
            return b
        lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
        width = width_of(lo, hi)
        return RangedNumber(self.t.ite(c, self.wide(a, width), self.wide(b, width)), lo, hi)

    # --- comparing ----------------------------------------------------------------------------

    def equal(self, a: RangedNumber, b: RangedNumber) -> KernelTerm:
        """Whether they are equal."""
        if a.hi < b.lo or b.hi < a.lo:
            return self.t.false
        (one, more), (other, less) = self._offset(a), self._offset(b)
        if one is other:
            return self.t.truth(more == less)
        width = max(a.term.width, b.term.width)
        return self.t.equal(self.t.widen(a.term, width), self.t.widen(b.term, width))

    def is_(self, a: RangedNumber, value: int) -> KernelTerm:
        """Whether ``a`` is a known value; of a multiple of some number, whether that is the known value's part.

        A record of two is such a sum, and of a table about records only few are then asked about.
        """
        term, more = self._offset(a)
        multiple = self._multiples.get(_calculated(term))
        if multiple is None:
            return self.equal(a, self.constant(value))
        number, times = multiple
        part, rest = divmod(value - more, times)
        return self.t.false if rest else self.is_(number, part)

    def less(self, a: RangedNumber, b: RangedNumber) -> KernelTerm:
        """Whether ``a < b``."""
        if a.hi < b.lo:
            return self.t.true
        if a.lo >= b.hi:
            return self.t.false
        width = max(a.term.width, b.term.width)
        return self.t.less(self.t.widen(a.term, width), self.t.widen(b.term, width))

    def inside(self, a: RangedNumber, lo: int, hi: int, *, sure: bool = True) -> KernelTerm:
        """Whether ``lo <= a <= hi``; unless ``sure``, the range of ``a`` is not relied on."""
        if not sure:
            span = 1 << a.term.width - 1
            a = RangedNumber(a.term, -span, span - 1)
        below, above = self.less(a, self.constant(lo)), self.less(self.constant(hi), a)
        return self.t.and_((self.t.not_(below), self.t.not_(above)))

    # --- calculating --------------------------------------------------------------------------

    def add(self, a: RangedNumber, b: RangedNumber) -> RangedNumber:
        """``a + b``."""
        return self._calculate("bvadd", a, b, (a.lo + b.lo, a.hi + b.hi))

    def subtract(self, a: RangedNumber, b: RangedNumber) -> RangedNumber:
        """``a - b``."""
        if a == b:
            return self.constant(0)
        return self._calculate("bvsub", a, b, (a.lo - b.hi, a.hi - b.lo))

    def multiply(self, a: RangedNumber, b: RangedNumber) -> RangedNumber:
        """``a * b``."""
        ends = [u * v for u in (a.lo, a.hi) for v in (b.lo, b.hi)]
        found = self._calculate("bvmul", a, b, (min(ends), max(ends)))
        for number, times in ((a, b), (b, a)):
            if times.lo == times.hi > 1 and number.lo < number.hi:
                _note(self._multiples, _calculated(found.term), (number, times.lo))
        return found

    def _calculate(
        self, op: str, a: RangedNumber, b: RangedNumber, ends: tuple[int, int]
    ) -> RangedNumber:
        for one, other in ((a, b), (b, a)):
            if one.lo == one.hi == 0 and op != "bvsub":
                return other if op == "bvadd" else one
            if one.lo == one.hi == 1 and op == "bvmul":
                return other
        if b.lo == b.hi == 0:
            return a
        if ends[0] == ends[1]:
            return self.constant(ends[0])
        width = max(width_of(*ends), a.term.width, b.term.width)
        term = self.t.calculate(op, self.t.widen(a.term, width), self.t.widen(b.term, width))
        found = self.ranged(term, *ends)
        if op != "bvmul":
            _note(self._made, _calculated(term), ((a, 1), (b, 1 if op == "bvadd" else -1)))
        return found

    def made_from(self, a: RangedNumber) -> tuple[tuple[RangedNumber, int], ...] | None:
        """The numbers from which it was made, each with 1 if it was added, -1 if it was subtracted; None if
        that is not known, or they were not always known to lie in the same ranges."""
        return self._made.get(_calculated(a.term))

    def _offset(self, a: RangedNumber) -> tuple[KernelTerm, int]:
        """A number as a term and a constant that was added to it, 0 if none is known."""
        more = 0
        while (made := self.made_from(a)) is not None:
            (one, _), (other, sign) = made
            if other.lo == other.hi:
                a, more = one, more + sign * other.lo
            elif one.lo == one.hi and sign > 0:
                a, more = other, more + one.lo
            else:
                break
        return a.term, more

    def divide(self, a: RangedNumber, divisor: int) -> RangedNumber:
        """``a div divisor``, rounded down; the divisor is positive."""
        shift = a.lo // divisor
        if shift == a.hi // divisor:
            return self.constant(shift)
        above = self.subtract(a, self.constant(shift * divisor))
        quotient = self._unsigned("bvudiv", above, divisor, above.hi // divisor)
        return self.add(quotient, self.constant(shift))

    def remainder(self, a: RangedNumber, divisor: int) -> RangedNumber:
        """``a mod divisor``, never negative; the divisor is positive."""
        shift = a.lo // divisor
        above = self.subtract(a, self.constant(shift * divisor))
        if shift == a.hi // divisor:
            return above
        return self._unsigned("bvurem", above, divisor, divisor - 1)

    def _unsigned(self, op: str, a: RangedNumber, divisor: int, highest: int) -> RangedNumber:
        width = max(a.term.width, width_of(0, divisor))
        number = self.t.number(divisor, width)
        return self.ranged(self.t.calculate(op, self.t.widen(a.term, width), number), 0, highest)

    # --- several ------------------------------------------------------------------------------

    def sum(self, numbers: Iterable[RangedNumber]) -> RangedNumber:
        """Their sum, added in pairs, so that carries stay short."""
        waiting = list(numbers) or [self.constant(0)]
        while len(waiting) > 1:
            pairs = zip(waiting[::2], waiting[1::2], strict=False)
            rest = waiting[-1:] if len(waiting) % 2 else []
            waiting = [self.add(a, b) for a, b in pairs] + rest
        return waiting[0]

    def count(self, conditions: Iterable[KernelTerm]) -> RangedNumber:
        """How many of the conditions are true."""
        sure = 0
        open_: list[RangedNumber] = []
        for condition in conditions:
            if condition is self.t.true:
                sure += 1
            elif condition is not self.t.false:
                open_.append(self.of(condition))
        return self.sum([self.constant(sure), *open_])

    def of(self, condition: KernelTerm) -> RangedNumber:
        """1 if the condition holds, otherwise 0."""
        return self.choose(condition, self.constant(1), self.constant(0))


def _calculated(term: KernelTerm) -> KernelTerm:
    """A term with all the bits in which it was calculated: on one path its range may be known to need fewer of
    them, while on another it is found to fit into as many."""
    while term.op == "extract":
        (term,) = term.args
    return term


def _note(known: dict[KernelTerm, _Made | None], term: KernelTerm, how: _Made) -> None:
    """Note how a term was made; nothing if it was made otherwise elsewhere: on some path more may be known of
    a part than on another."""
    if known.setdefault(term, how) != how:
        known[term] = None
