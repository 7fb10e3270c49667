"""Two nodes side by side: the same but for names, or not, whatever was seen of them before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.dsl.elaborate.cfg.test_twins import DRAW, FRAMES, WIDE, A, N, asks, copy, into, v
from tests.ir_build import PLAYER, eq, num

from rulewright.dsl.elaborate.cfg.builder import Cfg
from rulewright.dsl.elaborate.cfg.liveness import FrameReads, liveness
from rulewright.dsl.elaborate.cfg.renaming import RenamingSearch
from rulewright.dsl.elaborate.cfg.twins import Shapes, alike_but_for_names
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import (
    After,
    Block,
    Branch,
    Const,
    Each,
    Expr,
    Goto,
    Let,
    Local,
    Require,
    Stmt,
    Stop,
    Store,
    Terminator,
    When,
    every,
)
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Fault, Node, Parameter
from rulewright.dsl.ir.types import Bool, Map, Set

NOBODY = Const(0, Set(PLAYER))


K, J, ELSE = Local("k", N), Local("j", N), Local("i", WIDE)


BY = Map(N, N)


Side = tuple[Node, tuple[Stmt, ...], Terminator]


def names(one: Side, two: Side) -> dict[str, str] | None:
    """What the second side calls the variables that are live at the first."""
    program = flow(one, two)
    live = liveness(program, FrameReads(frozenset(FRAMES)))
    return RenamingSearch(program, live, FRAMES).names(0, 1)


def flow(one: Side, two: Side) -> Cfg:
    """Both sides in one flow."""
    last = DRAW, replace(DRAW, clauses=("other",))
    sides = [replace_block(node, i) for i, (node, _, _) in enumerate((one, two))]
    blocks = tuple(Block(str(i), body, end) for i, (_, body, end) in enumerate((one, two)))
    rest = (Block("rest", (), Stop(2)), Block("else", (), Stop(3)))
    return Cfg((*blocks, *rest), (*sides, *last), 0)


def replace_block(node: Node, block: int) -> Node:
    match node:
        case Decision():
            return replace(node, choices=tuple(replace(c, block=block) for c in node.choices))
        case Chance():
            return replace(node, block=block)
        case _:
            return node


def does(*body: Stmt, end: Terminator = Stop(2)) -> Side:  # noqa: B008
    return asks(0), body, end


def at(node: Node, *body: Stmt) -> Side:
    return node, body, Stop(2)


def by(key: Expr, name: str = "by") -> x.Lookup:
    return x.Lookup(x.Var(name, BY), key, N)


CHOICE = Choice("go", (), x.YES, 0)


ASKS = Decision("d", A, (CHOICE,))


TWO = Parameter("a", N, every(N), "p")


ROLL = Chance("die", TWO, num(1), 0)


END = End("end", "win", NOBODY)


SCORES = Const((1, 2), Map(PLAYER, N))


B = Const(1, PLAYER)


def choosing(**changed: object) -> Decision:
    return replace(ASKS, choices=(replace(CHOICE, **changed),))


def giving(**changed: object) -> Decision:
    return choosing(parameters=(replace(TWO, **changed),))


DIFFERENT: dict[str, tuple[Side, Side]] = {
    "a secret": (at(ASKS), at(replace(ASKS, secret=True))),
    "what a decision cites": (at(ASKS), at(replace(ASKS, clauses=("c",)))),
    "the name of an option": (at(ASKS), at(choosing(name="stay"))),
    "what an option cites": (at(ASKS), at(choosing(clauses=("c",)))),
    "who decides": (at(ASKS), at(replace(ASKS, player=B))),
    "when one may": (at(ASKS), at(choosing(guard=x.NO))),
    "how many are chosen": (at(ASKS), at(giving())),
    "what is chosen of": (at(giving()), at(giving(over=Const(1, Set(N))))),
    "the type of what is chosen": (at(giving()), at(giving(type=WIDE))),
    "which of two is chosen": (
        at(giving(), into(v("p")), into(v("r"))), at(giving(), into(v("r")), into(v("p"))),
    ),
    "the type of where it is kept": (at(giving()), at(giving(variable="wide"))),
    "one is rolled": (at(ASKS), at(ROLL)),
    "the name of a roll": (at(ROLL), at(replace(ROLL, name="coin"))),
    "what a roll cites": (at(ROLL), at(replace(ROLL, clauses=("c",)))),
    "how likely": (at(ROLL), at(replace(ROLL, weight=num(2)))),
    "what is rolled": (at(ROLL), at(replace(ROLL, parameter=replace(TWO, over=Const(1, Set(N)))))),
    "what follows a roll": (at(ROLL, into(num(1))), at(ROLL, into(num(2)))),
    "how it ends": (at(END), at(replace(END, kind="lose"))),
    "what an end cites": (at(END), at(replace(END, clauses=("c",)))),
    "who wins": (at(END), at(replace(END, winners=Const(1, Set(PLAYER))))),
    "scores": (at(END), at(replace(END, scores=SCORES))),
    "faults": (at(Fault("this")), at(Fault("that"))),
    "a fault and an end": (at(Fault("this")), at(END)),
    "one statement more": (does(into(num(1))), does(into(num(1)), into(num(1)))),
    "a whole turn": (does(end=Goto(2)), does(end=Goto(2, turn=True))),
    "where one goes": (does(end=Goto(2)), does(end=Goto(3))),
    "where one stops": (does(end=Stop(2)), does(end=Stop(3))),
    "stopping and going": (does(end=Stop(2)), does(end=Goto(2))),
    "a condition": (
        does(end=Branch(eq(v("n"), num(1)), 2, 3)), does(end=Branch(eq(v("n"), num(2)), 2, 3)),
    ),
    "the one way": (does(end=Branch(x.YES, 2, 2)), does(end=Branch(x.YES, 3, 2))),
    "the other way": (does(end=Branch(x.YES, 2, 2)), does(end=Branch(x.YES, 2, 3))),
    "the fault of a store": (does(into(v("p"))), does(replace(into(v("p")), fault=1))),
    "what is stored": (does(into(num(1))), does(into(num(2)))),
    "where it is stored": (does(copy("n", num(1))), does(copy("m", num(1)))),
    "a frame and a state": (does(copy("p", num(1))), does(copy("n", num(1)))),
    "a state and a frame": (does(copy("n", num(1))), does(copy("p", num(1)))),
    "a variable of another type": (does(into(v("p"))), does(into(v("wide")))),
    "stored to one of another type": (does(copy("p", num(1))), does(copy("wide", num(1)))),
    "a key": (does(Store("by", num(1), num(1), None)), does(Store("by", num(2), num(1), None))),
    "a value at a key": (
        does(Store("by", num(1), num(1), None)), does(Store("by", num(1), num(2), None)),
    ),
    "the fault of a store at a key": (
        does(Store("by", num(1), num(1), None)), does(Store("by", num(1), num(1), 1)),
    ),
    "a store at a key elsewhere": (
        does(Store("by", num(1), num(1), None)), does(Store("on", num(1), num(1), None)),
    ),
    "a store at a key and one of all": (
        does(Store("by", num(1), num(1), None)), does(copy("by", num(1))),
    ),
    "a local's value": (does(Let(K, num(1))), does(Let(J, num(2)))),
    "a local's type": (does(Let(K, num(1))), does(Let(ELSE, num(1)))),
    "which local": (
        does(Let(K, num(1)), Let(J, num(2)), into(K)), does(Let(K, num(1)), Let(J, num(2)), into(J)),
    ),
    "a local and a variable": (does(Let(K, num(1)), into(K)), does(Let(K, num(1)), into(v("p")))),
    "a test": (does(When(x.YES, (), ())), does(When(x.NO, (), ()))),
    "what is done then": (
        does(When(x.YES, (into(num(1)),), ())), does(When(x.YES, (into(num(2)),), ())),
    ),
    "what is done otherwise": (
        does(When(x.YES, (), (into(num(1)),))), does(When(x.YES, (), (into(num(2)),))),
    ),
    "what is gone through": (does(Each(K, every(N), ())), does(Each(J, Const(1, Set(N)), ()))),
    "the type of what is gone through": (does(Each(K, every(N), ())), does(Each(ELSE, every(N), ()))),
    "what is done for each": (
        does(Each(K, every(N), (into(K),))), does(Each(J, every(N), (into(num(1)),))),
    ),
    "what is required": (does(Require(x.YES, 1)), does(Require(x.NO, 1))),
    "the fault of what is required": (does(Require(x.YES, 1)), does(Require(x.YES, 2))),
    "another statement": (does(Require(x.YES, 1)), does(Let(K, x.YES))),
    "a number": (does(into(num(1))), does(into(Const(1, WIDE)))),
    "as what it is read": (does(into(v("n"))), does(into(x.Var("n", WIDE)))),
    "a frame and a state that are read": (does(into(v("p"))), does(into(v("n")))),
    "an expression of another kind": (does(into(num(1))), does(into(v("n")))),
    "an expression of another size": (
        does(Require(x.And((x.YES,)), 1)), does(Require(x.And((x.YES, x.YES)), 1)),
    ),
    "an item of an expression": (
        does(Require(x.And((x.YES, x.YES)), 1)), does(Require(x.And((x.YES, x.NO)), 1)),
    ),
    "a word in an expression": (
        does(Require(x.Compare("<", v("p"), num(1)), 1)),
        does(Require(x.Compare("<=", v("p"), num(1)), 1)),
    ),
    "what is read at a key": (does(into(by(num(1)))), does(into(by(num(1), "on")))),
    "what would be done": (
        does(Require(After((into(num(1)),), x.YES), 1)), does(Require(After((into(num(2)),), x.YES), 1)),
    ),
    "what would be so": (
        does(Require(After((), x.YES), 1)), does(Require(After((), x.NO), 1)),
    ),
    "one name for two": (does(into(v("p")), into(v("p"))), does(into(v("q")), into(v("r")))),
    "two names for one": (does(into(v("p")), into(v("q"))), does(into(v("r")), into(v("r")))),
}  # fmt: skip


NAMES_ALONE = {
    "which of two is chosen", "the type of where it is kept", "which local", "one name for two",
    "two names for one", "stored to one of another type",
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_differs_in_one_thing_is_not_the_same(name: str) -> None:
    one, two = DIFFERENT[name]
    assert names(one, two) is None
    assert names(two, one) is None
    for side in (one, two):
        mine = names(side, side)
        assert mine is not None
        assert all(here == there for here, there in mine.items())


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_differs_in_more_than_names_is_not_tried_and_all_else_is(name: str) -> None:
    one, two = DIFFERENT[name]
    asking = isinstance(one[0], Decision | Chance)
    alike = alike_but_for_names(flow(one, two), Shapes(FRAMES))
    assert alike == ([[0, 1]] if name in NAMES_ALONE else [])
    assert alike_but_for_names(flow(one, one), Shapes(FRAMES)) == ([[0, 1]] if asking else [])


def quantified(local: Local, name: str) -> Stmt:
    t = Bool()
    return Require(x.Quantifier("some", local, every(N), None, eq(local, v(name)), t), 1)


def won(name: str) -> Expr:
    """Who wins: that depends on a variable."""
    return x.If(eq(v(name), num(1)), NOBODY, Const(1, Set(PLAYER)), Set(PLAYER))


@pytest.mark.parametrize(
    ("one", "two", "called"),
    [
        (does(quantified(K, "p")), does(quantified(J, "q")), {"p": "q"}),
        (does(Let(K, v("p")), into(K)), does(Let(J, v("q")), into(J)), {"p": "q"}),
        (at(giving(), into(v("p"))), at(giving(variable="q"), into(v("q"))), {}),
        (
            does(end=Branch(eq(v("p"), num(1)), 2, 3)),
            does(end=Branch(eq(v("q"), num(1)), 2, 3)),
            {"p": "q"},
        ),
        (
            does(Require(After((copy("p", num(1)),), eq(v("p"), v("r"))), 1)),
            does(Require(After((copy("q", num(1)),), eq(v("q"), v("s"))), 1)),
            {"r": "s"},
        ),
        (does(into(v("r")), into(v("p"))), does(into(v("p")), into(v("q"))), {"p": "q", "r": "p"}),
        (at(replace(END, winners=won("p"))), at(replace(END, winners=won("q"))), {"p": "q"}),
    ],
)
def test_other_names_are_found(one: Side, two: Side, called: dict[str, str]) -> None:
    assert names(one, two) == called
    assert names(two, one) == {there: here for here, there in called.items()}


P, Q, R, S = (v(name) for name in "pqrs")


@pytest.mark.parametrize(
    ("one", "two", "called"),
    [
        ((), (), {"p": "p", "q": "q"}),
        ((copy("p", num(1)),), (copy("p", num(1)),), {"q": "q"}),
        ((copy("p", num(1)),), (copy("q", num(1)),), None),
        ((copy("q", num(1)),), (copy("p", num(1)),), None),
        ((copy("p", R),), (copy("p", S),), {"q": "q", "r": "s"}),
        ((into(P),), (into(Q),), None),
        ((into(R),), (into(P),), None),
        ((into(P),), (into(R),), None),
        ((into(R),), (into(S),), {"p": "p", "q": "q", "r": "s"}),
        ((copy("p", num(1)), copy("r", num(1))), (copy("r", num(1)), copy("p", num(1))), None),
        ((copy("r", num(1)),), (copy("p", num(1)),), None),
        ((copy("p", num(1)),), (copy("r", num(1)),), None),
        ((copy("r", num(1)),), (copy("s", num(1)),), {"p": "p", "q": "q"}),
        ((copy("r", P), copy("p", Q)), (copy("s", P), copy("p", Q)), {"q": "q"}),
        ((copy("p", Q), copy("q", P)), (copy("p", P), copy("q", Q)), None),
    ],
)
@pytest.mark.parametrize("end", ["goto", "stop"])
def test_where_both_go_on_at_one_place_all_that_is_read_there_is_called_alike(
    one: tuple[Stmt, ...], two: tuple[Stmt, ...], called: dict[str, str] | None, end: str
) -> None:
    there = Goto(2) if end == "goto" else Stop(2)
    rest = Block("rest", (into(P), into(Q)), Stop(3))
    blocks = (Block("one", one, there), Block("two", two, there), rest)
    program = Cfg(blocks, (asks(0), asks(1), asks(2), DRAW), 0)
    live = liveness(program, FrameReads(frozenset(FRAMES)))
    assert RenamingSearch(program, live, FRAMES).names(0, 1) == called


def maybe(then: tuple[Stmt, ...], otherwise: tuple[Stmt, ...] = ()) -> Stmt:
    return When(eq(v("n"), num(1)), then, otherwise)


SET_P, SET_Q, SET_R, SET_S = (copy(name, num(1)) for name in "pqrs")


@pytest.mark.parametrize(
    ("one", "two", "called"),
    [
        # What was stored in one variable on one side, and in one of two on the other.
        ((maybe((SET_P,), (SET_P,)), into(P)), (maybe((SET_Q,), (SET_R,)), into(Q)), None),
        ((maybe((SET_P,), (SET_P,)), into(P)), (maybe((SET_Q,), (SET_R,)), into(R)), None),
        ((maybe((SET_P,), (SET_P,)), into(S)), (maybe((SET_Q,), (SET_R,)), into(Q)), None),
        ((maybe((SET_P,), (SET_P,)), into(S)), (maybe((SET_Q,), (SET_R,)), into(R)), None),
        # Nobody reads it any more: then it does not matter.
        ((maybe((SET_R,), (SET_S,)),), (maybe((SET_Q,), (SET_Q,)),), {}),
        ((into(P), maybe((SET_R,))), (into(Q), maybe((SET_Q,))), {"p": "q"}),
    ],
)
def test_where_ways_meet_what_is_called_alike_on_both_is_so(
    one: tuple[Stmt, ...], two: tuple[Stmt, ...], called: dict[str, str] | None
) -> None:
    assert names(does(*one), does(*two)) == called
    back = None if called is None else {there: here for here, there in called.items()}
    assert names(does(*two), does(*one)) == back


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("swapped", [True, False])
def test_a_place_is_looked_at_again_where_other_variables_were_stored_on_the_way(
    first: bool, swapped: bool
) -> None:
    """On one of two ways p is set beside q, and then p is read beside r: on the other side, q is read no
    more there."""
    sides = (SET_P, into(P)), (SET_Q, into(R))
    blocks: list[Block] = []
    for stored, read in sides[::-1] if swapped else sides:
        i = len(blocks)
        ways = (i + 1, i + 2) if first else (i + 2, i + 1)
        blocks += [
            Block("start", (), Branch(eq(v("n"), num(1)), *ways)),
            Block("plain", (), Goto(i + 3)),
            Block("set", (stored,), Goto(i + 3)),
            Block("read", (read,), Stop(2)),
        ]
    program = Cfg(tuple(blocks), (asks(0), asks(4), DRAW), 0)
    live = liveness(program, FrameReads(frozenset(FRAMES)))
    assert RenamingSearch(program, live, FRAMES).names(0, 1) is None


def test_what_others_may_see_is_another_variable() -> None:
    program = flow(does(into(P)), does(into(Q)))
    live = liveness(program, FrameReads(frozenset(FRAMES)))
    hidden = {**FRAMES, "q": replace(FRAMES["q"], seen="none")}
    assert RenamingSearch(program, live, FRAMES).names(0, 1) == {"p": "q"}
    assert RenamingSearch(program, live, hidden).names(0, 1) is None
