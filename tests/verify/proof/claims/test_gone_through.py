"""Halfway through a loop over values, what is asked of each holds for those that it has gone through."""

from __future__ import annotations

import pytest
from tests.verify.kernel.certified import decides, program
from tests.verify.proof.efforts import LITTLE

from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.proof.claims.gone_through import gone_through
from rulewright.verify.proof.cuts import loop_heads
from rulewright.verify.proof.guess import guess
from rulewright.verify.symbolic.analysis.analysis import Analysis

FILL = """\
choose A
  pick(k: 1..2)
    n := k
for p in Place
  repeat until held[p] {enough}
    choose A
      more
        held[p] := held[p] + 1
draw
"""
FULL = "c: never drawn and some p in Place: held[p] < n"


def claimed(of: Program) -> set[str]:
    return {show_expr(c.expression) for _, c in gone_through(Analysis(of), loop_heads(of.blocks))}


def test_what_a_loop_waits_for_holds_for_all_that_it_has_gone_through() -> None:
    said = claimed(program(FILL.format(enough=">= n"), FULL))
    assert any("Place[p] <= @number Place[%gone]) or (n <= held[%gone])" in one for one in said), (
        said
    )
    assert any("Place[%gone] <= @number Place[p]) or (n <= held[%gone])" in one for one in said), (
        said
    )


def test_nothing_is_said_of_a_loop_that_asks_nothing() -> None:
    asks_nothing = "repeat\n  for p in Place\n    choose A\n      more\n        held[p] := 1"
    assert not claimed(program(asks_nothing, FULL))


@pytest.mark.heavy
def test_with_it_is_proved_that_all_are_full_in_the_end() -> None:
    of = program(FILL.format(enough=">= n"), FULL)
    made = guess(of, 0, LITTLE)
    assert isinstance(made, Certificate)
    assert isinstance(check(of, 0, made, decides), Accepted)


@pytest.mark.thorough
def test_and_not_that_they_are_fuller_than_is_waited_for() -> None:
    of = program(FILL.format(enough=">= 1"), FULL)
    assert not isinstance(guess(of, 0, LITTLE), Certificate)
