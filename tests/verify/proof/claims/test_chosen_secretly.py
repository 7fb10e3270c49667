"""What was asked of a secret choice holds until it is carried out."""

from __future__ import annotations

import pytest
from tests.verify.kernel.certified import decides, program
from tests.verify.proof.efforts import LITTLE

from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate, CutBlock, CutNode
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.proof.claims.chosen_secretly import chosen_secretly
from rulewright.verify.proof.cuts import loop_heads
from rulewright.verify.proof.guess import guess

BIDS = """\
state money: Player -> 0..3 = 2
state bid: Player -> 0..3 = 0
let can_pay(p: Player, k: 1..3) = {asked}
"""
AUCTION = """\
repeat
  each p in Player secretly chooses
    bids(k: 1..3) when can_pay(p, k)
      bid[p] := k
    passes
      bid[p] := 0
      money[p] := 3 - money[p]
"""
COVERED = "c: always all p in Player: bid[p] <= money[p]"


def auction(asked: str = "k <= money[p] and n < 9") -> Program:
    return program(AUCTION, COVERED, parts=BIDS.format(asked=asked))


def test_it_is_said_of_those_that_have_chosen_and_of_those_still_to_be_carried_out() -> None:
    of = auction()
    said = [(p, show_expr(c.expression)) for p, c in chosen_secretly(of, loop_heads(of.blocks))]
    kept = "or (bids_k[%chooser] <= money[%chooser])))"
    choosing = [one for point, one in said if isinstance(point, CutNode) and kept in one]
    carrying_out = [one for point, one in said if isinstance(point, CutBlock) and kept in one]
    assert len(choosing) == len(carrying_out) == 1
    assert "Player[p] <= @number Player[%chooser])" in choosing[0]
    assert "Player[%chooser] < @number Player[p_2])" in carrying_out[0]
    assert any("(n < 9)" in one for _, one in said), "each part of the condition"


def test_nothing_is_said_of_choices_that_are_carried_out_at_once() -> None:
    of = program(
        "for p in Player\n  choose p\n    bids(k: 1..3) when can_pay(p, k)\n      bid[p] := k",
        COVERED,
        parts=BIDS.format(asked="k <= money[p]"),
    )
    assert not list(chosen_secretly(of, loop_heads(of.blocks)))


@pytest.mark.heavy
def test_with_it_is_proved_that_bids_are_covered() -> None:
    of = auction()
    made = guess(of, 0, LITTLE)
    assert isinstance(made, Certificate)
    assert isinstance(check(of, 0, made, decides), Accepted)


@pytest.mark.thorough
@pytest.mark.parametrize("asked", ["k <= money[p] + 1", "n < 9"])
def test_and_not_if_nobody_asks_for_that(asked: str) -> None:
    assert not isinstance(guess(auction(asked), 0, LITTLE), Certificate)
