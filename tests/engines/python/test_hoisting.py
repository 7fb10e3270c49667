"""What loops compute beforehand must mean the same where it is used: names hide one another,
and a look ahead changes variables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests import ir_build as build
from tests.engines.engines import ENGINES, Engine
from tests.reference_eval import Reference, evaluate

from rulewright.dsl.ir.code import (
    After,
    And,
    Arith,
    Block,
    Call,
    Combine,
    Compare,
    Const,
    Expr,
    Filter,
    Goto,
    In,
    Local,
    Lookup,
    Quantifier,
    Size,
    Stop,
    Store,
    every,
)
from rulewright.dsl.ir.program import Check, Choice, Decision, Function, Program
from rulewright.dsl.ir.types import Bool, Enum, Int, Map, Set
from rulewright.engines.game import Action
from rulewright.engines.python.game import PythonGame
from rulewright.engines.python.generator.module import source

CELL = Enum("Cell", ("a", "b", "c", "d"))
CELLS, NUMBER = Set(CELL), Int(0, 200)
NEAR = Const((0b1110, 0b0001, 0b0111, 0b0000), Map(CELL, CELLS), "near")
HELD = build.state("held", CELLS, 0b0110)
FIRST, SECOND, THIRD = (Local(name, CELL) for name in "ijk")


def near_and_held(of: Local) -> Expr:
    """How many of the neighbours are held: 2, 0, 2 and 0 for a, b, c and d."""
    return Quantifier(
        "count", THIRD, Lookup(NEAR, of, CELLS), In(THIRD, build.var(HELD)), None, NUMBER
    )


def total(var: Local, over: Expr, body: Expr) -> Expr:
    return Quantifier("sum", var, over, None, body, NUMBER)


def plus(left: Expr, right: Expr) -> Expr:
    return Arith("+", left, right, NUMBER)


def emptied(result: Expr) -> Expr:
    return After((Store("held", None, Const(0, CELLS), None),), result)


HELD_NOW = Size(Filter(THIRD, build.var(HELD), In(THIRD, every(CELL)), CELLS), NUMBER)


def shadowed(outer: int) -> Expr:
    """The sum over j in a set and every i of near(j) and, for each other j, near(j) + near(i)."""
    inner = total(SECOND, every(CELL), plus(near_and_held(SECOND), near_and_held(FIRST)))
    each = plus(near_and_held(SECOND), inner)
    return total(SECOND, Const(outer, CELLS), total(FIRST, every(CELL), each))


QUESTIONS: tuple[tuple[Expr, int | bool], ...] = (
    # j is b, which adds nothing: for each of four i, 4 for the other j and 4 near(i); 4 * 4 + 4 * 4.
    (shadowed(0b0010), 32),
    # j is a: 2 more for each i.
    (shadowed(0b0001), 40),
    # For every i there is a j with two.
    (
        Quantifier("all", FIRST, every(CELL), None, Quantifier("some", SECOND, every(CELL), None, Compare("==", near_and_held(SECOND), build.num(2)), Bool()), Bool()),
        True,
    ),
    # Two are held, none after they are gone, and two again.
    (
        Quantifier("all", FIRST, every(CELL), None, And((Compare("==", HELD_NOW, build.num(2)), emptied(Compare("==", HELD_NOW, build.num(0))), Compare("<", HELD_NOW, build.num(3)))), Bool()),
        True,
    ),
    (
        Quantifier("some", FIRST, every(CELL), None, And((Compare("==", HELD_NOW, build.num(2)), emptied(Compare("==", HELD_NOW, build.num(2))))), Bool()),
        False,
    ),
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("question", "answer"), QUESTIONS)
def test_questions(engine: Engine, question: Expr, answer: int | bool) -> None:
    asked = question if isinstance(answer, bool) else Compare("==", question, build.num(answer))
    expected = answer if isinstance(answer, bool) else True
    program = still(asked)
    reference = Reference(program)
    assert evaluate(asked, reference.scope(reference.new())) is expected
    game = engine(program)
    assert game.holds(0, game.new()) is expected


def still(asked: Expr) -> Program:
    decision = Decision("next", Const(0, build.SOLO), ())
    program = build.program("still", (HELD,), (Block("play", (), Stop(0)),), (decision,))
    return replace(program, checks=(Check("asked", "never", asked, None, ""),))


def test_an_option_computes_once_what_does_not_depend_on_it() -> None:
    """And still once for every value of what it does depend on."""
    free = Filter(THIRD, Lookup(NEAR, FIRST, CELLS), In(THIRD, build.var(HELD)), CELLS)
    function = Function("close", (FIRST,), CELLS, free)
    first, second = build.scratch("first", CELL), build.scratch("second", CELL)
    close = Call("close", (FIRST,), CELLS)
    guard = In(SECOND, Combine("union", close, close, CELLS))
    choice = Choice("go", (build.pick(FIRST, first), build.pick(SECOND, second)), guard, 0)
    decision = Decision("next", Const(0, build.SOLO), (choice,))
    program = build.program(
        "once",
        (HELD, first, second),
        (Block("play", (), Goto(1)), Block("rest", (), Stop(0))),
        (decision,),
        functions=(function,),
    )
    game = PythonGame(program)
    assert game.legal(game.new()) == [Action(0, (i, j)) for i in (0, 2) for j in (1, 2)]
    listing = source(program).split("def list_next_go(")[1].split("\n\n\n")[0]
    assert listing.count("close(held, i)") == 1
