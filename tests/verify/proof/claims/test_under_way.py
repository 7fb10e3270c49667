"""What is so while a move is under way, or a step is still to come that the answer waits for."""

from __future__ import annotations

import pytest
from tests.tiers import slow
from tests.verify.kernel.certified import decides, program
from tests.verify.proof.efforts import QUICK

from rulewright.dsl.ir.printing.code import show_expr
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.kernel.goals import goals
from rulewright.verify.proof.claims.under_way import chosen_for, still_to_come
from rulewright.verify.proof.cuts import loop_heads
from rulewright.verify.proof.guess import NoGuess, guess
from rulewright.verify.symbolic.analysis.analysis import Analysis

LAY = """
repeat
  choose A
    lay(p: Place, k: 0..1) when held[p] = 0, m < 9
      m := 3
      repeat until m = 0: m -= 1
      held[p] := 1 + k
      choose B
        go
          {owed}
"""
DARK = "c: always n <= count p in Place: held[p] = 1"


@pytest.mark.heavy
def test_what_is_owed_is_found() -> None:
    for owed, right in (("if k = 0 and n < 9: n += 1", False), ("if k = 0: n += 1", True)):
        of = program(LAY.format(owed=owed), DARK)
        conditions = {
            show_expr(claim.expression)
            for _, claim in still_to_come(
                Analysis(of), goals(of, of.checks[0]), loop_heads(of.blocks)
            )
        }
        assert any("k" in said for said in conditions) is right
    found = guess(of, 0, QUICK)
    assert not isinstance(found, NoGuess)
    assert isinstance(check(of, 0, found, decides), Accepted)
    assert any(not claim.summed for _, claims in found.claims for claim in claims)


@pytest.mark.thorough
@pytest.mark.parametrize("owed", ["n += 1", *slow(["if k = 1: n += 1", "if k = 0: n += 2"])])
def test_what_is_not_so_is_not_found(owed: str) -> None:
    of = program(LAY.format(owed=owed), DARK)
    assert isinstance(guess(of, 0, QUICK), NoGuess)


def test_at_a_loop_is_said_what_was_asked_of_arguments_that_are_still_used() -> None:
    of = program(LAY.format(owed="nothing"), DARK)
    (head,) = loop_heads(of.blocks)
    found = [
        (point.number, show_expr(claim.expression))
        for point, claim in chosen_for(of, frozenset({head}))
    ]
    assert [number for number, _ in found] == [head]
    assert "held[p]" in found[0][1]
