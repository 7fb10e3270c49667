"""A property is told as its author wrote it, all of it, on one line."""

from __future__ import annotations

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text

HEAD = """\
ruleset counting "Counting"
  players A, B
  state n: 0..9 = 0

  play by [turn]
    choose A
      stop by [turn]
        draw

"""


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("never n > 3 by [turn]", "never n > 3"),
        ("every play ends by [turn]", "every play ends"),
        ("someone can always act", "someone can always act"),
        ("never (n > 3\n    or n = 2\n    or n = 1)", "never (n > 3 or n = 2 or n = 1)"),
        ("never (  # far too many\n    n > 3 or\n\n    n = 2  # the worst\n  )", "never (n > 3 or n = 2)"),
        ("always (n <= 9\n    and n >= 0) by [turn]", "always (n <= 9 and n >= 0)"),
        ("never after p acts: n = 2 by [turn]", "never after p acts: n = 2"),
    ],
)  # fmt: skip
def test_the_text_of_a_property(written: str, told: str) -> None:
    text = f'{HEAD}  check asked "Is it: or not?": {written}\n'
    (check,) = instantiate(load_text(text, "counting.rules")).checks
    assert check.text == told
