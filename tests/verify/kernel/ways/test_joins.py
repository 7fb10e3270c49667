"""Where ways meet, what one of them has set is not known behind the others, even of what is followed as a sum."""

from __future__ import annotations

import pytest
from tests.verify.kernel.certified import accepted, certificate, program

PLAY = """
repeat
  choose A
    count when n < 9
      n += 1
    pay when m > 0, w < 9
      m -= 1
      w += 1
    clear
      {ways}
"""
WAYS = {
    "in a statement": """
      if n > 3
        m := 0
        w := 9
      {behind}
    """,
    "the other way round": """
      if n <= 3
        nothing
      else
        m := 0
        w := 9
      {behind}
    """,
}


@pytest.mark.parametrize("name", WAYS)
def test_what_one_way_sets_is_not_known_behind_the_others(name: str) -> None:
    """One way sets everything in the sum to what is right; what follows would be right behind that one alone."""
    play = PLAY.format(ways=WAYS[name].format(behind="{last}").strip())
    of = program(play.format(last="w := 9"), "c: always m + w = 9", parts="state w: 0..9 = 9")
    assert not accepted(of, certificate(of, ["c"], summed=True, without=["m", "w"]))
    both = play.format(last="w := 9\n      m := 0")
    right = program(both, "c: always m + w = 9", parts="state w: 0..9 = 9")
    assert accepted(right, certificate(right, ["c"], summed=True, without=["m", "w"]))
