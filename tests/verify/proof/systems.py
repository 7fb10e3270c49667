"""Small programs with supplies."""

from __future__ import annotations

from tests.ir_build import PLAYER, SOLO, eq, none, num, pick, program, scratch, state, var

from rulewright.dsl.ir.code import (
    And,
    Arith,
    Block,
    Branch,
    Compare,
    Concat,
    Const,
    Convert,
    Goto,
    If,
    Item,
    Let,
    ListOf,
    Local,
    Lookup,
    Quantifier,
    Require,
    Size,
    Slice,
    Stmt,
    Stop,
    Store,
    Unwrap,
    every,
)
from rulewright.dsl.ir.program import Choice, Decision, End, Fault, Program, Supply, Variable
from rulewright.dsl.ir.types import Bool, Enum, Int, List, Map, Option, Set

MARK = Option(PLAYER)


def depletion(places: int, pieces: int) -> Program:
    """Two players put their pieces on a row until it is full: node 1 is the full row.

    Who has no piece left passes. The row can be filled if and only if there are pieces enough.
    """
    spot = Enum("Spot", tuple(f"s{i}" for i in range(places)))
    on = state("on", Map(spot, MARK), (2,) * places)
    number = Int(0, pieces)
    box = Variable("box", Map(PLAYER, number), (pieces, pieces), "supply")
    p, at = Variable("p", PLAYER, 0, "frame"), scratch("at", spot)
    s = Local("s", spot)
    left = Lookup(var(box), var(p), number)
    free = And((eq(Lookup(var(on), s, MARK), none(MARK)), Compare("<", num(0), left)))
    filled = Compare("!=", Lookup(var(on), s, MARK), none(MARK))
    full = Quantifier("all", s, every(spot), None, filled, Bool())
    other = If(eq(var(p), Const(0, PLAYER)), Const(1, PLAYER), Const(0, PLAYER), PLAYER)
    less = Arith("-", left, num(1), Int(-1, pieces - 1))
    held = Lookup(var(on), var(at), MARK)
    return program(
        "depletion",
        (on, box, p, at),
        (
            Block("play", (), Stop(0)),
            Block(
                "put",
                (
                    Store("box", var(p), less, 2),
                    Require(eq(held, none(MARK)), 3),
                    Store("on", var(at), Convert(var(p), MARK), None),
                ),
                Branch(full, 2, 3),
            ),
            Block("full", (), Stop(1)),
            Block("next", (Store("p", None, other, None),), Goto(0)),
        ),
        (
            Decision(
                "turn",
                var(p),
                (
                    Choice("put", (pick(s, at),), free, 1),
                    Choice("pass", (), eq(left, num(0)), 3),
                ),
            ),
            End("full", "draw", Const(0, Set(PLAYER))),
            Fault("the box is empty"),
            Fault("the place is taken"),
        ),
        players=PLAYER,
        resets={1: ("p",)},
        supplies=(Supply("box", ("on",)),),
    )


def draining(n: int) -> Program:
    """A heap that gets smaller by one, whose pieces go nowhere; it stays empty."""
    heap, one = Variable("heap", Int(0, n), n, "supply"), scratch("one", Int(1, 1))
    k = pick(Local("k", Int(1, 1)), one)
    fewer = Arith("-", var(heap), var(one), Int(-1, n - 1))
    some = Compare("<", num(0), var(heap))
    return program(
        "draining",
        (heap, one),
        (
            Block("play", (), Stop(0)),
            Block("take", (), Branch(some, 2, 0)),
            Block("some", (Store("heap", None, fewer, 1),), Goto(0)),
        ),
        (
            Decision("next", Const(0, SOLO), (Choice("take", (k,), Const(True, Bool()), 1),)),
            Fault("the heap is empty"),
        ),
        supplies=(Supply("heap", ()),),
    )


def _moving(name: str, taken: int) -> Program:
    """Pieces go from a box to a list and from there, one by one, back; ``taken`` from the box."""
    number, row = Int(0, 4), List(PLAYER, 3)
    box = Variable("box", Map(PLAYER, number), (2, 3), "supply")
    gone, who = state("gone", row, ()), scratch("who", PLAYER)
    p, count = Local("p", PLAYER), Int(0, 3)
    left, first = Lookup(var(box), var(who), number), Local("first", PLAYER)
    longer = List(PLAYER, 4)
    out: tuple[Stmt, ...] = (
        Store("box", var(who), Arith("-", left, num(taken), Int(-taken, 4 - taken)), 1),
        Store("gone", None, Concat(var(gone), ListOf((var(who),), List(PLAYER, 1)), longer), 2),
    )
    back: tuple[Stmt, ...] = (
        Let(first, Unwrap(Item(var(gone), num(0), False, Option(PLAYER)), PLAYER)),
        Store("box", first, Arith("+", num(1), Lookup(var(box), first, number), Int(1, 5)), 3),
        Store("gone", None, Slice(var(gone), num(1), num(3), row), None),
    )
    some = Compare("<", num(0), Size(var(gone), count))
    return program(
        name,
        (box, gone, who),
        (Block("play", (), Stop(0)), Block("out", out, Goto(0)), Block("back", back, Goto(0))),
        (
            Decision(
                "next",
                Const(0, SOLO),
                (
                    Choice("out", (pick(p, who),), Const(True, Bool()), 1),
                    Choice("back", (), some, 2),
                ),
            ),
            Fault("the box is empty"),
            Fault("the list is full"),
            Fault("the box is full"),
        ),
        players=PLAYER,
        supplies=(Supply("box", ("gone",)),),
    )


def recycling() -> Program:
    """Nothing gets lost."""
    return _moving("recycling", 1)


def mislaid() -> Program:
    """Two are taken from the box where one comes to the list."""
    return _moving("mislaid", 2)
