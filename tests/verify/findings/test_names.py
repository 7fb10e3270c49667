"""Names of findings that no check asks for."""

from __future__ import annotations

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.findings.origins.from_results import key_of_defect
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks

STUCK = """\
ruleset two "Two"
  players Ann, Bob
  state n: 0..9 = 0
  play
    repeat
      choose Ann
        left
          way()
        right
          choose Bob
            go_right when n > 0
              nothing
  procedure way()
    choose Ann
      go_left when n > 0
        nothing
"""


def test_each_decision_without_an_option_is_a_finding_of_its_own() -> None:
    program = instantiate(load_text(STUCK, "two.rules", None, every=False))
    report = answer_checks(PythonGame(program), Budget(), plays=0)
    keys = [key_of_defect(defect) for defect in report.defects]
    assert sorted(keys) == ["stuck.play_go_right", "stuck.way_go_left"]
