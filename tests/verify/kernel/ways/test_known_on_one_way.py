"""What one way knows of a number does not tell what a set is on another, where it has the same elements."""

from __future__ import annotations

import pytest
from tests.verify.kernel.certified import accepted, certificate, program

PLAY = """
repeat
  choose A
    narrow
      most_two := x
      {first}
      {asked}
    set(k: 0..3)
      x := k
    see(k: 0..3)
      y := k
    wide
      {then}
      {asked}
"""
PARTS = """
state x: 0..3 = 0
state y: 0..3 = 0
state most_two: 0..2 = 0
state some_of: set of 0..3 = {0}
state right: Bool = yes
"""
ASKED = {
    "how many it has": ("{3} + {most_two}", "{3} + {x}", "size(some_of) = 2"),
    "whether a number is in": ("{most_two}", "{x} & (0..2)", "(y in some_of) = (y = x)"),
}
"""What is so while ``x`` is 2 or less, with the same elements in both sets; not where it is 3."""


@pytest.mark.parametrize("name", ASKED)
def test_what_one_way_knows_does_not_hold_on_another(name: str) -> None:
    first, then, asked = ASKED[name]
    found = []
    for limit in ("x = 3", "x < 3"):
        steps = f"some_of := {first}", f"some_of := {then}", f"right := {asked} or not ({limit})"
        play = PLAY.format(first=steps[0], then=steps[1], asked=steps[2])
        of = program(play, "c: always right", parts=PARTS)
        found.append(accepted(of, certificate(of, ["c"])))
    assert found == [False, True]
