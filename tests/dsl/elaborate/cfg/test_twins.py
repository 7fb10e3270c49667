"""Which nodes are the same but for names, on graphs drawn by hand: a wrong "same" would be a fault."""

from __future__ import annotations

from tests.ir_build import PLAYER, eq, num

from rulewright.dsl.elaborate.cfg.builder import Cfg
from rulewright.dsl.elaborate.cfg.liveness import FrameReads, liveness
from rulewright.dsl.elaborate.cfg.twins import Shapes, alike_but_for_names, merged, twins_in
from rulewright.dsl.ir.code import (
    YES,
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
    Var,
    When,
    every,
)
from rulewright.dsl.ir.program import Choice, Decision, End, Node, Parameter, Variable
from rulewright.dsl.ir.types import Int, Set, Type

N, WIDE = Int(0, 3), Int(0, 9)
A = Const(0, PLAYER)
DRAW = End("draw", "draw", Const(0, Set(PLAYER)))
FRAMES = {
    **{n: Variable(n, N, 0, "frame") for n in ("p", "q", "r", "s")},
    "wide": Variable("wide", WIDE, 0, "frame"),
}


def v(name: str) -> Var:
    return Var(name, FRAMES[name].type if name in FRAMES else N)


def into(value: Expr) -> Store:
    return Store("n", None, value, None)


def copy(to: str, value: Expr) -> Store:
    return Store(to, None, value, None)


def asks(block: int, guard: Expr = YES, **more: object) -> Decision:
    choice = Choice("go", more.get("parameters", ()), guard, block, more.get("by", ()))
    return Decision("d", A, (choice,), bool(more.get("secret")))


def pairs(one: tuple[Stmt, ...], two: tuple[Stmt, ...], **more: object) -> dict[int, object]:
    """The twins among two decisions behind which these statements are done, and then play ends."""
    blocks = (Block("one", one, Stop(2)), Block("two", two, Stop(2)))
    return found(blocks, (asks(0, **more), asks(1), DRAW))


def found(blocks: tuple[Block, ...], nodes: tuple[Node, ...]) -> dict[int, object]:
    program = Cfg(blocks, nodes, 0)
    twins = twins_in(program, liveness(program, FrameReads(frozenset(FRAMES))), Shapes(FRAMES))
    return {number: (twin.node, twin.copies) for number, twin in twins.items()}


def same(one: tuple[Stmt, ...], two: tuple[Stmt, ...]) -> bool:
    return 1 in pairs(one, two)


def test_names_do_not_matter() -> None:
    assert pairs((into(v("p")),), (into(v("q")),)) == {1: (0, (("p", "q"),))}
    assert pairs((into(v("p")),), (into(v("p")),)) == {1: (0, ())}
    crossed = pairs((into(v("p")), into(v("q"))), (into(v("q")), into(v("p"))))
    assert crossed == {1: (0, (("p", "q"), ("q", "p")))}


def test_what_a_constant_is_called_does_not_matter() -> None:
    assert same((into(Const(1, N, "here")),), (into(Const(1, N, "there")),))


def test_one_name_is_not_two() -> None:
    assert not same((into(v("p")), into(v("p"))), (into(v("q")), into(v("r"))))
    assert not same((into(v("q")), into(v("r"))), (into(v("p")), into(v("p"))))


def test_what_is_said_counts() -> None:
    assert not same((into(num(1)),), (into(num(2)),))
    assert not same((into(v("p")),), (into(num(1)),))
    assert not same((into(v("p")),), (copy("m", v("p")),))
    assert not same((into(v("p")),), (into(v("wide")),))
    assert not same((into(v("p")),), (into(v("p")), into(v("p"))))
    body = (into(num(1)),)
    assert 1 in pairs(body, body)
    assert 1 not in pairs(body, body, by=("clause",))
    assert 1 not in pairs(body, body, secret=True)
    assert 1 not in pairs(body, body, guard=eq(v("p"), num(1)))


def test_what_was_stored_is_another_value() -> None:
    """``p`` is read after it was set on one side, and before on the other."""
    assert same((copy("p", num(1)), into(v("p"))), (copy("q", num(1)), into(v("q"))))
    assert not same((copy("p", v("r")), into(v("p"))), (copy("q", v("r")), into(v("s"))))
    swap = (copy("p", v("q")), copy("q", v("r")), into(v("p")), into(v("q")))
    like = (copy("s", v("q")), copy("p", v("r")), into(v("s")), into(v("p")))
    assert same(swap, like)
    wrong = (copy("s", v("q")), copy("s", v("r")), into(v("s")), into(v("s")))
    assert not same(swap, wrong)


def test_branches_and_loops() -> None:
    maybe = When(eq(v("p"), num(1)), (copy("q", num(2)),), ())
    other = When(eq(v("r"), num(1)), (copy("s", num(2)),), ())
    crossed = When(eq(v("r"), num(1)), (), (copy("s", num(2)),))
    assert same((maybe, into(v("q"))), (other, into(v("s"))))
    assert not same((maybe, into(v("q"))), (other, into(v("r"))))
    assert not same((maybe, into(v("q"))), (crossed, into(v("s"))))
    k, j = Local("k", N), Local("j", N)
    each = Each(k, every(N), (into(v("p")), copy("p", k)))
    like = Each(j, every(N), (into(v("q")), copy("q", j)))
    late = Each(j, every(N), (copy("q", j), into(v("q"))))
    assert same((each, into(v("p"))), (like, into(v("q"))))
    assert not same((each, into(v("p"))), (late, into(v("q"))))


