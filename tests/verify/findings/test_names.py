"""Names of findings that no check asks for."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.findings.collect import Results
from rulewright.verify.findings.merging import in_order, merged
from rulewright.verify.findings.origins.from_results import findings_of, key_of_defect
from rulewright.verify.findings.subject import Selected
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


GAPS = """\
ruleset gaps "Gaps"
  players Ann, Bob
  play
    choose Ann
      left
        gap "what is to be done when nobody can pay"
      right
        gap "what is to be done when nobody has a card"
      up
        gap "what is to be done when nobody can pay"
      down
        gap "who pays"
"""


def test_gaps_whose_words_begin_alike_are_findings_of_their_own() -> None:
    """Two that say the same are one."""
    ruleset = load_text(GAPS, "gaps.rules", None, every=False)
    one = Selected(Path("gaps.rules"), instantiate(ruleset), ruleset=ruleset)
    report = answer_checks(PythonGame(one.program), Budget(), plays=0)
    found = merged(findings_of(Results(one, report, ())))
    assert [finding.key for finding in in_order(found)] == [
        "gap.what_is_to_be_done_when", "gap.what_is_to_be_done_when_2", "gap.who_pays",
    ]  # fmt: skip
