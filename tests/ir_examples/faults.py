"""Faults, and a loop without a decision."""

from __future__ import annotations

from tests.ir_build import (
    SOLO,
    num,
    pick,
    program,
    scratch,
    state,
    var,
)

from rulewright.dsl.ir.code import (
    NO,
    YES,
    Arith,
    Block,
    Const,
    Goto,
    Local,
    Require,
    Stop,
    Store,
)
from rulewright.dsl.ir.program import (
    Choice,
    Decision,
    Fault,
    Program,
    Supply,
    Variable,
)
from rulewright.dsl.ir.types import Int

# --- faults, and a loop without a decision -----------------------------------------------------


def leak(n: int) -> Program:
    """``n`` pebbles of which one or two are taken, even where there are fewer: fault, node 1."""
    heap, taken = Variable("heap", Int(0, n), n, "supply"), scratch("taken", Int(1, 2))
    fewer = Arith("-", var(heap), var(taken), Int(-2, n))
    k = pick(Local("k", Int(1, 2)), taken)
    return program(
        "leak",
        (heap, taken),
        (
            Block("play", (), Stop(0)),
            Block("take", (Store("heap", None, fewer, 1),), Goto(0, turn=True)),
        ),
        (
            Decision("next", Const(0, SOLO), (Choice("take", (k,), YES, 1),)),
            Fault("the heap is empty", ("heap.take",)),
        ),
        supplies=(Supply("heap", ()),),
    )


def stillborn() -> Program:
    """A fault before the first state: variables keep their initial values, but for the reset."""
    kept, dropped = state("kept", Int(0, 5), 2), state("dropped", Int(0, 5), 3)
    return program(
        "stillborn",
        (kept, dropped),
        (Block("play", (Store("kept", None, num(4), None), Require(NO, 0)), Stop(0)),),
        (Fault("nothing can begin"),),
        resets={0: ("dropped",)},
    )


def spin() -> Program:
    """After the only action the rules run for ever without asking anybody."""
    return program(
        "spin",
        (),
        (Block("play", (), Stop(0)), Block("round and round", (), Goto(1))),
        (Decision("next", Const(0, SOLO), (Choice("go", (), YES, 1),)),),
    )
