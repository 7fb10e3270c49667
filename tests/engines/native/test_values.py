"""What the random programs are too small for: large sets, large numbers, what has no values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests import ir_build as build
from tests import ir_strategies as programs
from tests.engines.engines import NEEDS_COMPILER, Reading
from tests.reference_eval import Reference, evaluate
from tests.tiers import slow

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Goto, Stmt, Stop, Store
from rulewright.dsl.ir.program import Check, Choice, Decision, Fault, Program, Variable
from rulewright.dsl.ir.types import Int, List, Map, Option, Scalar, Set, Type, size
from rulewright.engines.game import Action, EngineUnavailable
from rulewright.engines.native.game import NativeGame
from rulewright.engines.native.generator.module import source
from rulewright.engines.native.generator.states import States

BOOL = build.BOOL
WIDE = Int(-(10**6), 10**6)


def asked(
    variables: tuple[Variable, ...], *questions: x.Expr, body: tuple[Stmt, ...] = ()
) -> Program:
    """A program with a check for each question and one action, which does ``body``."""
    choice = Choice("go", (), x.YES, 1)
    program = build.program(
        "asked",
        variables,
        (Block("play", (), Stop(0)), Block("go", body, Goto(0))),
        (Decision("next", x.Const(0, build.SOLO), (choice,)), Fault("it does not fit")),
    )
    checks = (Check(f"c{i}", "never", q, None, "") for i, q in enumerate(questions))
    return replace(program, checks=tuple(checks))


def is_(e: x.Expr, value: object) -> x.Expr:
    return build.eq(e, x.Const(value, e.type))


def check_all(program: Program) -> int:
    """Every check, engine and meaning side by side, before and after the action; how many hold.

    The first position is asked twice each time.
    """
    reading = Reading(NativeGame(program))
    game, reference = reading.game, reading.reference
    first = reference.new()
    after, _ = reference.step(first, (0, ()))
    step = game.step(game.new(), Action(0, ()))
    assert step.state == reading.state(after)
    held = 0
    for position in (first, after):
        values = tuple(
            replace(v, initial=position.values[i]) for i, v in enumerate(program.variables)
        )
        for answer, expected in reading.answers(values):
            assert answer is expected
            held += bool(answer)
    return held


def elements_of(n: int) -> Int:
    """A type with ``n`` values, some below zero."""
    return Int(-3, n - 4)


def mask(n: int, every: int) -> int:
    return sum(1 << i for i in range(0, n, every))


def about_large_sets(t: Scalar, a: x.Expr, b: x.Expr) -> Iterator[x.Expr]:
    """Expressions about two sets; each kind of expression that sees a set is one of them."""
    n, number, i = size(t), Int(0, 10**5), x.Local("i", t)
    kind, k = Set(t), x.Local("k", t)
    near = x.MapOf(k, x.Combine("union", a, build.single(k, t), kind), Map(t, kind))
    rows = tuple(1 << (j + 7) % n | 1 << (j * 5) % n for j in range(n))
    table = x.Const(rows, Map(t, kind), "near")
    last = x.Const(n - 4, t)
    odd = x.Compare("==", x.Arith("mod", x.Convert(i, WIDE), build.num(2), Int(0, 1)), build.num(1))
    key = x.Arith("mod", x.Convert(i, WIDE), build.num(5), Int(0, 4))
    yield x.Combine("union", a, b, kind)
    yield x.Combine("intersection", a, b, kind)
    yield x.Combine("difference", a, b, kind)
    yield x.Compare("==", a, b)
    yield x.Compare("!=", a, b)
    yield x.Compare("<=", a, b)
    yield x.Compare("<=", x.Combine("intersection", a, b, kind), a)
    for value in (-4, -3, 0, 1, 60, 61, 62, n - 5, n - 4, n - 3, 10**6, -(10**6)):
        yield x.In(x.Const(value, WIDE), a)
        yield x.In(x.Const(value, WIDE), x.every(t))
    yield x.SetOf((last, x.Const(-3, t)), kind)
    for over in (a, b, x.every(t), x.Const(0, kind), x.Combine("difference", a, b, kind)):
        yield x.Size(over, number)
        yield x.Quantifier("count", i, over, odd, None, number)
        yield x.Quantifier("sum", i, over, None, x.Convert(i, WIDE), WIDE)
        yield x.Quantifier("min", i, over, odd, i, Option(elements_of(n)))
        yield x.Quantifier("max", i, over, odd, i, Option(elements_of(n)))
        yield x.Quantifier("all", i, over, None, x.In(i, a), BOOL)
        yield x.Quantifier("some", i, over, odd, x.In(i, b), BOOL)
        yield x.Filter(i, over, odd, kind)
        yield x.Best(i, over, key, True, kind)
        yield x.Best(i, over, key, False, kind)
    for relation in (near, table):
        for start in (-3, 0, n - 4):
            yield x.Reach(x.Const(start, t), a, relation, kind)
            yield x.Distance(x.Const(start, t), last, x.every(t), relation, Option(Int(0, n)))
    yield x.Lookup(near, last, kind)
    yield near
    less = x.Combine("difference", a, b, kind)
    yield x.After((Store("a", None, less, None),), x.Compare("<=", a, b))


def pinned(variables: tuple[Variable, ...], e: x.Expr) -> x.Expr:
    """The truth that ``e`` has the value which the meaning of the IR gives it at first."""
    reference = Reference(asked(variables))
    value = evaluate(e, reference.scope(reference.new()))
    return build.eq(e, x.Const(value, e.type))


@pytest.mark.thorough
@NEEDS_COMPILER
@pytest.mark.parametrize("n", [7, 64, 65, *slow([8, 63, 128, 129, 217])])
def test_sets_of_any_size(n: int) -> None:
    t = elements_of(n)
    a, b = build.state("a", Set(t), mask(n, 2)), build.state("b", Set(t), mask(n, 3))
    moved = Store("a", None, x.Combine("difference", x.every(t), build.var(a), Set(t)), None)
    seen = about_large_sets(t, build.var(a), build.var(b))
    check_all(asked((a, b), *(pinned((a, b), e) for e in seen), body=(moved,)))


@pytest.mark.thorough
@NEEDS_COMPILER
@pytest.mark.parametrize(("narrow", "wide"), [(5, 9), (60, 70), (70, 60 + 80), (64, 65), (8, 64)])
@pytest.mark.parametrize("last", [0, 1])
def test_a_set_is_stored_where_fewer_have_room(narrow: int, wide: int, last: int) -> None:
    """The elements of both begin with 0; a set with one beyond the smaller type is a fault."""
    small, large = Set(Int(0, narrow - 1)), Set(Int(0, wide - 1))
    a = build.state("a", small, 1)
    b = build.state("b", large, 1 << (narrow - 1) | (1 << (wide - 1)) * last)
    seen = build.eq(x.Convert(build.var(a), large), build.var(b))
    part = x.Compare("<=", build.var(a), build.var(b))
    program = asked((a, b), seen, part, body=(Store("a", None, build.var(b), 1),))
    check_all(program)
    game = NativeGame(program)
    after = game.apply(game.new(), Action(0, ()))
    assert game.node(after) == last
    assert game.value(after, "a") == (1 if last else 1 << (narrow - 1))


@pytest.mark.thorough
@NEEDS_COMPILER
def test_lists_and_maps_are_converted() -> None:
    """The same numbers in cells of another size, and a longer list cut to its place or refused."""
    small, large = List(Int(0, 3), 2), List(Int(0, 1000), 4)
    a, b = build.state("a", small, (3, 1)), build.state("b", large, (3, 1, 0, 7))
    short = x.Slice(build.var(b), build.num(0), build.num(2), List(Int(0, 1000), 4))
    m = build.state("m", Map(Int(1, 2), small), ((), (1,)))
    questions = (
        build.eq(x.Convert(build.var(a), large), short),
        build.eq(x.Convert(build.var(a), large), build.var(b)),
        build.eq(x.If(x.In(build.num(1), x.Const(1, Set(Int(1, 2)))), x.Convert(build.var(a), large), build.var(b), large), short),
        is_(x.Size(x.Concat(build.var(a), build.var(a), List(Int(0, 3), 4)), Int(0, 4)), 4),
    )  # fmt: skip
    check_all(asked((a, b, m), *questions, body=(Store("m", build.num(2), short, 1),)))
    check_all(asked((a, b, m), *questions, body=(Store("m", build.num(1), build.var(b), 1),)))
    check_all(asked((a, b, m), *questions, body=(Store("b", None, x.Convert(build.var(a), large), None),)))  # fmt: skip


def large(n: int) -> x.Expr:
    return x.Arith("+", build.var(BIG), build.num(n), Int(n, n + 10))


BIG = build.state("big", Int(0, 10), 7)


@pytest.mark.thorough
@NEEDS_COMPILER
def test_numbers_that_need_more_than_32_bits() -> None:
    square = x.Arith("*", large(10**5), large(10**5), Int(0, 10**11))
    gone = x.Arith("-", build.num(5), square, Int(-(10**11), 5))
    questions = (
        is_(square, (10**5 + 7) ** 2),
        is_(x.Arith("mod", square, build.num(1000), Int(0, 999)), (10**5 + 7) ** 2 % 1000),
        is_(x.Arith("div", gone, build.num(1000), WIDE), (5 - (10**5 + 7) ** 2) // 1000),
        is_(x.Arith("mod", gone, build.num(1000), Int(0, 999)), (5 - (10**5 + 7) ** 2) % 1000),
        x.Compare("<", build.num(2**31), square),
    )
    assert check_all(asked((BIG,), *questions)) == 4 * len(questions)


def test_numbers_that_need_more_than_64_bits_are_refused() -> None:
    huge = large(10**10)
    with pytest.raises(EngineUnavailable, match="64 bits"):
        source(asked((BIG,), is_(x.Arith("*", huge, huge, Int(0, 10**21)), 1)))


def test_what_is_not_certain_to_fit_is_refused() -> None:
    """The IR promises that a store without a fault fits; a promise that is broken is seen."""
    with pytest.raises(EngineUnavailable, match="certain"):
        source(asked((BIG,), body=(Store("big", None, large(1), None),)))


def types() -> st.SearchStrategy[Type]:
    extra: tuple[Type, ...] = (
        Set(Int(0, 99)),
        Map(Int(1, 3), Set(Int(-5, 70))),
        Int(-40000, 5),
        Int(0, 2**40),
        List(Int(-3, 3), 0),
        List(Int(0, 70000), 300),
        Map(Int(1, 0), BOOL),
    )
    return st.sampled_from((*programs.TYPES, *extra))


@given(st.data())
def test_states_hold_any_values(data: st.DataObject) -> None:
    kinds = data.draw(st.lists(types(), min_size=1, max_size=6))
    values = tuple(data.draw(programs.values(t)) for t in kinds)
    variables = tuple(build.state(f"v{i}", t, v) for i, (t, v) in enumerate(zip(kinds, values)))  # noqa: B905
    states = States(asked(variables))
    packed = states.pack(1, values)
    assert len(packed) == states.size
    assert states.node(packed) == 1
    assert states.values(packed) == values
