"""Which frame variables can still be read at each node, on graphs drawn by hand."""

from __future__ import annotations

from dataclasses import replace

from tests.ir_build import BOOL, PLAYER, num

from rulewright.dsl.elaborate.cfg.builder import Cfg
from rulewright.dsl.elaborate.cfg.liveness import FrameReads, liveness, without_dead_stores
from rulewright.dsl.ir.code import (
    YES,
    After,
    And,
    Block,
    Branch,
    Compare,
    Const,
    Each,
    Expr,
    Goto,
    Let,
    Local,
    Lookup,
    Require,
    Stmt,
    Stop,
    Store,
    Var,
    When,
    every,
)
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Fault, Node, Parameter
from rulewright.dsl.ir.types import Int, Map, Set

N = Int(0, 3)
X, Y, Z = (Var(name, N) for name in "xyz")
BY = Var("by", Map(N, N))
STATE = Var("state", N)
K = Local("k", N)
FRAMES = frozenset({"x", "y", "z", "by"})
NOBODY = Const(0, Set(PLAYER))
DRAW = End("draw", "draw", NOBODY)
X_ASKED = Const(0, PLAYER)


def asks(*blocks: int, guard: Expr = YES) -> Decision:
    """A decision with an option for each block."""
    return Decision("d", X_ASKED, tuple(Choice(f"c{b}", (), guard, b) for b in blocks))


def replace_block(decision: Decision, block: int) -> Decision:
    """The decision with options that lead elsewhere."""
    return replace(decision, choices=tuple(replace(c, block=block) for c in decision.choices))


def less(var: Expr) -> Expr:
    return Compare("<", var, num(2))


def copy(to: str, value: Expr) -> Store:
    return Store(to, None, value, None)


def live(*blocks: Block, nodes: tuple[Node, ...]) -> list[str]:
    """The names at each node, sorted, as texts."""
    return ["".join(sorted(s)) for s in liveness(Cfg(blocks, nodes, 0), FrameReads(FRAMES)).nodes]


def kept(*body: Stmt) -> tuple[Stmt, ...]:
    """What is left of statements behind which ``z`` is read at the end."""
    blocks = (Block("b", body, Stop(0)),)
    numbered = Cfg(blocks, (End("won", "win", Var("z", Set(PLAYER))),), 0)
    return without_dead_stores(numbered, FrameReads(FRAMES)).blocks[0].body


def straight(*body: Stmt) -> str:
    """What is live at a decision whose one option does this and ends play."""
    return live(Block("b", body, Stop(1)), nodes=(asks(0), DRAW))[0]


def test_a_variable_that_is_read_before_it_is_set_is_live() -> None:
    assert straight() == ""
    assert straight(copy("state", X)) == "x"
    assert straight(copy("x", num(1)), copy("state", X)) == ""
    assert straight(copy("state", X), copy("x", num(1))) == "x"
    assert straight(copy("x", Y), copy("state", X)) == "y"
    assert straight(copy("x", STATE), copy("y", X), copy("state", Z)) == "z"


def test_a_test_and_a_name_read() -> None:
    assert straight(Require(less(X), 1)) == "x"
    assert straight(copy("y", num(0)), Let(Local("k", N), Y), Require(less(X), 1)) == "x"


def test_a_store_behind_a_condition_sets_nothing_for_sure() -> None:
    maybe = When(less(STATE), (copy("x", num(1)),), ())
    assert straight(maybe, copy("state", X)) == "x"
    assert straight(When(less(Y), (copy("state", Z),), ())) == "yz"


def test_a_store_at_one_key_leaves_the_others() -> None:
    """So what is read afterwards may be what stood there before."""
    store = Store("by", num(1), num(2), None)
    assert straight(store, copy("state", Lookup(BY, num(0), N))) == "by"
    assert straight(copy("by", BY), store, copy("state", Lookup(BY, num(0), N))) == "by"
    assert straight(Store("by", Z, Y, None), copy("state", Lookup(BY, num(0), N))) == "byyz"
    whole = copy("by", Const((0, 0, 0, 0), Map(N, N)))
    assert straight(whole, store, copy("state", Lookup(BY, num(0), N))) == ""


def test_what_a_store_at_a_key_writes_and_nobody_reads_is_dead() -> None:
    assert straight(Store("by", num(1), num(2), None)) == ""


def test_what_is_read_for_nothing_is_dead() -> None:
    assert straight(copy("x", X)) == ""
    assert straight(copy("x", Y), copy("y", X)) == ""
    assert straight(Each(K, every(N), (copy("x", Y), copy("y", X)))) == ""
    assert straight(Store("x", None, Y, 1)) == "y", "the fault depends on it"
    assert straight(Store("by", X, Y, 1)) == "xy"


