"""That somebody can always act is often so because it was just asked whether there is something to choose from."""

from __future__ import annotations

import pytest
from tests.tiers import judges, slow
from tests.verify.kernel.certified import accepted, program
from tests.verify.proof.efforts import QUICK

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Decision
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.proof.claims.last_branches import last_branches
from rulewright.verify.proof.guess import guess

PLAY = """\
repeat
  choose A
    add_one(p: Place)
      add p to marked
    take_all
      marked := {{}}
  n := 3
  if {condition}
    m := 2
    choose B
      take(p: marked) when n = 3
        remove p from marked
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("condition", "enough"),
    [
        ("marked is not {}", True),
        *slow([("marked is not {} and held[Pa] = 0", True), ("not (marked is {})", True)]),
        ("marked is {}", False),
        *judges([("held[Pa] = 0", False)]),
    ],
)
def test_there_is_something_to_choose_from_where_that_was_asked(
    condition: str, enough: bool
) -> None:
    of = program(PLAY.format(condition=condition), "c: someone can always act")
    found = guess(of, 0, QUICK)
    assert isinstance(found, Certificate) is enough
    assert not isinstance(found, Certificate) or accepted(of, found)


def test_the_way_that_is_taken_is_told_from_the_other_one() -> None:
    play = "repeat\n  if n < 3\n    choose A\n      up\n        n += 1\n  else\n    choose B\n      down\n        n := 0"
    of = program(play, "c: someone can always act")
    claims = dict(last_branches(of))
    assert len(claims) == 2
    for point, (claim,) in claims.items():
        node = of.nodes[point.number]
        assert isinstance(node, Decision)
        assert isinstance(node.player, x.Const)
        assert claim.holds is (node.player.value == 0)
