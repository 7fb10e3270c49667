"""Sums that are followed store by store, on random programs, against complete search."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from tests.ir_build import SOLO, num, pick, program, scratch, state, var
from tests.tiers import drawn, judges
from tests.verify.proof.test_answers import depths, hit, proved

from rulewright.dsl.ir.code import (
    YES,
    Arith,
    Block,
    Compare,
    Const,
    Convert,
    Each,
    Expr,
    Goto,
    Local,
    Lookup,
    Not,
    Quantifier,
    Stmt,
    Stop,
    Store,
    When,
    every,
)
from rulewright.dsl.ir.program import Choice, Decision, Fault, Program
from rulewright.dsl.ir.types import Int, Map
from rulewright.verify.effort.proving import ProofEffort
from rulewright.verify.proof.obligations import StatePredicate

KEY, AMOUNT = Int(0, 2), Int(0, 2)
HEAP = state("heap", Map(KEY, AMOUNT), (2, 1, 0))
HAND = state("hand", AMOUNT, 0)
PLACE = scratch("place", KEY)
FAULT = 1
EFFORT = ProofEffort(units=3_000_000, question=300_000)
"""For a random program."""


def amount(at: Expr) -> Expr:
    return Lookup(var(HEAP), at, AMOUNT)


def changed(old: Expr, op: str, by: Expr) -> Expr:
    return Arith("+" if op == "+" else "-", old, by, Int(-4, 4))


@st.composite
def keys(draw: st.DrawFn, bound: tuple[Local, ...]) -> Expr:
    constants: list[Expr] = [Const(i, KEY) for i in range(3)]
    return draw(st.sampled_from([*constants, var(PLACE), *bound]))


@st.composite
def numbers(draw: st.DrawFn, bound: tuple[Local, ...]) -> Expr:
    return draw(st.sampled_from([num(1), num(2), var(HAND), amount(draw(keys(bound)))]))


@st.composite
def statements(draw: st.DrawFn, bound: tuple[Local, ...] = (), deep: int = 2) -> list[Stmt]:
    found: list[Stmt] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(("move", "move", "heap", "hand", "when", "each")))
        at, by, op = draw(keys(bound)), draw(numbers(bound)), draw(st.sampled_from("+-"))
        if kind == "move":
            sign, back = (op, "-" if op == "+" else "+")
            found.append(Store("heap", at, changed(amount(at), sign, num(1)), FAULT))
            found.append(Store("hand", None, changed(var(HAND), back, num(1)), FAULT))
        elif kind == "heap":
            value = draw(st.sampled_from([by, changed(amount(at), op, by)]))
            found.append(Store("heap", at, value, FAULT))
        elif kind == "hand":
            value = draw(st.sampled_from([by, changed(var(HAND), op, by)]))
            found.append(Store("hand", None, value, FAULT))
        elif deep and kind == "when":
            condition = Compare("<", amount(at), num(draw(st.integers(1, 2))))
            then, otherwise = draw(statements(bound, deep - 1)), draw(statements(bound, deep - 1))
            found.append(When(condition, tuple(then), tuple(otherwise)))
        elif deep:
            local = Local(f"k{deep}", KEY)
            found.append(
                Each(local, every(KEY), tuple(draw(statements((*bound, local), deep - 1))))
            )
    return found


@st.composite
def claims(draw: st.DrawFn) -> Expr:
    k = Local("k", KEY)
    if draw(st.booleans()):
        heaps: Expr = Quantifier("sum", k, every(KEY), None, amount(k), Int(0, 6))
    else:
        some = Compare("==", amount(k), num(draw(st.integers(0, 2))))
        heaps = Quantifier("count", k, every(KEY), some, None, Int(0, 3))
    total: Expr = Arith("+", heaps, Convert(var(HAND), AMOUNT), Int(0, 8))
    left = draw(st.sampled_from([total, heaps]))
    right = num(draw(st.integers(0, 6)))
    compared = Compare(draw(st.sampled_from(("==", "<=", "<"))), left, right)
    return draw(st.sampled_from([compared, Not(compared)]))


def of_blocks(one: tuple[Stmt, ...], other: tuple[Stmt, ...]) -> Program:
    """Either of two blocks is chosen, with a place."""
    choices = tuple(
        Choice(name, (pick(Local(f"at_{name}", KEY), PLACE),), YES, block)
        for name, block in (("one", 1), ("other", 2))
    )
    return program(
        "heaps",
        (HEAP, HAND, PLACE),
        (Block("play", (), Stop(0)), Block("one", one, Goto(0)), Block("other", other, Goto(0))),
        (Decision("next", Const(0, SOLO), choices), Fault("out of range")),
    )


@st.composite
def games(draw: st.DrawFn) -> Program:
    return of_blocks(tuple(draw(statements())), tuple(draw(statements())))


@pytest.mark.thorough
@given(games(), claims())
@settings(deadline=None, max_examples=drawn(20, few=3), suppress_health_check=list(HealthCheck))
def test_no_sum_is_said_to_be_kept_that_is_not(of: Program, claim: Expr) -> None:
    target = StatePredicate(claim)
    reached = any(hit(of, target, position) for position in depths(of))
    answer = proved(of, target, EFFORT)
    event(f"reached: {reached}, proved: {answer}")
    assert not (reached and answer)


def moving(back: int) -> Program:
    """From the heap at a place to the hand and back; ``back`` of them come back."""
    at = var(PLACE)
    take = (
        Store("heap", at, changed(amount(at), "-", num(1)), FAULT),
        Store("hand", None, changed(var(HAND), "+", num(1)), FAULT),
    )
    give = (
        Store("heap", at, changed(amount(at), "+", num(back)), FAULT),
        Store("hand", None, changed(var(HAND), "-", num(1)), FAULT),
    )
    return of_blocks(take, give)


def total_is(n: int) -> Expr:
    k = Local("k", KEY)
    heaps = Quantifier("sum", k, every(KEY), None, amount(k), Int(0, 6))
    return Compare("==", Arith("+", heaps, var(HAND), Int(0, 8)), num(n))


@pytest.mark.heavy
def test_what_goes_out_and_comes_in_cancels() -> None:
    assert proved(moving(1), StatePredicate(Not(total_is(3))))
    assert not proved(moving(2), StatePredicate(Not(total_is(3))))


def added(to: Expr, n: int) -> Store:
    return Store("heap", to, changed(amount(to), "+", num(n)), FAULT)


@pytest.mark.thorough
@pytest.mark.parametrize("n", [0, *judges([1])])
def test_what_a_loop_adds_counts(n: int) -> None:
    k = Local("k", KEY)
    to_empty = When(Compare("<", amount(k), num(1)), (added(k, n),), ())
    of = of_blocks((Each(k, every(KEY), (to_empty,)),), ())
    assert proved(of, StatePredicate(Not(total_is(3)))) is (n == 0)


@pytest.mark.heavy
@pytest.mark.parametrize(("then", "otherwise"), [(0, 0), (0, 1), *judges([(1, 0), (1, 1)])])
def test_what_one_way_or_the_other_adds_counts(then: int, otherwise: int) -> None:
    small = Compare("<", amount(var(PLACE)), num(1))
    step = When(small, (added(var(PLACE), then),), (added(var(PLACE), otherwise),))
    of = of_blocks((step,), ())
    assert proved(of, StatePredicate(Not(total_is(3)))) is (then == otherwise == 0)
