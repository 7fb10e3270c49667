"""Symbolic integers against plain ones: every operation, for all values in many ranges."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from tests.verify.kernel.meaning.valuation import Valuation

from rulewright.dsl.ir import types as ty
from rulewright.verify.kernel.meaning.numbers import RangedArithmetic, RangedNumber, width_of
from rulewright.verify.kernel.meaning.terms import KernelTerm, KernelTermBuilder
from rulewright.verify.kernel.meaning.values import KernelValues

RANGES = ((-9, -8), (-3, -1), (-2, 3), (-1, 0), (0, 0), (0, 1), (0, 7), (1, 1), (2, 5), (4, 4))


def test_a_width_is_the_least_that_holds_a_range() -> None:
    for lo, hi in RANGES:
        holds = [w for w in range(1, 9) if -(1 << w - 1) <= lo and hi < 1 << w - 1]
        assert width_of(lo, hi) == holds[0]


def valued(v: KernelValues, **given: tuple[RangedNumber, int]) -> Valuation:
    """What follows if some numbers have some values."""
    found = Valuation(v)
    for number, value in given.values():
        found.give(number, ty.Int(0, 0), value)
    return found


CALCULATED: dict[str, tuple[Callable[..., RangedNumber], Callable[[int, int], int]]] = {
    "add": (RangedArithmetic.add, lambda a, b: a + b),
    "subtract": (RangedArithmetic.subtract, lambda a, b: a - b),
    "multiply": (RangedArithmetic.multiply, lambda a, b: a * b),
    "twice and once": (lambda n, a, b: n.sum([a, b, a]), lambda a, b: 2 * a + b),
    "five": (lambda n, a, b: n.sum([a, b, b, a, b]), lambda a, b: 2 * a + 3 * b),
    "divide": (lambda n, a, b: n.divide(a, 3), lambda a, b: a // 3),
    "divide by two": (lambda n, a, b: n.divide(a, 2), lambda a, b: a // 2),
    "divide by ten": (lambda n, a, b: n.divide(a, 10), lambda a, b: a // 10),
}


@pytest.mark.parametrize("name", CALCULATED)
def test_numbers_come_to_what_one_calculates_in_just_the_range(name: str) -> None:
    symbolic, plain = CALCULATED[name]
    for one, other in product(RANGES, repeat=2):
        v = KernelValues(KernelTermBuilder())
        a, b = v.n.variable(*one), v.n.variable(*other)
        found = symbolic(v.n, a, b)
        results = []
        for i, k in product(range(one[0], one[1] + 1), range(other[0], other[1] + 1)):
            results.append(plain(i, k))
            assert valued(v, a=(a, i), b=(b, k)).of(found.term) == results[-1], (i, k)
        assert (found.lo, found.hi) == (min(results), max(results)), (one, other)
        assert found.term.width == width_of(found.lo, found.hi)


@pytest.mark.parametrize("divisor", [1, 2, 3, 5])
def test_remainders_are_what_is_left_and_never_negative(divisor: int) -> None:
    for lo, hi in RANGES:
        v = KernelValues(KernelTermBuilder())
        a = v.n.variable(lo, hi)
        found = v.n.remainder(a, divisor)
        results = [i % divisor for i in range(lo, hi + 1)]
        for i, result in zip(range(lo, hi + 1), results, strict=True):
            assert valued(v, a=(a, i)).of(found.term) == result
        assert 0 <= found.lo <= min(results)
        assert max(results) <= found.hi < divisor
        if lo // divisor == hi // divisor:
            assert (found.lo, found.hi) == (min(results), max(results))


COMPARED: dict[str, tuple[Callable[..., KernelTerm], Callable[[int, int], bool]]] = {
    "equal": (RangedArithmetic.equal, lambda a, b: a == b),
    "less": (RangedArithmetic.less, lambda a, b: a < b),
    "more": (lambda n, a, b: n.less(b, a), lambda a, b: b < a),
    "is": (lambda n, a, b: n.is_(a, 1), lambda a, b: a == 1),
    "inside": (lambda n, a, b: n.inside(a, 0, 3), lambda a, b: 0 <= a <= 3),
}


@pytest.mark.parametrize("name", COMPARED)
def test_what_is_so_of_all_values_or_of_none_is_known(name: str) -> None:
    symbolic, plain = COMPARED[name]
    for one, other in product(RANGES, repeat=2):
        v = KernelValues(KernelTermBuilder())
        a, b = v.n.variable(*one), v.n.variable(*other)
        found, results = symbolic(v.n, a, b), set()
        for i, k in product(range(one[0], one[1] + 1), range(other[0], other[1] + 1)):
            results.add(plain(i, k))
            assert bool(valued(v, a=(a, i), b=(b, k)).of(found)) is plain(i, k), (i, k)
        assert (found is v.t.true, found is v.t.false) == (results == {True}, results == {False})


def test_one_of_two_numbers() -> None:
    for one, other in product(RANGES, repeat=2):
        v = KernelValues(KernelTermBuilder())
        a, b, c = v.n.variable(*one), v.n.variable(*other), v.t.variable(0)
        found = v.n.choose(c, a, b)
        assert (found.lo, found.hi) == (min(one[0], other[0]), max(one[1], other[1]))
        assert found.term.width == width_of(found.lo, found.hi)
        for i, k in product(one, other):
            for chosen in (False, True):
                valuation = valued(v, a=(a, i), b=(b, k))
                valuation.give(c, ty.Bool(), chosen)
                assert valuation.of(found.term) == (i if chosen else k)
        assert v.n.choose(v.t.true, a, b) == a
        assert v.n.choose(v.t.false, a, b) == b
        assert v.n.choose(c, a, a) is a


def test_of_a_number_a_range_is_a_fact_and_of_another_range_it_is_another_number() -> None:
    """In all its bits: nothing else holds a variable in its range."""
    for lo, hi in RANGES:
        v = KernelValues(KernelTermBuilder())
        a, c = v.n.variable(lo, hi), v.t.variable(0)
        if lo == hi:
            assert a == v.n.constant(lo)
            continue
        span = 1 << width_of(lo, hi) - 1
        for value in range(-span, span):
            valuation = Valuation(v)
            valuation.give(a.term, ty.Int(0, 0), value)
            assert bool(valuation.of(v.facts[a.term])) is (lo <= value <= hi)
        for nearer in (RangedNumber(a.term, lo, hi - 1), RangedNumber(a.term, lo + 1, hi)):
            assert v.n.choose(c, nearer, a) == a
            assert v.n.choose(c, a, nearer) == a
    assert v.n.variable(3, 2) == v.n.constant(3)


def test_a_number_in_more_bits_or_fewer_is_the_same() -> None:
    v = KernelValues(KernelTermBuilder())
    a = v.n.variable(-2, 3)
    for value in range(-2, 4):
        for width in (3, 4, 9):
            assert valued(v, a=(a, value)).of(v.n.wide(a, width)) == value
            assert v.n.wide(a, width).width == width
    wide = v.n.wide(a, 9)
    assert v.n.wide(RangedNumber(wide, -2, 3), 3).width == 3
    assert valued(v, a=(a, -1)).of(v.n.wide(RangedNumber(wide, -2, 3), 3)) == -1
    for term, lo, hi in (
        (wide, -2, 3),
        (wide, 0, 1),
        (wide, 0, 7),
        (wide, 0, 200),
        (a.term, 0, 99),
    ):
        found = v.n.ranged(term, lo, hi)
        assert (found.lo, found.hi, found.term.width) == (lo, hi, width_of(lo, hi))
        assert valued(v, a=(a, 1)).of(found.term) == 1
    assert v.n.ranged(wide, 2, 2) == v.n.constant(2)
    assert v.n.known(v.n.constant(2)) == 2
    assert v.n.known(a) is None


def test_nothing_and_one_change_nothing() -> None:
    v = KernelValues(KernelTermBuilder())
    a, b = v.n.variable(0, 5), v.n.variable(0, 5)
    nothing, one = v.n.constant(0), v.n.constant(1)
    same = (
        v.n.add(a, nothing), v.n.add(nothing, a), v.n.subtract(a, nothing), v.n.multiply(a, one),
        v.n.multiply(one, a), v.n.sum([a]), v.n.divide(a, 1),
    )  # fmt: skip
    assert all(found is a for found in same[:-1])
    assert v.n.multiply(a, nothing) is nothing
    assert v.n.multiply(nothing, a) is nothing
    assert v.n.subtract(a, a) == v.n.sum([]) == nothing
    assert v.n.subtract(nothing, a) != v.n.add(nothing, a)
    assert v.n.subtract(one, b) != b
    assert v.n.constant(5) is v.n.constant(5)


def test_how_many_conditions_are_true() -> None:
    v = KernelValues(KernelTermBuilder())
    a, b = v.t.variable(0), v.t.variable(0)
    found = v.n.count([a, v.t.true, b, v.t.false, v.t.true])
    assert (found.lo, found.hi) == (2, 4)
    for i, k in product((False, True), repeat=2):
        valuation = Valuation(v)
        valuation.give(a, ty.Bool(), i)
        valuation.give(b, ty.Bool(), k)
        assert valuation.of(found.term) == 2 + i + k


def test_what_a_number_was_made_from_is_known_unless_ranges_differ() -> None:
    v = KernelValues(KernelTermBuilder())
    a, b = v.n.variable(0, 3), v.n.variable(0, 3)
    assert v.n.made_from(v.n.add(a, b)) == ((a, 1), (b, 1))
    assert v.n.made_from(v.n.subtract(a, b)) == ((a, 1), (b, -1))
    assert v.n.made_from(v.n.add(a, b)) == ((a, 1), (b, 1))
    assert v.n.made_from(a) is None
    assert v.n.made_from(v.n.multiply(a, b)) is None
    nearer = RangedNumber(a.term, 1, 3)
    assert v.n.add(nearer, b).term is v.n.add(a, b).term
    assert v.n.made_from(v.n.add(a, b)) is None


def test_so_it_is_in_however_few_bits_it_is_stored() -> None:
    """Where more is known of a number, what it is made from needs fewer bits; elsewhere it may fit into as many."""
    v = KernelValues(KernelTermBuilder())
    a, b = v.n.variable(0, 15), v.n.variable(8, 15)
    known = v.n.subtract(v.n.ranged(a.term, 8, 11), b)
    assert v.n.made_from(known) == ((v.n.ranged(a.term, 8, 11), 1), (b, -1))
    fits = v.n.ranged(v.n.subtract(a, b).term, 0, 7)
    assert fits.term is known.term
    assert v.n.made_from(fits) is None


def test_numbers_that_differ_by_a_constant_are_told_apart() -> None:
    """However the constant came to be added; of other numbers it is asked."""
    v = KernelValues(KernelTermBuilder())
    n, t = v.n, v.t
    a, b = n.variable(0, 5), n.variable(0, 5)

    def plus(of: RangedNumber, *constants: int) -> RangedNumber:
        for constant in constants:
            of = n.add(of, n.constant(constant))
        return of

    def less(of: RangedNumber, constant: int) -> RangedNumber:
        return n.subtract(of, n.constant(constant))

    assert n.equal(plus(a, 1), plus(a, 2)) is t.false
    assert n.equal(plus(a, 3), n.add(n.constant(3), a)) is t.true
    assert n.equal(plus(a, 1, 2), plus(a, 3)) is t.true
    assert n.equal(less(plus(a, 4), 1), plus(a, 3)) is t.true
    assert n.equal(less(a, 1), plus(a, 1)) is t.false
    assert n.equal(a, plus(a, 1)) is t.false
    for one, other in (
        (plus(a, 1), plus(b, 1)), (plus(a, 1), b), (n.add(a, b), plus(a, 1)),
        (n.subtract(n.constant(3), a), plus(a, 1)),
    ):  # fmt: skip
        assert n.equal(one, other) not in (t.true, t.false)


@pytest.mark.parametrize("times", [-3, 1, 2, 3, 8])
def test_what_a_multiple_is_is_asked_of_the_number_that_it_is_a_multiple_of(times: int) -> None:
    for lo, hi in RANGES:
        v = KernelValues(KernelTermBuilder())
        n, a = v.n, v.n.variable(lo, hi)
        found = n.add(n.constant(5), n.multiply(a, n.constant(times)))
        for value in range(found.lo - 2, found.hi + 3):
            asked = n.is_(found, value)
            if times > 1 and (value - 5) % times:
                assert asked is v.t.false
            for i in range(lo, hi + 1):
                assert valued(v, a=(a, i)).of(asked) == (i * times + 5 == value)


@pytest.mark.parametrize("least", [(0, 2), (2, 0)])
def test_a_multiple_of_what_is_known_better_elsewhere_is_asked_about_itself(
    least: tuple[int, int],
) -> None:
    """A number may be known to lie in one range on one path, and in another elsewhere."""
    v = KernelValues(KernelTermBuilder())
    a = v.n.variable(0, 7)
    for lo in least:
        part = v.n.ranged(a.term, lo, 7)
        found = v.n.multiply(part, v.n.constant(3))
        for value, i in product(range(22), range(lo, 8)):
            assert valued(v, a=(a, i)).of(v.n.is_(found, value)) == (i * 3 == value)