def test_inside_branches_and_loops() -> None:
    into = copy("state", X)
    assert straight(When(less(STATE), (copy("x", Y), into), ())) == "y"
    assert straight(When(less(STATE), (copy("x", Y),), (copy("x", Z),)), into) == "yz"
    assert straight(When(less(STATE), (into,), (copy("x", Z),))) == "x"
    assert straight(Each(K, every(N), (copy("x", Y), into))) == "y"
    assert straight(Each(K, every(N), (into, copy("x", Y)))) == "xy", "none of the passes, or one"
    assert straight(Each(K, Var("by", Set(N)), ())) == "by"


def test_what_after_sets_was_not_there_before() -> None:
    tried = After((copy("x", Y),), less(X))
    assert straight(Require(tried, 1)) == "y"
    assert straight(Require(tried, 1), copy("state", X)) == "xy", "nothing is really done"
    assert straight(Require(After((Store("by", Z, Y, -1),), YES), 1)) == "yz"


def test_stores_that_nobody_needs_are_left_out() -> None:
    last = copy("z", X)
    assert kept(copy("y", num(1)), last) == (last,)
    assert kept(copy("x", num(1)), last) == (copy("x", num(1)), last)
    assert kept(last, copy("x", Y)) == (last,)
    may_fail = Store("y", None, X, 1)
    assert kept(may_fail, last) == (may_fail, last)
    assert kept(When(less(X), (copy("y", X),), ()), last) == (last,)
    assert kept(Each(K, every(N), (copy("y", X),)), last) == (last,)
    assert kept(Let(K, X), last) == (last,)
    assert kept(Let(K, X), copy("z", K)) == (Let(K, X), copy("z", K))
    assert kept(Let(K, X), copy("y", K), last) == (last,)


def test_only_frame_variables_count() -> None:
    block = Block("b", (copy("x", STATE), copy("other", STATE)), Branch(less(STATE), 0, 0))
    assert live(block, nodes=(asks(0),)) == [""]


def test_both_ways_of_a_branch() -> None:
    blocks = [
        Block("test", (), Branch(less(X), 1, 2)),
        Block("then", (copy("state", Y),), Stop(1)),
        Block("otherwise", (copy("state", Z),), Stop(1)),
    ]
    assert live(*blocks, nodes=(asks(0), DRAW)) == ["xyz", ""]
    set_before = [Block("test", (copy("x", num(0)), copy("z", num(0))), Branch(less(X), 1, 2))]
    assert live(*set_before, *blocks[1:], nodes=(asks(0), DRAW)) == ["y", ""]


def test_along_jumps_and_round_a_loop() -> None:
    blocks = [
        Block("first", (copy("y", num(0)),), Goto(1)),
        Block("head", (), Branch(less(X), 2, 3)),
        Block("body", (copy("x", Y), copy("y", Z)), Goto(1, turn=True)),
        Block("after", (copy("state", BY),), Stop(1)),
    ]
    assert live(*blocks, nodes=(asks(0), DRAW)) == ["byxz", ""]
    assert live(*blocks, nodes=(asks(1), DRAW)) == ["byxyz", ""]
    assert live(*blocks, nodes=(asks(2, 3), DRAW)) == ["byyz", ""]
    assert live(*blocks, nodes=(asks(2), DRAW)) == ["byyz", ""]


def test_it_ends_at_a_node() -> None:
    """What is read behind a decision is live there and, unless it is set between, before it."""
    blocks = [
        Block("b", (), Stop(1)),
        Block("c", (copy("state", X),), Stop(2)),
        Block("d", (copy("x", num(0)),), Stop(1)),
    ]
    assert live(*blocks, nodes=(asks(0), asks(1), DRAW)) == ["x", "x", ""]
    assert live(*blocks, nodes=(asks(2), asks(1), DRAW)) == ["", "x", ""]


def test_a_decision_reads_who_decides_what_is_allowed_and_its_parameters() -> None:
    to = Parameter("t", N, every(N), "y")
    decision = Decision("d", Var("x", PLAYER), (Choice("c", (to,), less(Z), 0),))
    into_state = Block("b", (copy("state", Y),), Stop(1))
    assert live(into_state, nodes=(decision, DRAW)) == ["xz", ""]
    before = Block("a", (copy("x", num(0)),), Stop(1))
    after = replace(into_state, terminator=Stop(2))
    later = live(before, after, nodes=(asks(0), replace_block(decision, 1), DRAW))
    assert later == ["z", "xz", ""], "what a choice sets need not be there before"
    over = Parameter("t", N, Var("by", Set(N)), "y")
    decision = Decision("d", X_ASKED, (Choice("c", (over,), YES, 0), Choice("e", (), YES, 0)))
    assert live(into_state, nodes=(decision, DRAW)) == ["byy", ""], "one option does not set it"


