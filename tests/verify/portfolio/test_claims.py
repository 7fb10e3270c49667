"""Claims of proofs, looked at where plays come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.code import NO, YES
from rulewright.dsl.ir.program import Decision
from rulewright.dsl.load import load
from rulewright.verify.kernel.certificate import Certificate, Claim, CutBlock, CutNode
from rulewright.verify.portfolio.methods.claims import look_at_claims
from rulewright.verify.stategraph.graph import EngineMismatch


@pytest.mark.thorough
def test_a_claim_that_a_position_contradicts_is_a_fault_of_the_tool(nim: Path) -> None:
    program = instantiate(load(nim))
    node = next(i for i, n in enumerate(program.nodes) if isinstance(n, Decision))
    point = CutNode(node)
    true = Certificate("bob", claims=((point, (Claim(YES), Claim(NO, holds=False))),))
    assert look_at_claims(program, true) > 3
    for wrong in (Claim(NO), Claim(YES, holds=False)):
        false = Certificate("bob", claims=((point, (wrong,)),))
        with pytest.raises(EngineMismatch, match="bob"):
            look_at_claims(program, false)
        with pytest.raises(EngineMismatch):
            look_at_claims(program, Certificate("ann", anywhere=True, lemmas=(false,)))


def test_what_is_claimed_inside_a_move_is_seen_by_nobody(nim: Path) -> None:
    program = instantiate(load(nim))
    inside = Certificate("bob", claims=((CutBlock(0), (Claim(NO),)),))
    assert look_at_claims(program, inside) == 0
