"""Ends that come to the same: which become one node, and what is stored on the way to it."""

from __future__ import annotations

from dataclasses import replace

from tests.dsl.elaborate.cfg.test_twins import DRAW, FRAMES, N, asks, v
from tests.ir_build import PLAYER, eq, num

from rulewright.dsl.elaborate.cfg.builder import Cfg, CfgBuilder
from rulewright.dsl.elaborate.cfg.outcomes import with_outcomes
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Branch, Expr, Stop, Store, Var
from rulewright.dsl.ir.program import End
from rulewright.dsl.ir.types import Map, Set

TEAM, POINTS = Set(PLAYER), Map(PLAYER, N)
WIN = End("win", "win", x.SetOf((Var("one", PLAYER),), TEAM))
OTHER = replace(WIN, winners=x.SetOf((Var("other", PLAYER),), TEAM))
WINNERS, SCORES = Var("winners", TEAM), Var("scores", POINTS)
K = x.Local("k", PLAYER)


def won_by(where: Expr) -> Expr:
    """Those of whom something is so."""
    return x.Filter(K, x.every(PLAYER), where, TEAM)


def ranked(entry: Expr) -> Expr:
    return x.MapOf(K, entry, POINTS)


def outcomes(*ends: End) -> Cfg:
    """A play that stops at the one or the other of two ends; then a third, nobody's."""
    both = (*ends, DRAW)[:2]
    blocks = (
        Block("play", (), Branch(eq(v("n"), num(1)), 1, 2)),
        Block("one", (Store("n", None, num(1), None),), Stop(0)),
        Block("two", (), Stop(1)),
        Block("ask", (), Stop(2)),
    )
    nodes = (*both, asks(0))
    program = Cfg((Block("first", (), Branch(x.YES, 1, 4)), *_later(blocks)), nodes, 0)
    return with_outcomes(program, CfgBuilder(set(), frames=dict(FRAMES)))


def _later(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    first, *others = blocks
    return (replace(first, terminator=Branch(eq(v("n"), num(1)), 2, 3)), *others)


def body(program: Cfg, name: str) -> tuple[object, ...]:
    return next(block.body for block in program.blocks if block.name == name)


def ends(program: Cfg) -> list[End]:
    return [node for node in program.nodes if isinstance(node, End)]


def test_ends_of_one_statement_become_one_that_says_who_has_won() -> None:
    after = outcomes(WIN, OTHER)
    assert ends(after) == [replace(WIN, winners=WINNERS)]
    before = Store("n", None, num(1), None)
    assert body(after, "one") == (before, Store("winners", None, WIN.winners, None))
    assert body(after, "two") == (Store("winners", None, OTHER.winners, None),)
    assert body(after, "ask") == ()
    stops = {b.name: b.terminator for b in after.blocks}
    assert stops["one"] == stops["two"] != stops["ask"]


def test_scores_are_kept_as_well() -> None:
    one = replace(WIN, scores=ranked(num(1)))
    two = replace(OTHER, scores=ranked(num(2)))
    after = outcomes(one, two)
    assert ends(after) == [replace(WIN, winners=WINNERS, scores=SCORES)]
    assert body(after, "two") == (
        Store("winners", None, two.winners, None),
        Store("scores", None, two.scores, None),
    )


def test_what_is_said_otherwise_stays_another_end() -> None:
    for other in (
        replace(OTHER, kind="lose"),
        replace(OTHER, clauses=("c",)),
        replace(OTHER, scores=ranked(num(1))),
    ):
        assert ends(outcomes(WIN, other)) == [WIN, other]


def test_an_end_alone_is_told_by_its_outcome_if_it_tells_more() -> None:
    """It does if different values of what only led to it may come to the same."""
    state = eq(v("n"), num(1))
    for end, becomes in (
        (WIN, WIN),
        (replace(WIN, winners=x.SetOf((Var("p", PLAYER),), TEAM)), None),
        (replace(WIN, winners=won_by(state)), None),
        (replace(WIN, winners=x.Const(1, TEAM)), None),
        (replace(WIN, winners=won_by(eq(v("p"), num(1)))), replace(WIN, winners=WINNERS)),
        (replace(WIN, scores=ranked(v("n"))), None),
        (
            replace(WIN, scores=ranked(v("p"))),
            replace(WIN, winners=WINNERS, scores=SCORES),
        ),
    ):
        first, last = ends(outcomes(end))
        assert (first, last) == (becomes or end, DRAW)