def test_chance_reads_what_it_picks_from_and_the_weights() -> None:
    roll = Chance("roll", Parameter("t", N, Var("by", Set(N)), "y"), Z, 0)
    block = Block("b", (copy("state", Y), copy("state", X)), Stop(1))
    assert live(block, nodes=(roll, DRAW)) == ["byxz", ""]


def test_an_end_reads_winners_and_scores_and_a_fault_reads_nothing() -> None:
    points = Var("by", Map(PLAYER, N))
    nodes = (End("won", "win", Var("x", Set(PLAYER))), End("won", "win", NOBODY, points), DRAW)
    assert live(nodes=nodes) == ["x", "by", ""]
    assert live(nodes=(Fault("none left"),)) == [""]


def test_truth_is_no_variable() -> None:
    assert straight(Require(Local("p", BOOL), 1)) == ""


DEAD, NEEDED = copy("x", num(1)), copy("z", num(1))
OVER = Var("over", Set(N))


def test_what_only_stores_what_nobody_reads_goes() -> None:
    assert kept(DEAD, NEEDED) == (NEEDED,)
    assert kept(copy("state", X)) == (copy("state", X),), "a state is no frame variable"
    for then, otherwise in (((DEAD,), (NEEDED,)), ((NEEDED,), (DEAD,)), ((NEEDED,), (NEEDED,))):
        left = tuple(tuple(s for s in part if s == NEEDED) for part in (then, otherwise))
        assert kept(When(less(STATE), then, otherwise)) == (When(less(STATE), *left),)
    assert kept(When(less(STATE), (DEAD,), (DEAD,))) == ()
    assert kept(Each(K, OVER, (DEAD, NEEDED))) == (Each(K, OVER, (NEEDED,)),)
    assert kept(Each(K, OVER, (DEAD,))) == ()
    assert kept(DEAD, Require(less(X), 1)) == (DEAD, Require(less(X), 1))


def test_a_local_that_nobody_reads_goes() -> None:
    bound, reading = Let(K, Y), copy("z", K)
    assert kept(bound, NEEDED) == (NEEDED,)
    assert kept(bound, reading) == (bound, reading)
    inside = When(less(STATE), (bound, copy("state", K)), (bound, copy("state", X)))
    assert kept(inside) == (When(less(STATE), (bound, copy("state", K)), (copy("state", X),)),)
    other = When(less(STATE), (bound, copy("state", X)), (bound, copy("state", K)))
    assert kept(other) == (When(less(STATE), (copy("state", X),), (bound, copy("state", K))),)
    loop = Each(Local("e", N), OVER, (bound, copy("state", X)))
    assert kept(loop) == (Each(Local("e", N), OVER, (copy("state", X),)),)
    between = (bound, copy("state", X), copy("state", K))
    assert kept(*between) == between
    before = When(less(STATE), (copy("state", K),), ())
    assert kept(bound, before, copy("state", X)) == (bound, before, copy("state", X))
    asked = (Block("b", (bound,), Branch(less(K), 1, 1)), Block("c", (), Stop(0)))
    assert without_dead_stores(Cfg(asked, (DRAW,), 0), FrameReads(FRAMES)).blocks == asked


def test_a_local_reads_what_it_is_bound_to() -> None:
    assert straight(Let(K, X)) == "x"


def test_what_is_read_far_away_is_live_all_the_way() -> None:
    """However blocks and nodes are numbered."""
    blocks = (
        Block("last", (copy("state", X),), Stop(3)),
        Block("middle", (), Stop(2)),
        Block("first", (), Stop(1)),
    )
    assert live(*blocks, nodes=(asks(2), asks(1), asks(0), DRAW)) == ["x", "x", "x", ""]
    fork = (
        Block("reads", (copy("state", X),), Stop(1)),
        Block("fork", (), Branch(less(STATE), 2, 0)),
        Block("does not", (), Stop(1)),
    )
    assert live(*fork, nodes=(asks(1), DRAW)) == ["x", ""]


def test_what_is_looked_ahead_to_is_read_beside_the_rest() -> None:
    ahead = After((copy("y", num(1)),), less(X))
    for both in (And((less(Z), ahead)), And((ahead, less(Z)))):
        assert straight(Require(both, 1)) == "xz"
