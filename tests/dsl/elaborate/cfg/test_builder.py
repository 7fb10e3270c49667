"""Writing blocks and nodes, and giving those that can be reached their numbers."""

from __future__ import annotations

import pytest
from tests.ir_build import PLAYER, eq, num

from rulewright.dsl.elaborate.cfg.builder import CfgBuilder, number, retarget_blocks
from rulewright.dsl.ir.code import (
    NO,
    YES,
    Block,
    Branch,
    Const,
    Each,
    Goto,
    Let,
    Local,
    Require,
    Stop,
    Store,
    Var,
    When,
    every,
)
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Fault, Parameter, Variable
from rulewright.dsl.ir.types import Int, Set
from rulewright.dsl.span import Span

N = Int(1, 3)
V = Var("v", N)
HERE, THERE = Span("a.rules", 1, 2, 3, 4), Span("a.rules", 5, 6, 7, 8)
DRAW = End("draw", "draw", Const(0, Set(PLAYER)))


def started(*taken: str) -> CfgBuilder:
    graph = CfgBuilder(set(taken))
    graph.enter(graph.block("setup"))
    return graph


def test_statements_go_to_the_present_block_or_to_the_innermost_list() -> None:
    graph = started()
    other = graph.block("other")
    graph.store(V, num(1))
    graph.enter(other)

    def inner() -> None:
        graph.store(Var("w", N), num(2))
        assert graph.collecting
        assert graph.collected(lambda: graph.emit(Require(YES, 0))) == (Require(YES, 0),)
        graph.store(V, num(3))

    assert not graph.collecting
    assert graph.collected(inner) == (
        Store("w", None, num(2), None),
        Store("v", None, num(3), None),
    )
    assert not graph.collecting
    graph.store(V, num(2))
    assert [(block.name, block.body) for block in graph.blocks] == [
        ("setup", [Store("v", None, num(1), None)]), ("other", [Store("v", None, num(2), None)]),
    ]  # fmt: skip
    assert graph.stored == ["v", "w", "v", "v"]


def test_what_is_wrong_in_a_list_leaves_it() -> None:
    graph = started()
    with pytest.raises(KeyError):
        graph.collected(lambda: {}["x"])
    assert not graph.collecting


def test_a_block_ends_once() -> None:
    graph = started()
    a, b = graph.block("a"), graph.block("b")
    assert graph.open
    graph.branch(eq(V, num(1)), a, b)
    assert not graph.open
    graph.goto(b)
    assert graph.blocks[0].terminator == Branch(eq(V, num(1)), a, b)
    graph.enter(a)
    graph.branch(YES, b, 0)
    assert graph.blocks[a].terminator == Goto(b, False)
    graph.dead("never")
    assert (graph.here, graph.blocks[graph.here].name, graph.open) == (3, "never", True)
    graph.branch(NO, b, 0)
    assert graph.blocks[3].terminator == Goto(0, False)
    graph.enter(b)
    graph.goto(0, turn=True)
    assert graph.blocks[b].terminator == Goto(0, True)


def test_ends_and_faults_of_one_place_are_one_node() -> None:
    graph = started()
    fault = graph.fault("none left", ("1",), HERE)
    assert graph.node() == 1
    others = [
        graph.fault("none there", ("1",), HERE), graph.fault("none left", (), HERE),
        graph.fault("none left", ("1",), THERE), graph.fault("none left", ("1",), HERE, declared=True),
    ]  # fmt: skip
    end = graph.finish(DRAW)
    assert (fault, others, end) == (0, [2, 3, 4, 5], 6)
    assert (graph.fault("none left", ("1",), HERE), graph.finish(DRAW)) == (0, 6)
    assert graph.nodes[0] == Fault("none left", ("1",), HERE, False)
    assert graph.nodes[5] == Fault("none left", ("1",), HERE, True)
    assert graph.nodes[1] is None


