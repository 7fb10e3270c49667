"""Whole programs: questions at one position, and games with a decision."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from tests import ir_build as build
from tests.reference_eval import Reference, evaluate

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Goto, Let, Stop
from rulewright.dsl.ir.program import Check, Choice, Decision, Fault, Function, Program, Variable
from rulewright.dsl.ir.types import (
    Type,
    default,
)

from .expressions import Context, expressions, sets, statements
from .types import (
    BOOL,
    CELL,
    CELLS,
    SIGNED,
    SMALL,
    TYPES,
    WIDE,
    values,
)

VARIABLES = tuple(
    Variable(f"v{i}", t, default(t), "scratch" if i % 7 == 6 else "state")
    for i, t in enumerate(TYPES)
)


@st.composite
def starts(draw: st.DrawFn) -> tuple[Variable, ...]:
    """Variables of every type with some initial values; scratch ones with their default."""
    return tuple(
        v if v.kind == "scratch" else replace(v, initial=draw(values(v.type))) for v in VARIABLES
    )


@st.composite
def functions(draw: st.DrawFn) -> tuple[Function, ...]:
    """A few functions, each of which may call those before it."""
    found: tuple[Function, ...] = ()
    for i in range(draw(st.integers(0, 2))):
        params = (x.Local("i", CELL), x.Local("q", SIGNED))
        results: tuple[Type, ...] = (BOOL, CELLS, SMALL)
        t = draw(st.sampled_from(results))
        c = Context(VARIABLES, params, found, depth=2)
        found += (Function(f"f{i}", params, t, draw(expressions(t, c))),)
    return found


@st.composite
def questions(draw: st.DrawFn, most: int = 8) -> Program:
    """A program that rests at once, with a check for each of some random properties, and strategies.

    A property of another type than Bool is compared with the value that it has where play rests,
    or with any other one.
    """
    context = Context(draw(starts()), functions=draw(functions()))
    program = build.program(
        "questions",
        context.variables,
        (Block("play", (), Stop(0)),),
        (Fault("nothing happens here"),),
        functions=context.functions,
    )
    reference = Reference(program)
    scope = reference.scope(reference.new())
    checks = []
    for i in range(draw(st.integers(1, most))):
        t = draw(st.sampled_from((*TYPES, WIDE, WIDE, WIDE, SMALL, BOOL, BOOL)))
        e = draw(expressions(t, context))
        value = evaluate(e, scope) if draw(st.booleans()) else draw(values(t))
        asked = x.Compare("==", e, x.Const(value, t)) if t != BOOL else e
        checks.append(Check(f"c{i}", "never", asked, None, ""))
    mover = x.Local("mover", build.SOLO)
    preferred = tuple(
        Function(
            f"s{i}", (mover,), WIDE, draw(expressions(WIDE, replace(context, locals=(mover,))))
        )
        for i in range(draw(st.integers(0, 2)))
    )
    return replace(program, checks=tuple(checks), strategies=preferred)


@st.composite
def games(draw: st.DrawFn) -> Program:
    """A program with one decision, whose options do something random."""
    context = Context(draw(starts()), functions=draw(functions()), depth=2)
    cell, number = build.scratch("cell", CELL), build.scratch("number", SIGNED)
    everything = replace(context, variables=(*context.variables, cell, number))
    i, j = x.Local("i", CELL), x.Local("j", SIGNED)
    choices, blocks = [], [Block("play", draw(statements(everything, 1, 1)), Stop(0))]
    for n in range(draw(st.integers(1, 2))):
        first = build.pick(i, cell, draw(sets(CELL, context)))
        second = build.pick(j, number, draw(sets(SIGNED, replace(context, locals=(i,)))))
        guard = draw(expressions(BOOL, replace(context, locals=(i, j))))
        choices.append(Choice(f"act{n}", (first, second), guard, len(blocks)))
        top = Let(x.Local("k", CELL), x.Var("cell", CELL))
        inside = replace(everything, locals=(top.local,))
        blocks.append(Block(f"act{n}", (top, *draw(statements(inside, 1))), Goto(0, turn=True)))
    return build.program(
        "games",
        everything.variables,
        tuple(blocks),
        (Decision("next", x.Const(0, build.SOLO), tuple(choices)), Fault("something went wrong")),
        functions=context.functions,
        resets={0: ("v0", "v9"), 1: ("v9",)},
    )
