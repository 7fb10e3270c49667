"""A loop over a set comes to each element once: what stands there is as it was before the loop."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.verify.kernel.certified import accepted, certificate, program

from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.stategraph.bfs import explore

PLAY = """
repeat
  choose A
    fill(p: Place) when held[p] = 0, left > 0
      held[p] := 1
      left -= 1
    change
      let full = those p in Place: held[p] > 0
      let few = those p in Place: held[p] != 3
{change}
    stop
      draw
"""
KEEPING = {
    "what is full stays full": "for p in full: held[p] := 2",
    "some of it": "for p in full & marked: held[p] := 3",
    "twice in one pass": "for p in full\n  held[p] := 3\n  if p in marked: held[p] := 1",
    "beside another map": "for p in full\n  held[p] := 2\n  left_at[p] := held[p]",
}
LOSING = {
    "what is empty is filled": "for p in Place: held[p] := 2",
    "what is full is emptied": "for p in full: held[p] := 0",
    "what is not among those gone through": "for p in full: held[Pa] := 2",
    "what is there already after a pass": "for p in full\n  held[p] := 0\n  held[p] := 2\n  held[Pb] := 0",
    "another pass was there before": """\
for p in few
  if held[p] = 3: held[p] := 0
  if p is Pa and held[Pb] > 0: held[Pb] := 3""",
    "another pass was there before, but stored elsewhere in one case alone": """\
for p in few
  held[p] := if held[p] = 3 then 0 else held[p]
  if p is Pa and held[Pb] > 0: held[Pb] := 3""",
    "the loop before has changed it": """\
for p in full: held[p] := 0
left := 3
for p in full: held[p] := 2""",
}
PARTS = "state left: 0..3 = 3\nstate left_at: Place -> 0..3 = 0"
CHECKS = "c: always (count p in Place: held[p] > 0) + left = 3"


def _accepted(change: str) -> bool:
    of = program(PLAY.format(change=indent(change, "      ")), CHECKS, parts=PARTS)
    game = PythonGame(of)
    always = all(game.holds(0, state) for state in explore(game, Budget()).states)
    assert always is (change in KEEPING.values()), "seen in every position"
    return accepted(of, certificate(of, ["c"], summed=True, unrolled=False))


@pytest.mark.thorough
@pytest.mark.parametrize("name", KEEPING)
def test_what_is_known_of_an_element_is_known_in_its_pass(name: str) -> None:
    assert _accepted(KEEPING[name])


@pytest.mark.thorough
@pytest.mark.parametrize("name", LOSING)
def test_what_another_pass_may_have_changed_is_not_known(name: str) -> None:
    assert not _accepted(LOSING[name])
