"""What may be claimed where plays are cut comes from the checks, the rules and random plays, and grows."""

from __future__ import annotations

import pytest
from tests.verify.kernel.certified import program
from tests.verify.proof.efforts import QUICK

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Decision, Program
from rulewright.verify.kernel.certificate import Claim, CutNode
from rulewright.verify.proof.claims.candidates import ClaimCandidates
from rulewright.verify.proof.claims.suggestions import Suggestions
from rulewright.verify.solvers.queries.metered import Meter, OutOfUnits
from rulewright.verify.symbolic.analysis.analysis import Analysis

PLAY = """\
repeat
  choose A
    up when n < 2
      n += 1
    down when n > 0
      n -= 1
  if n = 3
    choose B
      down
        n := 0
"""


def suggestions(of: Program, units: int = 1_000_000) -> Suggestions:
    return Suggestions(Analysis(of), 0, QUICK, Meter(units, lambda: None), lambda: None)


def at(of: Program, player: int, candidates: ClaimCandidates) -> tuple[Claim, ...]:
    """What is suggested where this player decides."""
    (found,) = (
        claims
        for point, claims in candidates
        if isinstance(point, CutNode) and isinstance(node := of.nodes[point.number], Decision)
        if isinstance(node.player, x.Const) and node.player.value == player
    )
    return found


@pytest.mark.thorough
def test_where_no_play_came_it_is_suggested_that_none_can() -> None:
    of = program(PLAY, "c: never n = 3")
    few = suggestions(of).few
    assert Claim(x.NO) not in at(of, 0, few)
    assert Claim(x.NO) in at(of, 1, few)


@pytest.mark.thorough
def test_each_kind_of_suggestions_has_the_fewer_ones() -> None:
    of = program(PLAY, "c: never n = 3")
    made = suggestions(of)
    few = at(of, 0, made.few)
    assert few == made.anywhere
    for more in (made.with_values(), made.affine(), made.many()):
        assert set(few) < set(at(of, 0, more))
    assert set(at(of, 0, made.with_values())) < set(at(of, 0, made.many()))


@pytest.mark.parametrize(
    ("check", "parts"),
    [
        ("never n = 3 and m = 1", 2),
        ("always (some p in Place: held[p] = 0)", 3),
        ("always n < 3 or m = 1 or m = 2", 3),
        ("always n < 3", 0),
    ],
)
def test_a_part_of_the_answer_is_suggested_where_one_is_enough(check: str, parts: int) -> None:
    stated = suggestions(program(PLAY, f"c: {check}")).anywhere
    whole = suggestions(program(PLAY, "c: always yes")).anywhere
    assert len(set(stated) - set(whole)) == parts + 1


@pytest.mark.thorough
def test_work_in_positions_is_counted() -> None:
    made = suggestions(program(PLAY, "c: never n = 3"), units=1)
    with pytest.raises(OutOfUnits):
        _ = made.few