def test_no_two_variables_are_called_alike() -> None:
    graph = started("k", "k_3", "m_2")
    names = [graph.frame(name, N).name for name in ("k", "k", "m", "k", "m", "m", "k_2", "p")]
    assert names == ["k_2", "k_4", "m", "k_5", "m_3", "m_4", "k_2_2", "p"]
    assert graph.taken == {"k", "k_3", "m_2", *names}
    assert graph.frame("q", N, "owner", HERE) == Var("q", N)
    assert graph.frames["p"] == Variable("p", N, 1, "frame", "all", None)
    assert graph.frames["q"] == Variable("q", N, 1, "frame", "owner", HERE)


def test_what_can_be_reached_is_numbered_without_gaps_in_the_order_in_which_it_is_found() -> None:
    graph = CfgBuilder(set())
    dead, low, high, chosen, rolled, begin, last = map(graph.block, "0123456")
    unused = graph.fault("unused", (), HERE)
    faults = [graph.fault(f"fault {i}", (), HERE) for i in range(7)]
    decision, chance = graph.node(), graph.node()
    end = graph.finish(DRAW)
    local, over = Local("x", N), every(N)
    parameter = Parameter("x", N, over, "v")
    graph.nodes[decision] = Decision(
        "d", Const(1, PLAYER), (Choice("one", (), YES, chosen), Choice("two", (), NO, low)), True
    )
    graph.nodes[chance] = Chance("c", parameter, num(1), rolled)
    graph.enter(dead)
    graph.emit(Require(YES, unused))
    graph.goto(begin)
    graph.enter(begin)
    plain = (Let(local, V), Store("v", None, local, None))
    body = (
        Store("v", None, V, faults[6]), Require(YES, faults[5]), *plain,
        When(YES, (Require(NO, faults[4]),), (Each(local, over, (Store("v", V, local, faults[3]),)),)),
        Each(local, over, (When(NO, (), (Require(NO, faults[1]),)),)),
    )  # fmt: skip
    for statement in body:
        graph.emit(statement)
    graph.branch(eq(V, num(1)), high, low)
    graph.enter(low)
    graph.end_block(Stop(decision))
    graph.enter(high)
    graph.end_block(Stop(chance))
    graph.enter(rolled)
    graph.end_block(Stop(end))
    graph.enter(chosen)
    graph.emit(Require(YES, faults[0]))
    graph.goto(last, turn=True)
    graph.enter(last)
    graph.end_block(Stop(faults[0]))

    found = number(graph, begin)
    # Blocks: begin, high, low, rolled, chosen, last. Nodes: the faults 0, 1, 3 to 6, and the others.
    assert found.entry == 0
    assert found.blocks == (
        Block("5", (
            Store("v", None, V, 5), Require(YES, 4), *plain,
            When(YES, (Require(NO, 3),), (Each(local, over, (Store("v", V, local, 2),)),)),
            Each(local, over, (When(NO, (), (Require(NO, 1),)),)),
        ), Branch(eq(V, num(1)), 1, 2)),
        Block("2", (), Stop(7)),
        Block("1", (), Stop(6)),
        Block("4", (), Stop(8)),
        Block("3", (Require(YES, 0),), Goto(5, True)),
        Block("6", (), Stop(0)),
    )  # fmt: skip
    assert [node.message for node in found.nodes if isinstance(node, Fault)] == [
        f"fault {i}" for i in (0, 1, 3, 4, 5, 6)
    ]
    assert found.nodes[6:] == (
        Decision(
            "d", Const(1, PLAYER), (Choice("one", (), YES, 4), Choice("two", (), NO, 2)), True
        ),
        Chance("c", parameter, num(1), 3),
        DRAW,
    )
    assert retarget_blocks(found) == found


def test_what_is_no_longer_reached_goes() -> None:
    graph = started()
    graph.goto(graph.block("end"))
    graph.enter(1)
    graph.end_block(Stop(graph.finish(DRAW)))
    found = number(graph, 0)
    shorter = retarget_blocks(type(found)(found.blocks, found.nodes, 1))
    assert (shorter.blocks, shorter.entry) == ((Block("end", (), Stop(0)),), 0)
