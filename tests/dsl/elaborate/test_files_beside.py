"""Clauses and tables of cards: what stands beside a ruleset, or in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load, load_text

CLAUSES = """# Clauses

- **[setup]** Everybody begins with nothing. (page 1)
- **[turn]** A player counts up. (page 2)
- **[goal]** *Out of scope:* Have fun. (page 3)
"""

CITED = """ruleset sample "A sample"
  clauses "clauses.md"
  players A, B
  param top: 1..6 = 4 open by [setup] "only pictured"
  supply heart = top by [setup]
  state n: 0..6 = 0

  procedure more(p: Player) by [turn]
    n += 1

  play by [setup]
    choose A
      up by [turn]
        more(A)
    draw by [setup], [turn]
"""


def test_clauses_reach_the_program(tmp_path: Path) -> None:
    (tmp_path / "clauses.md").write_text(CLAUSES)
    (tmp_path / "sample.rules").write_text(CITED)
    loaded = load(tmp_path / "sample.rules")
    program = instantiate(loaded)
    cited = {c.clauses for n in program.nodes for c in getattr(n, "choices", ())}
    assert cited == {("turn",)}
    assert {n.clauses for n in program.nodes if type(n).__name__ == "End"} == {("setup", "turn")}
    assert loaded.clauses is not None
    assert [c.id for c in loaded.clauses.clauses] == ["setup", "turn", "goal"]


@pytest.mark.parametrize("part", ["param top", "supply heart", "procedure more", "play"])
def test_rules_without_a_clause_are_refused(tmp_path: Path, part: str) -> None:
    lines = [
        line.split(" by [")[0] if line.strip().startswith(part) else line
        for line in CITED.splitlines()
    ]
    (tmp_path / "clauses.md").write_text(CLAUSES)
    (tmp_path / "sample.rules").write_text("\n".join(lines) + "\n")
    with pytest.raises(RulesetError, match=r"cites\s+no\s+clause"):
        load(tmp_path / "sample.rules")


TABLES = """
ruleset sample "A sample"
  players A, B
  enum Hue: Red, Blue
  cards Kind from "kinds.csv"
    worth: 0..9
    hues: set of Hue
    twin: Hue?
    high: Bool
  table few of Kind
    King: copies = 2, worth = 7, hues = {Red, Blue}, twin = none, high = yes
    Page: worth = 1, twin = Blue, high = no
  param top: 1..9 = 5
  param low: 0..3 = 3
  supply deck[k: Kind] = copies(k)
  supply worths[k: Kind] = worth(k)
  supply blue[k: Kind] = if Blue in hues(k) then 1 else 0
  supply told[k: Kind] = if high(k) then 1 else if twin(k) is Blue then 2 else 3
  play
    choose A
      stop
        win A
  instance base: standard with Kind = few, top = 2
  instance lower: standard like base with low = 0
  instance both "Both": standard like lower, base for play with top = 9
"""


def test_a_table_of_cards_may_stand_in_the_ruleset(tmp_path: Path) -> None:
    (tmp_path / "kinds.csv").write_text("name,worth,hues,twin,high\nKnave,3,Red,,no\n", "utf-8")
    ruleset = load_text(TABLES, str(tmp_path / "sample.rules"))
    beside, within = instantiate(ruleset), instantiate(ruleset, instance="base")
    assert [v.initial for v in beside.variables] == [(1,), (3,), (0,), (3,)]
    assert [v.initial for v in within.variables] == [(2, 1), (7, 1), (1, 0), (1, 2)]


BAD_TABLES = {
    "worth = 7, hues": (
        "worth = 12, hues",
        "in the column worth, expected a number from 0 to 9, found '12'",
    ),
    "{Red, Blue}": ("{Red, Green}", "in the column hues, expected a value of Hue, found 'Green'"),
    "Page:": ("King:", "in the column name, the card King stands a second time"),
    "twin = none": ("twine = none", "there is no column twine"),
    "worth = 1, twin": ("worth = 1, worth = 2, twin", "the column worth stands here twice"),
    "few of Kind": ("few of Hue", "this is a table of Hue, not of Kind"),
    "Kind = few": ("Kind = fewer", "there is no fewer.csv and no fewer.toml"),
}


@pytest.mark.parametrize("good", BAD_TABLES)
def test_a_table_with_something_wrong_in_it(good: str, tmp_path: Path) -> None:
    bad, message = BAD_TABLES[good]
    assert TABLES.count(good) == 1
    (tmp_path / "kinds.csv").write_text("name,worth,hues,twin,high\nKnave,3,Red,,no\n", "utf-8")
    with pytest.raises(RulesetError) as caught:
        load_text(TABLES.replace(good, bad), str(tmp_path / "sample.rules"))
    first = caught.value.diagnostics[0]
    assert first.message == message
    assert first.span.file.endswith("sample.rules")


def test_an_instance_may_be_like_others(tmp_path: Path) -> None:
    (tmp_path / "kinds.csv").write_text("name,worth,hues,twin,high\nKnave,3,Red,,no\n", "utf-8")
    ruleset = load_text(TABLES, str(tmp_path / "sample.rules"))
    lower, both = (instantiate(ruleset, instance=name).instance for name in ("lower", "both"))
    assert dict(lower.parameters) == {"top": 2, "low": 0}
    assert dict(both.parameters) == {"top": 9, "low": 0}
    assert dict(both.readings)["Kind"] == "few"