def test_locals_and_what_is_only_tried() -> None:
    k, j = Local("k", N), Local("j", N)
    assert same((Let(k, v("p")), into(k)), (Let(j, v("q")), into(j)))
    assert not same((Let(k, v("p")), into(k)), (Let(j, v("q")), into(v("q"))))
    tried = Require(After((copy("p", v("q")),), eq(v("p"), num(1))), 1)
    like = Require(After((copy("r", v("s")),), eq(v("r"), num(1))), 1)
    assert same((tried, into(v("p"))), (like, into(v("r"))))
    assert not same((tried, into(v("p"))), (like, into(v("s")))), "nothing was done"


def test_chosen_values() -> None:
    def asking(block: int, variable: str) -> Decision:
        return asks(block, parameters=(Parameter(f"{variable}.1", N, every(N), variable),))

    blocks = (
        Block("one", (into(v("p")), into(v("r"))), Stop(2)),
        Block("two", (into(v("q")), into(v("s"))), Stop(2)),
    )
    assert found(blocks, (asking(0, "p"), asking(1, "q"), DRAW)) == {1: (0, (("r", "s"),))}
    assert found(blocks, (asking(0, "p"), asking(1, "s"), DRAW)) == {}


def test_round_a_loop_through_nodes() -> None:
    """Each decision leads to the other one of its pair and back."""
    blocks = tuple(Block(f"b{i}", (into(v(n)),), Stop(i ^ 1)) for i, n in enumerate("ppqq"))
    assert found(blocks, tuple(asks(i) for i in range(4))) != {}
    odd = (*blocks[:3], Block("b3", (into(num(3)),), Stop(2)))
    program = found(odd, tuple(asks(i) for i in range(4)))
    assert program.keys() == {1}, "only the first pair is alike on both ways"


def test_turns_and_ways_count() -> None:
    last = Block("last", (), Stop(2))
    turn = (Block("one", (), Goto(2, turn=True)), Block("two", (), Goto(2)), last)
    assert found(turn, (asks(0), asks(1), DRAW)) == {}
    other = End("draw", "draw", Const(0, Set(PLAYER)), None, ("other",))
    ways = (
        Block("one", (), Branch(eq(v("p"), num(1)), 2, 3)),
        Block("two", (), Branch(eq(v("q"), num(1)), 3, 2)),
        last,
        Block("else", (), Stop(3)),
    )
    assert found(ways, (asks(0), asks(1), DRAW, other)) == {}


def test_what_differs_far_behind_is_told_apart() -> None:
    """Two decisions lead to two others, and only the answers to those to different statements: nothing
    but the nodes is told apart when this is seen first."""
    for value, groups in ((1, [[0, 1], [2, 3]]), (2, [])):
        blocks = (
            *(Block(f"b{i}", (), Stop(i + 2)) for i in range(2)),
            Block("one", (into(num(1)),), Stop(4)),
            Block("two", (into(num(value)),), Stop(4)),
        )
        program = Cfg(blocks, (*(asks(i) for i in range(4)), DRAW), 0)
        assert alike_but_for_names(program, Shapes(FRAMES)) == groups


def test_who_stops_at_a_twin_stops_at_the_first_with_what_it_reads() -> None:
    def fresh(name: str, t: Type) -> Local:
        return Local(f"{name}.kept", t)

    read = (into(v("p")), into(v("q"))), (into(v("q")), into(v("p")))
    blocks = (Block("one", read[0], Stop(2)), Block("two", read[1], Stop(2)))
    start = (Block("start", (), Branch(eq(v("r"), num(1)), 3, 4)), *blocks[:0])
    blocks = (*start, *blocks, Block("a", (), Stop(0)), Block("b", (), Stop(1)))
    program = Cfg(blocks, (asks(1), asks(2), DRAW), 0)
    live = liveness(program, FrameReads(frozenset(FRAMES)))
    after = merged(program, twins_in(program, live, Shapes(FRAMES)), FRAMES, fresh)
    assert sum(isinstance(node, Decision) for node in after.nodes) == 1
    kept = {name: Local(f"{name}.kept", N) for name in ("p", "q")}
    moved = next(b for b in after.blocks if b.name == "b")
    assert set(moved.body) == {
        Let(kept["q"], v("q")), Let(kept["p"], v("p")), copy("p", kept["q"]), copy("q", kept["p"])
    }  # fmt: skip
    assert [type(s) for s in moved.body] == [Let, Let, Store, Store]
    assert moved.terminator == next(b for b in after.blocks if b.name == "a").terminator


def test_all_of_a_kind_stop_at_the_first() -> None:
    blocks = tuple(Block(name, (into(v(name)),), Stop(3)) for name in "pqr")
    assert found(blocks, (asks(0), asks(1), asks(2), DRAW)) == {
        1: (0, (("p", "q"),)),
        2: (0, (("p", "r"),)),
    }


def test_what_is_copied_needs_no_local_where_it_stays_as_it_was() -> None:
    def fresh(name: str, t: Type) -> Local:
        raise AssertionError(name)

    blocks = (
        Block("start", (), Branch(eq(v("r"), num(1)), 3, 4)),
        Block("one", (into(v("p")),), Stop(2)),
        Block("two", (into(v("q")),), Stop(2)),
        Block("a", (), Stop(0)),
        Block("b", (), Stop(1)),
    )
    program = Cfg(blocks, (asks(1), asks(2), DRAW), 0)
    live = liveness(program, FrameReads(frozenset(FRAMES)))
    after = merged(program, twins_in(program, live, Shapes(FRAMES)), FRAMES, fresh)
    assert next(b.body for b in after.blocks if b.name == "b") == (copy("p", v("q")),)
