"""The clauses around a place in the rules."""

from __future__ import annotations

import pytest

from rulewright.dsl.load import load_text
from rulewright.dsl.syntax import statements as s
from rulewright.dsl.syntax.tree import cited_around, nodes

TEXT = """\
ruleset places "Places"
  players Ann, Bob
  state n: 0..9 = 0
  play by [turn]
    repeat
      choose Ann
        one by [one]
          n := 1
        two
          if n = 2
            n := 2 by [two], [too]
          n := 3
        stop
          win Ann by [end]

  procedure unused()
    n := 4
"""


@pytest.mark.parametrize(
    ("stored", "cites"),
    [(1, ("one",)), (2, ("two", "too")), (3, ("turn",)), (4, ())],
)
def test_the_innermost_that_cites_any(stored: int, cites: tuple[str, ...]) -> None:
    parts = load_text(TEXT, "places.rules", None, every=False).tree.parts
    statements = [node for node in nodes(parts) if isinstance(node, s.Assign)]
    assert cited_around(parts, statements[stored - 1].span) == cites
