"""Sums taken apart: what the parts come to, and how a store changes them, for all values.

Little variables, so that each claim is compared with its meaning before and after every store.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from tests.tiers import every, thorough
from tests.verify.kernel.meaning.test_values import all_values
from tests.verify.kernel.meaning.valuation import Valuation
from tests.verify.kernel.sums.sums_by_hand import (
    FEW,
    NONE,
    PLACE,
    PLACES,
    SUMS,
    M,
    Q,
    all_states,
    at,
    is_,
    meaning,
    n,
    num,
    plain,
    plus,
    program,
    worth_of,
)

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.verify.kernel.certificate import Claim
from rulewright.verify.kernel.meaning.expressions.evaluation import KernelMeaning
from rulewright.verify.kernel.meaning.numbers import RangedNumber
from rulewright.verify.kernel.meaning.values import Growth, LazyMap, Members
from rulewright.verify.kernel.sums.parts import NotASum, SumComparison, taken_apart
from rulewright.verify.kernel.sums.shifts import Shift
from rulewright.verify.kernel.sums.sums import StoreEffect, Sum, shifted


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("turned", [False, True])
def test_a_sum_is_what_its_parts_come_to(name: str, turned: bool) -> None:
    e, constant, parts = SUMS[name]
    sides = (num(4), e) if turned else (e, num(4))
    of = taken_apart(meaning(), Claim(x.Compare("==", *sides)))
    sign = -1 if turned else 1
    assert of.constant == sign * (constant - 4)
    found = [(p.factor, p.variable, p.keys and tuple(sorted(p.keys))) for p in of.parts]
    assert sorted(found, key=str) == sorted(((sign * f, v, k) for f, v, k in parts), key=str)
    assert of.variables == {variable for _, variable, _ in parts}
    for values in all_states(of.variables):
        assert worth_of(of, values) == plain(sides[0], values) - plain(sides[1], values)


@pytest.mark.parametrize("name", NONE)
def test_what_is_no_sum(name: str) -> None:
    with pytest.raises(NotASum):
        taken_apart(meaning(), Claim(NONE[name]))


def test_a_claim_may_be_about_what_is_bound() -> None:
    e = is_(plus(at(Q), Q), num(1))
    of = taken_apart(meaning(), Claim(e, bound=((Q, 2),)))
    assert [(p.variable, p.keys) for p in of.parts] == [("m", frozenset({2}))]
    assert of.constant == 1


@pytest.mark.parametrize(
    ("op", "holds", "equation", "may_fall", "may_rise"),
    [
        ("==", True, True, False, False), ("==", False, False, False, False),
        ("!=", True, False, False, False), ("!=", False, True, False, False),
        ("<", True, False, True, False), ("<", False, False, False, True),
        ("<=", True, False, True, False), ("<=", False, False, False, True),
    ],
)  # fmt: skip
def test_what_keeps_a_comparison(
    op: str, holds: bool, equation: bool, may_fall: bool, may_rise: bool
) -> None:
    """No change keeps all of them; of those with an order one to the one side does."""
    of = taken_apart(meaning(), Claim(x.Compare(op, n, num(1)), holds))  # type: ignore[arg-type]
    assert (of.equation, of.may_fall, of.may_rise) == (equation, may_fall, may_rise)
    sum_ = Sum(meaning(), of)
    for change in (-1, 0, 1):
        shift = sum_.added(Shift(), stored_number(sum_, change))
        kept = change == 0 or (may_fall and change < 0) or (may_rise and change > 0)
        assert sum_.kept(shift) is sum_._m.t.truth(kept)


def stored_number(sum_: Sum, change: int) -> StoreEffect:
    constant = sum_._m.n.constant
    return StoreEffect("n", constant(1), constant(1 + change))


# --- stores ---------------------------------------------------------------------------------------


def differences(of: SumComparison, before: dict[str, ty.Value], after: dict[str, ty.Value]) -> int:
    return worth_of(of, after) - worth_of(of, before)


NAMES = [name for name, (_, _, parts) in SUMS.items() if parts]


def made(name: str) -> tuple[KernelMeaning, Sum]:
    with_values = meaning()
    of = taken_apart(with_values, Claim(x.Compare("==", SUMS[name][0], num(0))))
    return with_values, Sum(with_values, of)


@pytest.mark.parametrize("name", every(2, list(NAMES), judging=True))
@pytest.mark.parametrize("variable", ["n", "m", "lit", *thorough(["s", "row"])])
def test_another_value_for_all_of_a_variable_changes_a_sum_by_what_it_comes_to(
    name: str, variable: str
) -> None:
    of, sum_ = made(name)
    t = next(v.type for v in program().variables if v.name == variable)
    old, new = of.v.any(t), of.v.any(t)
    shift = sum_.added(Shift(), StoreEffect(variable, old, new))
    if variable not in sum_.variables:
        assert shift == Shift()
        return
    first = {v.name: v.initial for v in program().variables}
    for before, after in product(all_values(t), repeat=2):
        if isinstance(t, ty.Map) and not (sum(map(int, before)) in (0, 2) and after[0]):  # type: ignore[index, arg-type]
            continue
        valuation = Valuation(of.v)
        valuation.give(old, t, before)
        valuation.give(new, t, after)
        expected = differences(sum_.of, {**first, variable: before}, {**first, variable: after})
        assert valuation.of(sum_.changed_by(shift).term) == expected
        assert bool(valuation.of(sum_.kept(shift))) is (expected == 0)


@pytest.mark.parametrize("name", every(2, list(NAMES)[::-1], judging=True))
@pytest.mark.parametrize("keys", [(1, 3), (1, 1), *thorough([((2, 3),), ((3, 3),)])])
def test_another_entry_changes_a_sum_by_what_it_comes_to_there(
    name: str, keys: tuple[int, int]
) -> None:
    for variable in ("m", "lit"):
        of, sum_ = made(name)
        t = next(v.type for v in program().variables if v.name == variable)
        assert isinstance(t, ty.Map)
        old, key, entry = of.v.any(t), of.n.variable(*keys), of.v.any(t.value)
        assert isinstance(old, LazyMap)
        new = of.v.stored(old, key, entry)
        shift = sum_.added(Shift(), StoreEffect(variable, old, new, key, old.at(key), entry))
        first = {v.name: v.initial for v in program().variables}
        for before in all_values(t)[::5]:
            for k, value in product(range(keys[0], keys[1] + 1), all_values(t.value)):
                assert isinstance(before, tuple)
                valuation = Valuation(of.v)
                valuation.give(old, t, before)
                valuation.give(key, PLACE, k)
                valuation.give(entry, t.value, value)
                after = (*before[: k - 1], value, *before[k:])
                states = {**first, variable: before}, {**first, variable: after}
                found = valuation.of(sum_.changed_by(shift).term)
                assert found == differences(sum_.of, *states)


def test_what_is_stored_at_a_known_key_that_counts_is_two_numbers_and_elsewhere_none() -> None:
    """So what comes and goes by the same number is seen to be nothing."""
    of, sum_ = made("some entries")
    old = of.v.any(M.type)
    assert isinstance(old, LazyMap)
    entry = of.n.variable(0, 2)
    of.n.subtract(RangedNumber(entry.term, 1, 2), old.entry(1))
    for key, parts in ((1, {entry: 1, old.entry(1): -1}), (2, {})):
        known = of.n.constant(key)
        new = of.v.stored(old, known, entry)
        shift = sum_.added(Shift(), StoreEffect("m", old, new, known, old.entry(key), entry))
        assert {part.number: part.factor for part in shift.parts} == parts
    of, sum_ = made("all entries")
    old, key = of.v.any(M.type), of.n.variable(1, 3)
    assert isinstance(old, LazyMap)
    there = old.at(key)
    shift = sum_.added(
        Shift(),
        StoreEffect(
            "m", old, of.v.stored(old, key, of.n.constant(0)), key, there, of.n.constant(0)
        ),
    )
    assert [(part.number, part.factor) for part in shift.parts] == [(there, -1)]


def test_values_that_change_places_change_no_sum_of_all_of_them() -> None:
    for name, kept in (("all entries", True), ("some entries", False)):
        of, sum_ = made(name)
        one, other = of.v.any(M.type), of.v.any(M.type)
        shift = sum_.added(Shift(), StoreEffect("m", one, other, permuted=True))
        assert (shift == Shift()) is kept
        assert sum_.added(Shift(), StoreEffect("m", one, other)) != Shift()


@pytest.mark.parametrize(
    ("name", "sign"), [("a set", 1), ("what is not in a set", -1), ("what a set is worth", 0)]
)
def test_of_a_set_with_one_element_more_it_is_known_by_how_much_it_grew(
    name: str, sign: int
) -> None:
    """That is taken for it, of the size of it alone, and if it is the set before that grew."""
    of, sum_ = made(name)
    old, other, new = of.v.any(PLACES), of.v.any(PLACES), of.v.any(PLACES)
    more = of.n.variable(0, 1)
    assert isinstance(old, Members)
    assert isinstance(new, Members)
    grown = replace(new, grown=Growth(old, lambda: more))
    for before, expected in ((old, sign), (other, 0)):
        shift = sum_.added(Shift(), StoreEffect("s", before, grown))
        valuation = Valuation(of.v)
        for empty in (old, other, new):
            valuation.give(empty, PLACES, 0)
        valuation.give(more, FEW, 1)
        assert valuation.of(sum_.changed_by(shift).term) == expected


INEXACT = (
    "a number by itself", "what is not in a set", "what of two is not in a set",
    "entries of those by another name",
)  # fmt: skip
"""Of these more is taken for possible than there is."""


@pytest.mark.parametrize("name", NAMES)
def test_a_sum_may_be_anything_that_its_parts_can_be(name: str) -> None:
    _, sum_ = made(name)
    bounds = [0, 0]
    for part in sum_.of.parts:
        alone = replace(sum_.of, parts=(part,), constant=0)
        results = [worth_of(alone, values) for values in all_states(frozenset({part.variable}))]
        bounds = [bounds[0] + min(results), bounds[1] + max(results)]
    found = sum_.anything()
    assert found.lo <= bounds[0] <= bounds[1] <= found.hi
    if name not in INEXACT:
        assert [found.lo, found.hi] == bounds


def test_only_sums_of_a_variable_are_changed_by_a_store_to_it() -> None:
    of = meaning()
    sums = [
        Sum(of, taken_apart(of, Claim(is_(SUMS[name][0], num(0)))))
        for name in ("a number", "all entries", "a number less another")
    ]
    old, new = of.n.variable(-1, 2), of.n.variable(-1, 2)
    first = tuple(Shift() for _ in sums)
    one, entries, less = shifted(sums, first, StoreEffect("n", old, new))
    assert one == less != Shift()
    assert entries == Shift()
