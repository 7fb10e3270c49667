"""Fewer blocks that do the same: jumps that are shortened, straight lines that become one block."""

from __future__ import annotations

from tests.ir_build import PLAYER, SOLO, eq, num

from rulewright.dsl.elaborate.cfg.builder import Cfg
from rulewright.dsl.elaborate.cfg.simplify import joined, threaded
from rulewright.dsl.ir.code import (
    YES,
    Block,
    Branch,
    Const,
    Goto,
    Stmt,
    Stop,
    Store,
    Terminator,
    Var,
    every,
)
from rulewright.dsl.ir.program import Chance, Choice, Decision, End, Node, Parameter
from rulewright.dsl.ir.types import Int, Set

N = Int(0, 9)
X = Var("x", N)
DRAW = End("draw", "draw", Const(0, Set(PLAYER)))
ONE, TWO, THREE = (Store("x", None, num(k), None) for k in (1, 2, 3))
ASKED = eq(X, num(1))


def decision(*blocks: int) -> Decision:
    choices = tuple(Choice(f"c{i}", (), YES, block) for i, block in enumerate(blocks))
    return Decision("d", Const(0, SOLO), choices)


def block(*body: Stmt, to: Terminator) -> Block:
    return Block("b", body, to)


def simple(*blocks: Block, nodes: tuple[Node, ...] = (DRAW,), entry: int = 0) -> Cfg:
    return joined(threaded(Cfg(blocks, nodes, entry)))


def bodies(program: Cfg) -> list[tuple[Stmt, ...]]:
    return [b.body for b in program.blocks]


def test_a_straight_line_becomes_one_block() -> None:
    found = simple(block(ONE, to=Goto(1)), block(TWO, to=Goto(2)), block(THREE, to=Stop(0)))
    assert found.blocks == (block(ONE, TWO, THREE, to=Stop(0)),)
    assert found.entry == 0


def test_the_first_block_keeps_its_name_and_its_place() -> None:
    first, second = Block("first", (ONE,), Goto(0)), Block("second", (TWO,), Stop(0))
    found = simple(second, first, entry=1)
    assert found.blocks == (Block("first", (ONE, TWO), Stop(0)),)


def test_a_block_that_two_others_jump_to_stays() -> None:
    found = simple(
        block(to=Branch(ASKED, 1, 2)),
        block(ONE, to=Goto(3)),
        block(TWO, to=Goto(3)),
        block(THREE, to=Stop(0)),
    )
    assert found.blocks == (
        block(to=Branch(ASKED, 1, 2)),
        block(ONE, to=Goto(3)),
        block(TWO, to=Goto(3)),
        block(THREE, to=Stop(0)),
    )


def test_a_branch_counts_for_both_of_its_ways() -> None:
    """Each way leads to a block that a jump leads to, too."""
    for then, otherwise in ((1, 2), (2, 1)):
        found = simple(
            block(ONE, to=Branch(ASKED, then, otherwise)),
            block(TWO, to=Goto(2)),
            block(THREE, to=Stop(0)),
        )
        assert sorted(bodies(found), key=str) == sorted([(ONE,), (TWO,), (THREE,)], key=str)
        assert [b.terminator for b in found.blocks if b.body == (TWO,)] != [Stop(0)]


def test_empty_blocks_are_passed_over() -> None:
    found = simple(
        block(ONE, to=Branch(ASKED, 1, 4)),
        block(to=Goto(3)),
        block(to=Goto(1)),
        block(TWO, to=Stop(0)),
        block(THREE, to=Goto(2)),
    )
    assert found.blocks == (
        block(ONE, to=Branch(ASKED, 1, 2)),
        block(TWO, to=Stop(0)),
        block(THREE, to=Goto(1)),
    )


def test_a_branch_whose_ways_are_one_is_none() -> None:
    found = simple(
        block(ONE, to=Branch(ASKED, 1, 2)),
        block(to=Goto(3)),
        block(to=Goto(1)),
        block(TWO, to=Stop(0)),
    )
    assert found.blocks == (block(ONE, TWO, to=Stop(0)),)
    apart = simple(
        block(ONE, to=Branch(ASKED, 1, 2)),
        block(to=Goto(3, turn=True)),
        block(to=Goto(3)),
        block(TWO, to=Stop(0)),
    )
    assert apart.blocks[0].terminator == Branch(ASKED, 1, 2), "a turn begins on one of them"


def test_play_that_begins_in_an_empty_block_begins_behind_it() -> None:
    found = simple(block(to=Goto(1)), block(ONE, to=Branch(ASKED, 0, 2)), block(to=Stop(0)))
    assert found.entry == 0
    assert found.blocks[0] == block(ONE, to=Branch(ASKED, 0, 1))


def test_a_jump_to_a_block_that_only_stops_stops() -> None:
    stop = block(to=Stop(0))
    found = simple(
        block(to=Branch(ASKED, 1, 2)), block(ONE, to=Goto(3)), block(TWO, to=Goto(3)), stop
    )
    assert [b.terminator for b in found.blocks[1:]] == [Stop(0), Stop(0)]
    assert len(found.blocks) == 3


