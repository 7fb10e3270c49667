"""Games of laying and moving: tic-tac-toe, and sets in which no two touch."""

from __future__ import annotations

from tests.ir_build import (
    BOOL,
    PLAYER,
    SOLO,
    eq,
    none,
    num,
    pick,
    program,
    scratch,
    state,
    var,
    with_,
)

from rulewright.dsl.ir.code import (
    YES,
    After,
    And,
    Arith,
    At,
    Block,
    Branch,
    Call,
    Combine,
    Compare,
    Const,
    Convert,
    Expr,
    Goto,
    If,
    In,
    Local,
    Lookup,
    Not,
    Quantifier,
    SetOf,
    Stmt,
    Stop,
    Store,
    every,
)
from rulewright.dsl.ir.program import (
    Check,
    Choice,
    Decision,
    End,
    Fault,
    Function,
    Program,
    Variable,
)
from rulewright.dsl.ir.types import Enum, Int, Map, Option, Set, Value

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
