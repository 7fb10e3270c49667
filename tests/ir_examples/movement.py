"""Things that change their places: a tower, a ring, a walk on a board that closes."""

from __future__ import annotations

from tests.ir_build import (
    BOOL,
    SOLO,
    alone,
    eq,
    none,
    num,
    pick,
    program,
    scratch,
    state,
    var,
    without,
)

from rulewright.dsl.ir.code import (
    YES,
    And,
    Arith,
    Block,
    Branch,
    Call,
    Compare,
    Concat,
    Const,
    Distance,
    Expr,
    Goto,
    If,
    In,
    Item,
    Let,
    Local,
    Lookup,
    Permute,
    Reach,
    Size,
    Slice,
    Stop,
    Store,
    Unwrap,
)
from rulewright.dsl.ir.program import (
    Check,
    Choice,
    Decision,
    End,
    Fault,
    Function,
    Program,
)
from rulewright.dsl.ir.types import Enum, Int, List, Map, Option, Set, Value

# --- the tower of Hanoi: 3^n states, 3(3^n - 1) moves, 2^n - 1 steps to the end ----------------

PEG = Enum("Peg", ("left", "middle", "right"))


def hanoi(discs: int) -> Program:
    """Lists in a map. It goes on after the tower has moved; node 0 is the only one."""
    disc = Int(1, discs)
    pile = List(disc, discs)
    first: tuple[Value, ...] = tuple(range(discs, 0, -1))
    peg = state("peg", Map(PEG, pile), (first, (), ()))
    source, target = scratch("source", PEG), scratch("target", PEG)
    a, b = Local("a", PEG), Local("b", PEG)
    top = Function(
        "top", (a,), Option(disc), Item(Lookup(var(peg), a, pile), num(0), True, Option(disc))
    )

    def top_of(p: Expr) -> Expr:
        return Call("top", (p,), Option(disc))

    # An empty peg's top is none, which is more than any disc: a free place for all of them.
    fits = And(
        (Compare("!=", Size(Lookup(var(peg), a, pile), Int(0, discs)), num(0)),
         Compare("<", top_of(a), top_of(b)))
    )  # fmt: skip
    moved = Local("moved", disc)
    origin = Lookup(var(peg), var(source), pile)
    shorter = Arith("-", Size(origin, Int(0, discs)), num(1), Int(-1, discs - 1))
    onto = Concat(Lookup(var(peg), var(target), pile), alone(moved, disc), List(disc, discs + 1))
    return program(
        "hanoi",
        (peg, source, target),
        (
            Block("play", (), Stop(0)),
            Block(
                "move",
                (
                    Let(moved, Unwrap(top_of(var(source)), disc)),
                    Store("peg", var(source), Slice(origin, num(0), shorter, pile), None),
                    Store("peg", var(target), onto, 1),
                ),
                Goto(0, turn=True),
            ),
        ),
        (
            Decision(
                "next",
                Const(0, SOLO),
                (Choice("move", (pick(a, source), pick(b, target)), fits, 1),),
            ),
            Fault("a peg holds too many discs"),
        ),
        functions=(top,),
        checks=(
            Check(
                "solved",
                "reachable",
                eq(Size(Lookup(var(peg), Const(2, PEG), pile), Int(0, discs)), num(discs)),
                None,
                "",
            ),
        ),
    )


# --- a ring of four: a turn and a swap make all 4! = 24 arrangements ---------------------------

PLACE4 = Enum("Place", ("n", "e", "s", "w"))
TOKEN4 = Enum("Token", ("1", "2", "3", "4"))


def carousel() -> Program:
    """Permutations; an option with a Bool parameter and one without any."""
    at = state("at", Map(PLACE4, TOKEN4), (0, 1, 2, 3))
    back = scratch("back", BOOL)
    ring = Map(PLACE4, PLACE4)
    turned = If(var(back), Const((3, 0, 1, 2), ring), Const((1, 2, 3, 0), ring), ring)
    swapped = Const((1, 0, 2, 3), ring)

    def permuted(by: Expr) -> Store:
        return Store("at", None, Permute(var(at), by, Map(PLACE4, TOKEN4)), None)

    return program(
        "carousel",
        (at, back),
        (
            Block("play", (), Stop(0)),
            Block("turn", (permuted(turned),), Goto(0)),
            Block("swap", (permuted(swapped),), Goto(0)),
        ),
        (
            Decision(
                "next",
                Const(0, SOLO),
                (
                    Choice("turn", (pick(Local("back", BOOL), back),), YES, 1),
                    Choice("swap", (), YES, 2),
                ),
            ),
        ),
    )


# --- a walk on a hexagon whose corners close ---------------------------------------------------

CORNER = Enum("Corner", tuple(f"c{i}" for i in range(6)))


def hexagon() -> Program:
    """Reach and distance. Lost once c0 cannot be reached; nodes: 0 the decision, 1 lost."""
    near: tuple[Value, ...] = tuple(1 << (i + 1) % 6 | 1 << (i - 1) % 6 for i in range(6))
    neighbours = Const(near, Map(CORNER, Set(CORNER)), "near")
    here, left = state("here", CORNER, 0), state("left", Set(CORNER), 0b111111)
    goal, gone, t = scratch("goal", CORNER), scratch("gone", CORNER), Local("t", CORNER)
    steps = Option(Int(0, 5))
    far = Distance(var(here), t, var(left), neighbours, steps)
    close = Compare("<=", Unwrap(far, Int(0, 5)), num(2))
    home = Distance(var(here), Const(0, CORNER), var(left), neighbours, steps)
    elsewhere = Compare("!=", t, var(here))
    walk = And((In(t, Reach(var(here), var(left), neighbours, Set(CORNER))), elsewhere, close))
    return program(
        "hexagon",
        (here, left, goal, gone),
        (
            Block("play", (), Branch(eq(home, none(steps)), 1, 2)),
            Block("cut off", (), Stop(1)),
            Block("go on", (), Stop(0)),
            Block("walk", (Store("here", None, var(goal), None),), Goto(0, turn=True)),
            Block(
                "close",
                (Store("left", None, without(var(left), var(gone), CORNER), None),),
                Goto(0, turn=True),
            ),
        ),
        (
            Decision(
                "next",
                Const(0, SOLO),
                (
                    Choice("walk", (pick(t, goal),), walk, 3),
                    Choice("close", (pick(t, gone),), And((In(t, var(left)), elsewhere)), 4),
                ),
            ),
            End("cut_off", "lose", Const(0, Set(SOLO))),
        ),
    )
