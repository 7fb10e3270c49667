"""Small programs of the IR, built by hand, whose numbers are known from elsewhere.

Every backend is tested on them. Where the numbers come from stands with each program.
"""

from __future__ import annotations

from tests.ir_build import (
    BOOL,
    PLAYER,
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
    with_,
    without,
)

from rulewright.dsl.ir.expr import (
    NO,
    YES,
    After,
    And,
    Arith,
    At,
    Call,
    Combine,
    Compare,
    Concat,
    Const,
    Convert,
    Distance,
    Expr,
    Field,
    Filter,
    If,
    In,
    Item,
    Local,
    Lookup,
    Make,
    MapOf,
    Not,
    Or,
    Permute,
    Quantifier,
    Reach,
    SetOf,
    Size,
    Slice,
    Unwrap,
    every,
)
from rulewright.dsl.ir.program import (
    Chance,
    Check,
    Choice,
    Decision,
    End,
    Fault,
    Function,
    Program,
    Supply,
    Variable,
)
from rulewright.dsl.ir.stmt import Block, Branch, Each, Goto, Let, Require, Stmt, Stop, Store, When
from rulewright.dsl.ir.types import Enum, Int, List, Map, Option, Record, Set, Value

# --- tic-tac-toe: 5,478 positions, 255,168 complete games -------------------------------------

SQUARE = Enum("Square", tuple(f"{c}{r}" for r in "123" for c in "abc"))
MARK = Option(PLAYER)
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
LINE = Enum("Line", tuple(f"line{i}" for i in range(len(LINES))))


def tictactoe() -> Program:
    """Tic-tac-toe. Nodes: 0 the decision, 1 won, 2 drawn."""
    on, p, at = (
        state("on", Map(SQUARE, MARK), (2,) * 9),
        Variable("p", PLAYER, 0, "frame"),
        scratch("at", SQUARE),
    )
    s, who, line = Local("s", SQUARE), Local("who", PLAYER), Local("l", LINE)
    held = eq(Lookup(var(on), s, MARK), who)
    squares = Lookup(Const(LINES, Map(LINE, Set(SQUARE)), "squares"), line, Set(SQUARE))
    all_held = Quantifier("all", s, squares, None, held, BOOL)
    has_line = Function(
        "has_line", (who,), BOOL, Quantifier("some", line, every(LINE), None, all_held, BOOL)
    )
    marked = Compare("!=", Lookup(var(on), s, MARK), none(MARK))
    full = Function("full", (), BOOL, Quantifier("all", s, every(SQUARE), None, marked, BOOL))

    def lines(player: Expr) -> Expr:
        return Call("has_line", (player,), BOOL)

    def squares_of(player: Expr) -> Expr:
        return Quantifier(
            "count", s, every(SQUARE), eq(Lookup(var(on), s, MARK), Convert(player, MARK)), None,
            Int(0, 9),
        )  # fmt: skip

    free = eq(Lookup(var(on), s, MARK), none(MARK))
    other = If(eq(var(p), Const(0, PLAYER)), Const(1, PLAYER), Const(0, PLAYER), PLAYER)
    return program(
        "tictactoe",
        (on, p, at),
        (
            Block("play", (), Goto(1, turn=True)),
            Block("turn", (), Stop(0)),
            Block(
                "place",
                (Store("on", var(at), Convert(var(p), MARK), None),),
                Branch(lines(var(p)), 3, 4),
            ),
            Block("won", (), Stop(1)),
            Block("not won", (), Branch(Call("full", (), BOOL), 5, 6)),
            Block("full", (), Stop(2)),
            Block("next", (Store("p", None, other, None),), Goto(1, turn=True)),
        ),
        (
            Decision(
                "turn",
                var(p),
                (Choice("place", (pick(s, at),), free, 2, ("play.place",)),),
                clauses=("play.turns",),
            ),
            End("line", "win", SetOf((var(p),), Set(PLAYER)), None, ("end.line",)),
            End("full", "draw", Const(0, Set(PLAYER)), None, ("end.full",)),
        ),
        players=PLAYER,
        functions=(has_line, full),
        resets={2: ("p",)},
        checks=(
            Check(
                "one_line",
                "never",
                And((lines(Const(0, PLAYER)), lines(Const(1, PLAYER)))),
                None,
                "",
            ),
            Check("drawn", "reachable", At((2,)), None, ""),
            Check("own_line", "some_by", lines(who), who, ""),
            Check("gift", "never_by", And((lines(who), Not(At((1,))))), who, ""),
            Check("ends", "ends", YES, None, ""),
            Check("acts", "acts", YES, None, ""),
            Check("won_for_ever", "forever", At((1,)), None, ""),
            Check("not_full", "always", Not(Call("full", (), BOOL)), None, "", expected=False),
        ),
        strategies=(
            Function("most", (who,), Int(0, 9), squares_of(who), ("play.place",)),
            Function(
                "line",
                (who,),
                Int(0, 1),
                If(And((lines(who), At((1,)))), num(1), num(0), Int(0, 1)),
            ),
        ),
    )


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


# --- tokens no two of which touch, on a path of n: Fibonacci(n + 2) sets -----------------------


def apart(n: int, at_most: int | None = None) -> Program:
    """A guard that looks ahead with After; with ``at_most`` tokens its faults are refusals.

    Node 0 is the only one that rests; stuck are the maximal sets.
    """
    spot = Enum("Spot", tuple(f"s{i}" for i in range(1, n + 1)))
    near: tuple[Value, ...] = tuple((1 << i >> 1 | 2 << i) & ((1 << n) - 1) for i in range(n))
    limit = n if at_most is None else at_most
    taken, used = state("taken", Set(spot), 0), state("used", Int(0, limit), 0)
    where, s, x = scratch("where", spot), Local("s", spot), Local("x", spot)
    touching = Lookup(Const(near, Map(spot, Set(spot)), "near"), x, Set(spot))
    common = Combine("intersection", touching, var(taken), Set(spot))
    lonely = Quantifier("all", x, var(taken), None, eq(common, Const(0, Set(spot))), BOOL)

    def put(at: Expr) -> tuple[Stmt, ...]:
        return (
            Store("taken", None, with_(var(taken), at, spot), None),
            Store("used", None, Arith("+", var(used), num(1), Int(1, limit + 1)), 1),
        )

    guard = And((Not(In(s, var(taken))), After(put(s), lonely)))
    return program(
        "apart",
        (taken, used, where),
        (Block("play", (), Stop(0)), Block("put", put(var(where)), Goto(0))),
        (
            Decision("next", Const(0, SOLO), (Choice("put", (pick(s, where),), guard, 1),)),
            Fault("there are no more tokens"),
        ),
    )


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


EXAMPLES: tuple[Program, ...] = (
    tictactoe(),
    hanoi(3),
    carousel(),
    apart(5),
    apart(5, at_most=1),
    dice(),
    hands(),
    hexagon(),
    cards(),
    leak(5),
    stillborn(),
)
"""Every example whose actions all come to an end."""
