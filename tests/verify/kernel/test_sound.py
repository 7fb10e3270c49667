"""What the kernel must never accept: rules by which the thing comes about after all."""

from __future__ import annotations

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.portfolio.provers import SmtProver
from rulewright.verify.results.verdict import Refuted

NAMES = """
ruleset names "Names that are put together alike"
  players A, B
  state x: set of 0..1 = {}
  state x_0: Bool = no
  state bad: Bool = no
  play
    repeat
      turns for p in Player
        choose p
          one
            x := x + {0}
          two when x_0 != (0 in x)
            bad := yes
          three
            x := x - {0}
  check fine "Is all well?": never bad
"""

GAP = """
ruleset silent "Play stops where the rules are silent"
  players A, B
  state bad: Bool = no
  play
    repeat
      turns for p in Player
        choose p
          on
            bad := no
          trap
            bad := yes
            gap "what now?"
  check fine "Is all well?": never bad
"""


@pytest.mark.thorough
@pytest.mark.parametrize("text", [NAMES, GAP], ids=["names", "gap"])
def test_what_a_play_reaches_is_not_proved_never_to_be_reached(text: str) -> None:
    game = PythonGame(instantiate(load_text(text, "it.rules")))
    searched = answer_checks(game, Budget()).answers[0]
    assert isinstance(searched.verdict, Refuted)
    unsearched = answer_checks(game, Budget(seconds=60, states=2), plays=0, prover=SmtProver())
    assert unsearched.answers[0].holds in (False, None)
