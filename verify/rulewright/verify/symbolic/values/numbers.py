"""Symbolic integers: a few possible values with their conditions, or a bit vector.

Exactly one of the conditions of :class:`Cases` is true wherever the number means anything (on
the path on which it was made). Nothing ever wraps around: widths follow from ranges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ...effort.encoding import ENCODING
from ...solvers.terms.terms import Term, TermBuilder


@dataclass(frozen=True, slots=True)
class Cases:
    """Possible values, ascending, each with the condition that the number is it; a single value is
    unconditional."""

    items: tuple[tuple[int, Term], ...]


@dataclass(frozen=True, slots=True)
class Wide:
    """A signed bit vector that is known to lie in ``lo..hi``, and is wide enough for it."""

    term: Term
    lo: int
    hi: int


GuardedInteger = Cases | Wide


def width_of(lo: int, hi: int) -> int:
    """How many bits hold every signed number of the range.

    >>> width_of(0, 7), width_of(-8, 0), width_of(0, 8)
    (4, 4, 5)
    """
    return max(lo.bit_length() if lo >= 0 else (-lo - 1).bit_length(), max(hi, 0).bit_length()) + 1


class GuardedArithmetic:
    """Arithmetic on symbolic integers over one builder of terms."""

    def __init__(self, terms: TermBuilder) -> None:
        self.t = terms

    # --- making -------------------------------------------------------------------------------

    def constant(self, value: int) -> Cases:
        """A known number."""
        return Cases(((value, self.t.true),))

    def of(self, cases: Mapping[int, Term]) -> Cases:
        """The number that is each of the values under its condition."""
        false = self.t.false
        items = tuple(sorted((v, c) for v, c in cases.items() if c is not false))
        return self.constant(items[0][0]) if len(items) == 1 else Cases(items)

    def gather(self, cases: Iterable[tuple[int, Term]]) -> Cases:
        """Like :meth:`of`, where values may occur several times."""
        conditions: dict[int, list[Term]] = {}
        for value, condition in cases:
            conditions.setdefault(value, []).append(condition)
        return self.of({v: self.t.or_(cs) for v, cs in conditions.items()})

    def known(self, x: GuardedInteger) -> int | None:
        """The value, if there is just one."""
        return x.items[0][0] if isinstance(x, Cases) and len(x.items) == 1 else None

    def range(self, x: GuardedInteger) -> tuple[int, int]:
        """Bounds of the value."""
        if isinstance(x, Wide):
            return x.lo, x.hi
        return (x.items[0][0], x.items[-1][0]) if x.items else (0, 0)

    def wide(self, x: GuardedInteger, lo: int, hi: int) -> Term:
        """``x`` as a bit vector for ``lo..hi``, which must contain its range."""
        width = width_of(lo, hi)
        if isinstance(x, Wide):
            return self.t.fit(x.term, width)
        if not x.items:
            return self.t.number(0, width)
        (last, _), *rest = reversed(x.items)
        term = self.t.number(last, width)
        for value, condition in rest:
            term = self.t.ite(condition, self.t.number(value, width), term)
        return term

    def cases(self, x: GuardedInteger) -> Cases:
        """``x`` by its values, however many."""
        if isinstance(x, Cases):
            return x
        return self.of({v: self.is_(x, v) for v in range(x.lo, x.hi + 1)})

    # --- comparing ----------------------------------------------------------------------------

    def is_(self, x: GuardedInteger, value: int) -> Term:
        """Whether ``x`` is a known value."""
        if isinstance(x, Cases):
            return next((c for v, c in x.items if v == value), self.t.false)
        if not x.lo <= value <= x.hi:
            return self.t.false
        return self.t.equal(x.term, self.t.number(value, x.term.width))

    def equal(self, x: GuardedInteger, y: GuardedInteger) -> Term:
        """Whether they are equal."""
        if isinstance(x, Cases) and isinstance(y, Cases):
            if x is y or x == y:
                return self.t.true
            others = dict(y.items)
            return self.t.or_(self.t.and_((c, others[v])) for v, c in x.items if v in others)
        lo, hi = self._common(x, y)
        return self.t.equal(self.wide(x, lo, hi), self.wide(y, lo, hi))

    def less(self, x: GuardedInteger, y: GuardedInteger) -> Term:
        """Whether ``x < y``."""
        if isinstance(x, Cases) and isinstance(y, Cases):
            least, most = self.known(x), self.known(y)
            if least is not None:
                return self.within(y, least + 1, self.range(y)[1])
            if most is not None:
                return self.within(x, self.range(x)[0], most - 1)
            found: list[Term] = []
            greater = self.t.false
            right = list(y.items)
            for value, condition in reversed(x.items):
                while right and right[-1][0] > value:
                    greater = self.t.or_((greater, right.pop()[1]))
                found.append(self.t.and_((condition, greater)))
            return self.t.or_(found)
        lo, hi = self._common(x, y)
        return self.t.less(self.wide(x, lo, hi), self.wide(y, lo, hi))

    def within(self, x: GuardedInteger, lo: int, hi: int) -> Term:
        """Whether ``lo <= x <= hi``."""
        low, high = self.range(x)
        if lo > hi:
            return self.t.false
        if lo <= low and high <= hi:
            return self.t.true
        if isinstance(x, Cases):
            # Said of the fewer cases, which is also how a program says it: not none.
            inside = [c for v, c in x.items if lo <= v <= hi]
            outside = [c for v, c in x.items if not lo <= v <= hi]
            if len(outside) < len(inside):
                return self.t.not_(self.t.or_(outside))
            return self.t.or_(inside)
        width = x.term.width
        limits = []
        if low < lo:
            limits.append(self.t.not_(self.t.less(x.term, self.t.number(lo, width))))
        if hi < high:
            limits.append(self.t.not_(self.t.less(self.t.number(hi, width), x.term)))
        return self.t.and_(limits) if high >= lo and low <= hi else self.t.false

    def clamp(self, x: GuardedInteger, lo: int, hi: int) -> GuardedInteger:
        """``x`` where it is known to be :meth:`within` the range."""
        if isinstance(x, Cases):
            return self.of({v: c for v, c in x.items if lo <= v <= hi})
        low, high = max(lo, x.lo), min(hi, x.hi)
        return self._of_term(x.term, low, high) if low <= high else Cases(())

    def _of_term(self, term: Term, lo: int, hi: int) -> Wide:
        return Wide(self.t.fit(term, width_of(lo, hi)), lo, hi)

    def _common(self, x: GuardedInteger, y: GuardedInteger) -> tuple[int, int]:
        (a, b), (c, d) = self.range(x), self.range(y)
        return min(a, c), max(b, d)

    # --- calculating --------------------------------------------------------------------------

    def choose(self, condition: Term, x: GuardedInteger, y: GuardedInteger) -> GuardedInteger:
        """``x`` if the condition holds, otherwise ``y``."""
        if condition is self.t.true or x is y:
            return x
        if condition is self.t.false:
            return y
        if isinstance(x, Cases) and isinstance(y, Cases):
            left, right, false = dict(x.items), dict(y.items), self.t.false
            return self.of(
                {
                    v: self.t.ite(condition, left.get(v, false), right.get(v, false))
                    for v in left.keys() | right.keys()
                }
            )
        lo, hi = self._common(x, y)
        return Wide(self.t.ite(condition, self.wide(x, lo, hi), self.wide(y, lo, hi)), lo, hi)

    def map(self, x: GuardedInteger, f: Callable[[int], int]) -> Cases:
        """``f(x)``, by the values of ``x``."""
        return self.gather((f(v), c) for v, c in self.cases(x).items)

    def add(self, x: GuardedInteger, y: GuardedInteger) -> GuardedInteger:
        """The sum."""
        small = self._by_pairs(x, y, lambda a, b: a + b)
        if small is not None:
            return small
        (a, b), (c, d) = self.range(x), self.range(y)
        return self._calculate("bvadd", x, y, a + c, b + d)

    def subtract(self, x: GuardedInteger, y: GuardedInteger) -> GuardedInteger:
        """The difference."""
        small = self._by_pairs(x, y, lambda a, b: a - b)
        if small is not None:
            return small
        (a, b), (c, d) = self.range(x), self.range(y)
        return self._calculate("bvsub", x, y, a - d, b - c)

    def multiply(self, x: GuardedInteger, y: GuardedInteger) -> GuardedInteger:
        """The product."""
        small = self._by_pairs(x, y, lambda a, b: a * b)
        if small is not None:
            return small
        ends = [u * v for u in self.range(x) for v in self.range(y)]
        return self._calculate("bvmul", x, y, min(ends), max(ends))

    def divide(self, x: GuardedInteger, by: int) -> GuardedInteger:
        """The quotient, rounded down; ``by`` is positive."""
        if isinstance(x, Cases):
            return self.map(x, lambda v: v // by)
        quotient, _ = self._split(x, by)
        return quotient

    def remainder(self, x: GuardedInteger, by: int) -> GuardedInteger:
        """The remainder of the division rounded down; ``by`` is positive."""
        if isinstance(x, Cases):
            return self.map(x, lambda v: v % by)
        _, rest = self._split(x, by)
        return rest

    def _by_pairs(
        self, x: GuardedInteger, y: GuardedInteger, f: Callable[[int, int], int]
    ) -> Cases | None:
        if not isinstance(x, Cases) or not isinstance(y, Cases):
            return None
        if len(x.items) * len(y.items) > ENCODING.pairs:
            return None
        if len({f(a, b) for a, _ in x.items for b, _ in y.items}) > ENCODING.cases:
            return None
        return self.gather((f(a, b), self.t.and_((c, d))) for a, c in x.items for b, d in y.items)

    def _calculate(self, op: str, x: GuardedInteger, y: GuardedInteger, lo: int, hi: int) -> Wide:
        # Wide enough for the operands and the result, so that nothing overflows on the way.
        ends = (lo, hi, *self.range(x), *self.range(y))
        low, high = min(ends), max(ends)
        term = self.t.calculate(op, self.wide(x, low, high), self.wide(y, low, high))
        return self._of_term(term, lo, hi)

    def _split(self, x: Wide, by: int) -> tuple[GuardedInteger, GuardedInteger]:
        shift = -(x.lo // by) if x.lo < 0 else 0
        lo, hi = min(x.lo, 0), max(x.hi + shift * by, by)
        moved = self.t.calculate(
            "bvadd", self.wide(x, lo, hi), self.t.number(shift * by, width_of(lo, hi))
        )
        divisor = self.t.number(by, width_of(lo, hi))
        quotient = self.t.calculate("bvudiv", moved, divisor)
        rest = self.t.calculate("bvurem", moved, divisor)
        whole = self._of_term(quotient, 0, x.hi // by + shift)
        return self.subtract(whole, self.constant(shift)), self._of_term(rest, 0, by - 1)
