"""Lists of which the length is not known: one behind another, and parts of one, whatever they hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from tests import ir_build as build
from tests.verify.kernel.meaning.valuation import Valuation, setting

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.verify.kernel.meaning.expressions.evaluation import Frame
from rulewright.verify.kernel.meaning.lists import concatenated, sliced
from rulewright.verify.kernel.meaning.terms import KernelTermBuilder
from rulewright.verify.kernel.meaning.values import Items, KernelValues
from rulewright.verify.kernel.setting import anything

DIGIT = ty.Int(0, 2)


def rows(limit: int) -> list[tuple[int, ...]]:
    return [row for n in range(limit + 1) for row in product(range(3), repeat=n)]


def any_row(v: KernelValues, limit: int) -> Items:
    found = v.any(ty.List(DIGIT, limit))
    assert isinstance(found, Items)
    return found


def known(v: KernelValues, row: tuple[int, ...]) -> Items:
    found = v.constant(ty.List(DIGIT, len(row)), row)
    assert isinstance(found, Items)
    return found


def value(
    v: KernelValues, symbolic: Items, held: dict[int, tuple[Items, tuple[int, ...]]]
) -> ty.Value:
    """What a list is if others, which may hold anything, hold some values."""
    valuation = Valuation(v)
    for items, row in held.values():
        valuation.give(items, ty.List(DIGIT, len(items.items)), row)
    return valuation.value(symbolic, ty.List(DIGIT, 9))


def test_one_list_behind_another() -> None:
    v = KernelValues(KernelTermBuilder())
    left, right = any_row(v, 2), any_row(v, 2)
    both = concatenated(v, left, right)
    assert len(both.items) == 4
    for a, b in product(rows(2), repeat=2):
        assert value(v, both, {0: (left, a), 1: (right, b)}) == a + b


def test_a_known_list_before_or_behind_one_that_may_hold_anything() -> None:
    v = KernelValues(KernelTermBuilder())
    some = any_row(v, 2)
    for sure in rows(2):
        before, behind = (
            concatenated(v, known(v, sure), some),
            concatenated(v, some, known(v, sure)),
        )
        for row in rows(2):
            assert value(v, before, {0: (some, row)}) == sure + row
            assert value(v, behind, {0: (some, row)}) == row + sure
        assert len(before.items) == len(sure) + 2
    row = known(v, (1, 2, 0))
    short = concatenated(v, replace(row, length=v.n.constant(1)), known(v, (2, 2)))
    assert [v.n.known(v.number(item)) for item in short.items] == [1, 2, 2]
    sure = concatenated(v, known(v, (1, 2)), known(v, (0,)))
    assert [v.n.known(v.number(item)) for item in sure.items] == [1, 2, 0]


@pytest.mark.thorough
def test_a_part_of_a_list() -> None:
    v = KernelValues(KernelTermBuilder())
    row, start, stop = any_row(v, 3), v.n.variable(-2, 4), v.n.variable(-2, 4)
    part = sliced(v, row, start, stop)
    assert len(part.items) == 3
    assert (part.length.lo, part.length.hi) == (0, 3)
    for held, i, k in product(rows(3), range(-2, 5), range(-2, 5)):
        valuation = Valuation(v)
        valuation.give(row, ty.List(DIGIT, 3), held)
        valuation.give(start, ty.Int(-2, 4), i)
        valuation.give(stop, ty.Int(-2, 4), k)
        found = valuation.value(part, ty.List(DIGIT, 3))
        assert found == tuple(d for at, d in enumerate(held) if i <= at < k), (held, i, k)


@pytest.mark.parametrize("back", [False, True])
def test_an_item_from_the_front_or_the_back(back: bool) -> None:
    """None where there is none, whatever may stand behind the end."""
    row, index = build.state("row", ty.List(DIGIT, 3), ()), build.state("i", ty.Int(-1, 4), 0)
    of = build.program("items", (row, index), (), ())
    s, held = setting(of), anything(of)
    t = ty.Option(DIGIT)
    found = s.meaning.number(x.Item(build.var(row), build.var(index), back, t), Frame(held, {}))
    for items, i in product(rows(3), range(-1, 5)):
        valuation = Valuation(s.values)
        valuation.give(held["row"], row.type, items)
        valuation.give(held["i"], index.type, i)
        there = dict(enumerate(items[::-1] if back else items))
        assert valuation.of(found.term) == there.get(i, ty.none_of(t)), (items, i)
