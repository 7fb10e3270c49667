"""What plays refute is no candidate; what cannot be evaluated alone stays one."""

from __future__ import annotations

from tests import ir_build as build
from tests.ir_build import num, var

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Compare, Stop
from rulewright.dsl.ir.program import Choice, Decision
from rulewright.dsl.ir.types import Int
from rulewright.verify.kernel.certificate import Claim, CutBlock, CutNode
from rulewright.verify.proof.claims.refuted import unrefuted

HERE, LOOP = CutNode(0), CutBlock(1)
N = build.state("n", Int(0, 3), 0)
FEW, NONE = Claim(Compare("<=", var(N), num(2))), Claim(Compare("==", var(N), num(0)))


def test_what_is_false_in_a_position_is_dropped_at_its_place_alone() -> None:
    step = Decision("step", x.Const(0, build.SOLO), (Choice("on", (), x.YES, 1),))
    blocks = (Block("play", (), Stop(0)), Block("on", (), Stop(0)))
    of = build.program("counted", (N,), blocks, (step,))
    candidates = {HERE: (FEW, NONE), LOOP: (FEW, NONE)}
    seen = {HERE: [{"n": 0}, {"n": 2}], LOOP: [{"n": 0}]}
    looked: list[None] = []
    found = dict(unrefuted(of, candidates, seen, lambda: looked.append(None)))
    assert found == {HERE: (FEW,), LOOP: (FEW, NONE)}
    assert len(looked) == 2 * 2 + 2
    denied = Claim(NONE.expression, holds=False)
    assert dict(unrefuted(of, {HERE: (denied,)}, {HERE: [{"n": 0}]}, lambda: None)) == {HERE: ()}
