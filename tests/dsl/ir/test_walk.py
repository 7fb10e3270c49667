"""Walking over expressions and statements: in order of evaluation, and nothing left out."""

from __future__ import annotations

from tests.ir_build import BOOL, num

from rulewright.dsl.ir.code import (
    And,
    At,
    Best,
    Call,
    Compare,
    Const,
    Each,
    Filter,
    If,
    Let,
    Local,
    MapOf,
    Not,
    Quantifier,
    Require,
    Store,
    Var,
    When,
)
from rulewright.dsl.ir.types import Int, Map, Set
from rulewright.dsl.ir.walk import calls, children, free_locals, reads, stores, substituted, walk

N = Int(0, 3)
A, B, C = (Var(name, N) for name in "abc")
K, L = Local("k", N), Local("l", N)
SOME = Var("some", Set(N))


def test_children_come_in_order_of_evaluation() -> None:
    assert list(children(Compare("<", A, B))) == [A, B]
    assert list(children(And((A, B, C)))) == [A, B, C]
    assert list(children(If(A, B, C, N))) == [A, B, C]
    assert list(children(Store("a", B, C, None))) == [B, C]
    assert list(children(Store("a", None, C, 3))) == [C]
    assert list(children(Require(A, 1))) == [A]
    assert list(children(When(A, (Require(B, 1),), (Require(C, 2),)))) == [
        A, Require(B, 1), Require(C, 2),
    ]  # fmt: skip
    assert list(children(Quantifier("sum", K, SOME, A, B, N))) == [K, SOME, A, B]
    assert list(children(Quantifier("count", K, SOME, None, None, N))) == [K, SOME]


def test_a_constant_has_no_children_whatever_it_holds() -> None:
    assert list(children(num(3))) == []
    assert list(children(Const((1, 2, 3, 0), Map(N, N)))) == []


def test_numbers_of_nodes_are_no_children() -> None:
    assert list(children(At((0, 1)))) == []


def test_walk_goes_down_before_it_goes_on() -> None:
    first, second = Not(And((A, B))), Compare("==", C, A)
    assert list(walk(first, second)) == [first, And((A, B)), A, B, second, C, A]
    assert list(walk()) == []


def test_walk_goes_as_deep_as_it_must() -> None:
    deep = Not(A)
    for _ in range(20_000):
        deep = Not(deep)
    assert reads(deep) == {"a"}


def test_what_is_read_and_called() -> None:
    body = (Let(K, Call("f", (A,), N)), Store("b", None, Call("g", (K,), N), None))
    loop = Each(L, SOME, body)
    assert reads(loop) == {"a", "some"}
    assert calls(loop) == {"f", "g"}
    assert reads(num(1)) == calls(A) == frozenset()
    assert reads(A, B) == {"a", "b"}


def test_what_statements_store_to_inside_them_too() -> None:
    inner = (Store("b", None, A, None), When(A, (Store("c", K, B, 1),), ()))
    assert stores(Each(L, SOME, inner), Store("a", None, A, None)) == {"a", "b", "c"}
    assert stores(Require(A, 1)) == frozenset()


def test_others_stand_in_place_of_locals_and_variables() -> None:
    """Wherever they stand, in tuples too; a constant and what is not named stay as they are."""
    e = If(And((A, Compare("<", K, B))), Quantifier("sum", K, SOME, None, K, N), num(1), N)
    assert substituted(e, {A: B, B: num(2)}) == If(
        And((B, Compare("<", K, num(2)))), Quantifier("sum", K, SOME, None, K, N), num(1), N
    )
    assert substituted(e, {K: L}) == If(
        And((A, Compare("<", L, B))), Quantifier("sum", L, SOME, None, L, N), num(1), N
    )
    table = Const((1, 2, 3, 0), Map(N, N))
    for same in (e, table, At((0, 1)), C):
        assert substituted(same, {L: A}) == same


def test_free_locals_are_those_that_nothing_binds() -> None:
    inside = Compare("<", K, L)
    assert free_locals(And((inside, Not(K)))) == (K, L)
    assert free_locals(A) == ()
    for binder in (
        Quantifier("some", K, SOME, None, inside, BOOL),
        Filter(K, SOME, inside, Set(N)),
        Best(K, SOME, If(inside, A, B, N), True, Set(N)),
        MapOf(K, If(inside, A, B, N), Map(N, N)),
    ):
        assert free_locals(binder) == (L,), binder
        assert free_locals(If(binder, L, A, N)) == (L,)
    assert free_locals(Each(K, SOME, (Require(inside, 1),))) == (L,)
    assert free_locals(When(A, (Let(K, A), Require(inside, 1)), ())) == (L,)
