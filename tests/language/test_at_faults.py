"""What looks back at a fault, which takes back the move, and at a stop that leaves what was done."""

from __future__ import annotations

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.results.verdict import Proved, Refuted

GAME = """ruleset back "Looking back"
  clauses "none.md"
  players A, B
  state x: 0..3 = 3
  state y: 0..1 = 0
  let sank = x < was x
  play by [r]
    choose B
      lower
        x -= 1
    choose A
      wrong
        STOPS
      fine
        nothing
    draw
  check asked: never after p acts: ASKED
"""
TAKEN_BACK = "y -= 1"
STANDS = 'x -= 1\n        gap "what now?"'
ASKED = (
    "p is A and x < was x",
    "p is A and sank",
    "p is A and some q in Player: q is p and not (x >= was x)",
    "p is A and (if sank then yes else was y != y)",
    "p is A and not drawn and (sank since x = 3)",
    "p is A and not drawn and (x < 2 since sank) and x < 2",
)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize(("stops", "verdict"), [(TAKEN_BACK, Proved), (STANDS, Refuted)])
def test_the_move_that_was_taken_back_changed_nothing(
    asked: str, stops: str, verdict: type
) -> None:
    text = GAME.replace("STOPS", stops).replace("ASKED", asked)
    game = PythonGame(instantiate(load_text(text, "back.rules")))
    (found,) = answer_checks(game, Budget()).answers
    assert isinstance(found.verdict, verdict)
