"""How many choices are left is counted beside other amounts: so there is one as long as play goes on."""

from __future__ import annotations

import pytest
from tests.verify.kernel.certified import decides, program
from tests.verify.proof.efforts import QUICK

from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.check import Accepted, check
from rulewright.verify.proof.guess import NoGuess, guess

PLACING = """\
n := {many}
repeat until n = 0
  choose A
    put(s: {where}) when held[s] = 0
      held[s] := min(n, 3)
  n := n - 1
"""


@pytest.mark.heavy
@pytest.mark.parametrize("where", ["Place", "two()"])
def test_places_are_left_as_often_as_one_is_asked_for(where: str) -> None:
    """What lies there differs, so that no sum of it tells how many places are free."""
    many = {"Place": 3, "two()": 2}[where]
    for more in (0, 1):
        play = PLACING.format(many=many + more, where=where)
        of = program(play, "acts: someone can always act", parts="let two() = {Pa, Pc}")
        made = guess(of, 0, QUICK)
        if more:
            assert isinstance(made, NoGuess)
        else:
            assert isinstance(made, Certificate)
            assert isinstance(check(of, 0, made, decides), Accepted)
