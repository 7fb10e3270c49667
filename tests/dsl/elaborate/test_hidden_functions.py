"""Local names hide the functions of the language; parts cannot have their names."""

from __future__ import annotations

import pytest

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame

RULES = """\
ruleset local_names "Names"
  players A, B
  state n: 0..9 = 0
  let f(number: 0..9) = number + 1
  play
    let size = 3
    for max in Player
      choose max
        go(first: 1..2)
          let abs = 2
          n := f(first) + size + abs
    draw
"""


def test_local_names_hide_functions_of_the_language() -> None:
    game = PythonGame(instantiate(load_text(RULES, "names.rules")))
    state = game.new()
    _, second = game.legal(state)
    assert game.value(game.apply_legal(state, second), "n") == 8


@pytest.mark.parametrize(
    "part", ["let number = 3", "state size: 0..3 = 0", "param first: 1..3 = 1 by [a]"]
)
def test_parts_cannot_have_their_names(part: str) -> None:
    with pytest.raises(RulesetError) as raised:
        load_text(RULES.replace("  play\n", f"  {part}\n  play\n"), "names.rules")
    assert "E114" in {d.code for d in raised.value.diagnostics}