def test_where_a_turn_begins_is_not_forgotten() -> None:
    """Neither by passing over a block, nor by joining two, nor by stopping at once."""
    found = simple(
        block(ONE, to=Branch(ASKED, 1, 2)), block(to=Goto(2, turn=True)), block(TWO, to=Stop(0))
    )
    assert found.blocks == (
        block(ONE, to=Branch(ASKED, 1, 2)),
        block(to=Goto(2, turn=True)),
        block(TWO, to=Stop(0)),
    )
    found = simple(block(ONE, to=Goto(1, turn=True)), block(TWO, to=Stop(0)))
    assert found.blocks == (block(ONE, to=Goto(1, turn=True)), block(TWO, to=Stop(0)))
    found = simple(block(ONE, to=Goto(1, turn=True)), block(to=Stop(0)))
    assert found.blocks == (block(ONE, to=Goto(1, turn=True)), block(to=Stop(0)))
    found = simple(block(ONE, to=Goto(1, turn=True)), block(to=Goto(2)), block(TWO, to=Stop(0)))
    assert found.blocks == (block(ONE, to=Goto(1, turn=True)), block(TWO, to=Stop(0)))


def test_loops_without_a_way_out_stay() -> None:
    assert simple(block(to=Goto(0))).blocks == (block(to=Goto(0)),)
    assert simple(block(ONE, to=Goto(0))).blocks == (block(ONE, to=Goto(0)),)
    found = simple(block(ONE, to=Goto(1)), block(to=Goto(2)), block(to=Goto(1)))
    assert found.blocks[0].body == (ONE,)
    end = found.blocks[-1]
    assert end.body == ()
    assert end.terminator == Goto(len(found.blocks) - 1)


def test_empty_blocks_that_lead_into_a_circle() -> None:
    circle = (block(to=Goto(2)), block(to=Goto(3)), block(to=Goto(2)))
    found = simple(block(ONE, to=Goto(1)), *circle)
    assert found.blocks[0].body == (ONE,)
    assert not any(isinstance(b.terminator, Stop) for b in found.blocks)


def test_what_cannot_be_reached_is_left_out() -> None:
    found = simple(block(ONE, to=Stop(0)), block(TWO, to=Goto(1)), block(THREE, to=Goto(1)))
    assert found.blocks == (block(ONE, to=Stop(0)),)


def test_a_question_that_two_lead_to_is_asked_in_one_place() -> None:
    found = simple(
        block(to=Branch(ASKED, 1, 2)),
        block(ONE, to=Goto(3)),
        block(TWO, to=Goto(3)),
        block(to=Branch(ASKED, 1, 4)),
        block(to=Stop(0)),
    )
    assert [b.terminator for b in found.blocks if b.body] == [Goto(3), Goto(3)]


def test_a_loop_is_not_unrolled_into_itself() -> None:
    found = simple(block(ONE, to=Goto(1)), block(TWO, to=Goto(2)), block(THREE, to=Goto(1)))
    assert found.blocks == (block(ONE, to=Goto(1)), block(TWO, THREE, to=Goto(1)))


def test_options_lead_on_to_where_empty_blocks_lead() -> None:
    nodes = (decision(1, 2), DRAW)
    found = simple(
        block(to=Stop(0)), block(to=Goto(3)), block(TWO, to=Goto(3)), block(ONE, to=Stop(1)),
        nodes=nodes,
    )  # fmt: skip
    assert [b.body for b in found.blocks] == [(), (ONE,), (TWO,)]
    assert found.nodes[0] == decision(1, 2)
    assert found.blocks[2].terminator == Goto(1)


def test_what_an_option_leads_to_is_no_part_of_another_block() -> None:
    nodes = (decision(1), DRAW)
    found = simple(block(TWO, to=Goto(1)), block(ONE, to=Stop(0)), nodes=nodes)
    assert bodies(found) == [(TWO,), (ONE,)]
    found = simple(
        block(TWO, to=Stop(0)), block(ONE, to=Goto(2)), block(THREE, to=Stop(1)), nodes=nodes
    )
    assert bodies(found) == [(TWO,), (ONE, THREE)]


def test_what_chance_leads_to_is_no_part_of_another_block() -> None:
    def roll(to: int) -> Chance:
        return Chance("roll", Parameter("t", N, every(N), "x"), num(1), to)

    found = simple(block(TWO, to=Goto(1)), block(ONE, to=Stop(0)), nodes=(roll(1), DRAW))
    assert bodies(found) == [(TWO,), (ONE,)]
    found = simple(
        block(TWO, to=Stop(0)), block(to=Goto(2)), block(ONE, to=Stop(1)), nodes=(roll(1), DRAW)
    )
    assert bodies(found) == [(TWO,), (ONE,)]
    assert found.nodes == (roll(1), DRAW)
    found = simple(
        block(TWO, to=Branch(ASKED, 1, 2)), block(to=Goto(2)), block(ONE, to=Stop(0)),
        nodes=(roll(1), DRAW),
    )  # fmt: skip
    assert bodies(found) == [(TWO,), (ONE,)]
    two_jumps = simple(
        block(to=Branch(ASKED, 1, 2)),
        block(ONE, to=Goto(3)),
        block(TWO, to=Goto(3)),
        block(THREE, to=Stop(0)),
        nodes=(roll(3), DRAW),
    )
    assert bodies(two_jumps) == [(), (ONE,), (TWO,), (THREE,)]


def test_where_play_begins_is_no_part_of_another_block() -> None:
    found = simple(block(ONE, to=Branch(ASKED, 1, 2)), block(TWO, to=Goto(0)), block(to=Stop(0)))
    assert found.blocks[found.entry].body == (ONE,)
    assert bodies(found)[1] == (TWO,)
