"""A union over a set asks for each element of that set once, and not for each that may be in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests import ir_build as build
from tests.engines.engines import ENGINES, Engine
from tests.reference_eval import Reference, evaluate

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Check, Decision, Program
from rulewright.dsl.ir.types import Bool, Enum, Int, Map, Set
from rulewright.engines.codegen.unions import union_of

CELL = Enum("Cell", ("a", "b", "c", "d"))
CELLS = Set(CELL)
NEAR = x.Const((0b1110, 0b0001, 0b0111, 0b0000), Map(CELL, CELLS), "near")
HELD = build.state("held", CELLS, 0b0110)
E, FIRST, SECOND = (x.Local(name, CELL) for name in "eij")


def near(of: x.Expr) -> x.Expr:
    return x.Lookup(NEAR, of, CELLS)


def some(var: x.Local, over: x.Expr, body: x.Expr, where: x.Expr | None = None) -> x.Expr:
    return x.Quantifier("some", var, over, where, body, Bool())


def those(inside: x.Expr, over: x.Expr | None = None) -> x.Filter:
    return x.Filter(E, over or x.every(CELL), inside, CELLS)


def large(of: x.Expr) -> x.Expr:
    return x.Compare("<", build.num(1), x.Size(near(of), Int(0, 4)))


HELD_NOW = build.var(HELD)
UNIONS: tuple[tuple[x.Filter, int], ...] = (
    # b and c are held: {a} and {a, b, c}.
    (those(some(FIRST, HELD_NOW, x.In(E, near(FIRST)))), 0b0111),
    # Of all, only a and c are near to more than one.
    (those(some(FIRST, x.every(CELL), x.In(E, near(FIRST)), large(FIRST))), 0b1111),
    # What is near to what is near to b: near to a.
    (
        those(
            some(FIRST, x.Const(0b0010, CELLS), some(SECOND, near(FIRST), x.In(E, near(SECOND))))
        ),
        0b1110,
    ),
    (those(some(FIRST, x.Const(0, CELLS), x.In(E, near(FIRST)))), 0),
)
OTHERS: tuple[tuple[x.Filter, int], ...] = (
    # Only the held of them are asked for.
    (those(some(FIRST, HELD_NOW, x.In(E, near(FIRST))), HELD_NOW), 0b0110),
    # Near to a held one, and near to itself: c.
    (those(some(FIRST, HELD_NOW, x.In(E, near(FIRST)), x.In(E, near(E)))), 0b0100),
    # One to which a held one is near: a and c.
    (those(some(FIRST, HELD_NOW, x.In(FIRST, near(E)))), 0b0101),
    # In every set of the held: a.
    (those(x.Quantifier("all", FIRST, HELD_NOW, None, x.In(E, near(FIRST)), Bool())), 0b0001),
)


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("asked", "members"), UNIONS + OTHERS)
def test_who_is_in_a_union(engine: Engine, asked: x.Filter, members: int) -> None:
    program = asking(x.Compare("==", asked, x.Const(members, CELLS)))
    reference = Reference(program)
    assert evaluate(program.checks[0].property, reference.scope(reference.new())) is True
    game = engine(program)
    assert game.holds(0, game.new()) is True


def test_what_is_a_union() -> None:
    assert [union_of(e) is not None for e, _ in UNIONS] == [True] * len(UNIONS)
    assert [union_of(e) for e, _ in OTHERS] == [None] * len(OTHERS)
    nested = union_of(UNIONS[2][0])
    assert nested is not None
    assert [loop.var for loop in nested.loops] == [FIRST, SECOND]


def asking(question: x.Expr) -> Program:
    decision = Decision("next", x.Const(0, build.SOLO), ())
    blocks = (x.Block("play", (), x.Stop(0)),)
    program = build.program("unions", (HELD,), blocks, (decision,))
    return replace(program, checks=(Check("asked", "never", question, None, ""),))
