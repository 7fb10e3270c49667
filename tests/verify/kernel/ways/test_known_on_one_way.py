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


JOINED = """
repeat
  choose A
    either
      if flag and x < 3
        most_two := x
        some_of := {3} + {most_two}
      else
        some_of := {3} + {x}
        some_of := some_of + {y}
      right := size(some_of) = 3 or flag or x != <x> or y != 0
    set(k: 0..3)
      x := k
    see(k: 0..3)
      y := k
    turn
      flag := not flag
"""


@pytest.mark.parametrize(("x", "so"), [(1, True), (3, False)])
def test_nor_where_two_ways_meet(x: int, so: bool) -> None:
    """Where they meet, the set of the second way was made from one with the same elements as that of the
    first: there are three of {3}, {x} and {y}, but not where x is 3."""
    play = JOINED.replace("<x>", str(x))
    of = program(play, "c: always right", parts=f"{PARTS}state flag: Bool = no\n")
    assert accepted(of, certificate(of, ["c"])) == so
