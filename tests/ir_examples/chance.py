"""Dice, hidden hands and cards in rows."""

from __future__ import annotations

from tests.ir_build import (
    PLAYER,
    SOLO,
    alone,
    eq,
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
    Arith,
    Block,
    Branch,
    Compare,
    Concat,
    Const,
    Convert,
    Each,
    Expr,
    Field,
    Filter,
    Goto,
    If,
    In,
    Item,
    Let,
    Local,
    Lookup,
    Make,
    MapOf,
    Not,
    Or,
    Quantifier,
    Require,
    Size,
    Stmt,
    Stop,
    Store,
    Unwrap,
    When,
    every,
)
from rulewright.dsl.ir.program import (
    Chance,
    Choice,
    Decision,
    End,
    Fault,
    Program,
    Variable,
)
from rulewright.dsl.ir.types import Enum, Int, List, Map, Option, Record, Set, Value

# --- a weighted die: 1 once, 2 twice, 3 never, until the total is 4 or more --------------------


def dice() -> Program:
    """Chance, weights (one of them 0) and scores. Nodes: 0 the roll, 1 the end."""
    face, total = Int(1, 3), state("total", Int(0, 6), 0)
    rolled, f, who = scratch("rolled", face), Local("f", face), Local("who", SOLO)
    weight = If(eq(f, num(3)), num(0), f, Int(0, 3))
    scores = MapOf(who, var(total), Map(SOLO, Int(0, 6)))
    return program(
        "dice",
        (total, rolled),
        (
            Block("play", (), Branch(Compare("<", var(total), num(4)), 1, 2)),
            Block("again", (), Stop(0)),
            Block("over", (), Stop(1)),
            Block(
                "rolled",
                (Store("total", None, Arith("+", var(total), var(rolled), Int(1, 9)), 2),),
                Goto(0),
            ),
        ),
        (
            Chance("roll", pick(f, rolled), weight, 3),
            End("sum", "win", every(SOLO), scores, ("end.sum",)),
            Fault("the total leaves its range"),
        ),
    )


# --- stone, paper, scissors: 1 + 3 + 9 states, three of every outcome --------------------------

HAND = Enum("Hand", ("stone", "paper", "scissors"))


def hands() -> Program:
    """Secret choices, kept in a map that its owners see. Nodes: X, O, won, drawn."""
    option = Option(HAND)
    hand = Variable("hand", Map(PLAYER, option), (3, 3), "frame", "owner")
    shown, h, p = scratch("shown", HAND), Local("h", HAND), Local("p", PLAYER)

    def of(player: Expr) -> Expr:
        return Unwrap(Lookup(var(hand), player, option), HAND)

    def choose(player: int) -> Decision:
        choice = Choice("show", (pick(h, shown),), YES, 1 + player)
        return Decision("hand", Const(player, PLAYER), (choice,), secret=True)

    def keep(player: int, then: Stop | Branch) -> Block:
        value = Convert(var(shown), option)
        return Block("keep", (Store("hand", Const(player, PLAYER), value, None),), then)

    loser: tuple[Value, ...] = (2, 0, 1)
    other = If(eq(p, Const(0, PLAYER)), Const(1, PLAYER), Const(0, PLAYER), PLAYER)
    beats = eq(Lookup(Const(loser, Map(HAND, HAND), "beats"), of(p), HAND), of(other))
    same = eq(of(Const(0, PLAYER)), of(Const(1, PLAYER)))
    return program(
        "hands",
        (hand, shown),
        (
            Block("play", (), Stop(0)),
            keep(0, Stop(1)),
            keep(1, Branch(same, 3, 4)),
            Block("same", (), Stop(3)),
            Block("different", (), Stop(2)),
        ),
        (
            choose(0),
            choose(1),
            End("better", "win", Filter(p, every(PLAYER), beats, Set(PLAYER))),
            End("same", "draw", Const(0, Set(PLAYER))),
        ),
        players=PLAYER,
    )


# --- six cards, played with rising ranks: 3^3 = 27 rows ----------------------------------------

SUIT = Enum("Suit", ("red", "blue"))
RANK = Int(1, 3)
CARD = Record("Card", (("suit", SUIT), ("rank", RANK)))


def cards() -> Program:
    """Records, sets of them and a list; loops in a block. Nodes: 0 the decision, 1 the end.

    What ranks no higher than the card played is discarded; play ends with an empty hand.
    """
    hand, row = state("hand", Set(CARD), 0b111111), state("row", List(CARD, 3), ())
    card, c, d = scratch("card", CARD), Local("c", CARD), Local("d", CARD)
    top, i, who = Local("top", RANK), Local("i", Int(0, 2)), Local("who", SOLO)
    item = Unwrap(Item(var(row), i, False, Option(CARD)), CARD)
    laid = Compare("<", i, Size(var(row), Int(0, 3)))
    points = Quantifier("sum", i, every(Int(0, 2)), laid, Field(item, "rank", RANK), Int(0, 9))
    rank = Field(d, "rank", RANK)
    red = Make((Const(0, SUIT), rank), CARD)
    low = Or((Compare("<=", rank, top), Compare("<=", Field(red, "rank", RANK), top)))
    discard = Store("hand", None, without(var(hand), d, CARD), None)
    play: tuple[Stmt, ...] = (
        Let(top, Field(var(card), "rank", RANK)),
        Store("row", None, Concat(var(row), alone(var(card), CARD), List(CARD, 4)), 2),
        Each(d, var(hand), (When(low, (discard,), ()),)),
        Require(Not(In(var(card), var(hand))), 3),
    )
    return program(
        "cards",
        (hand, row, card),
        (
            Block("play", (), Stop(0)),
            Block("card", play, Branch(eq(var(hand), Const(0, Set(CARD))), 2, 0)),
            Block("over", (), Stop(1)),
        ),
        (
            Decision(
                "next", Const(0, SOLO), (Choice("play", (pick(c, card, var(hand)),), YES, 1),)
            ),
            End("out", "win", every(SOLO), MapOf(who, points, Map(SOLO, Int(0, 9)))),
            Fault("the row is full"),
            Fault("the card is still there"),
        ),
    )
