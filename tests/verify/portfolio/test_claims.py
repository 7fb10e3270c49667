"""Claims of proofs, looked at where plays come to."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.code import NO, YES
from rulewright.dsl.ir.program import Decision
from rulewright.dsl.load import load, load_text
from rulewright.verify.kernel.certificate import Certificate, Claim, CutBlock, CutNode
from rulewright.verify.portfolio.methods.claims import look_at_claims
from rulewright.verify.stategraph.graph import EngineMismatch


@pytest.mark.thorough
def test_a_claim_that_a_position_contradicts_is_a_fault_of_the_tool(nim: Path) -> None:
    program = instantiate(load(nim))
    node = next(i for i, n in enumerate(program.nodes) if isinstance(n, Decision))
    point = CutNode(node)
    true = Certificate("ends", claims=((point, (Claim(YES), Claim(NO, holds=False))),))
    assert look_at_claims(program, true) > 3
    for wrong in (Claim(NO), Claim(YES, holds=False)):
        false = Certificate("ends", claims=((point, (wrong,)),))
        with pytest.raises(EngineMismatch, match="ends"):
            look_at_claims(program, false)
        with pytest.raises(EngineMismatch):
            look_at_claims(program, Certificate("ends", anywhere=True, lemmas=(false,)))


def test_what_is_claimed_inside_a_move_is_seen_by_nobody(nim: Path) -> None:
    program = instantiate(load(nim))
    inside = Certificate("ends", claims=((CutBlock(0), (Claim(NO),)),))
    assert look_at_claims(program, inside) == 0


STUCK = """\
ruleset stuck "Stuck"
  players Ann
  state n: 0..2 = 0
  play
    repeat
      choose Ann
        go when n < 2
          n += 1
  check low: never n > 1
  check lower: never n > 2
  check two: reachable n = 2
  check acts: someone can always act
"""


@pytest.mark.parametrize(("check", "so"), [("low", 0), ("lower", 1), ("two", 0), ("acts", 0)])
def test_an_answer_that_a_position_contradicts_is_one_too(check: str, so: int) -> None:
    """Even if nothing is claimed: that something never comes about, or that somebody can always act."""
    program = instantiate(load_text(STUCK, "stuck.rules"))
    with nullcontext() if so else pytest.raises(EngineMismatch, match=check):
        assert look_at_claims(program, Certificate(check)) == 3
