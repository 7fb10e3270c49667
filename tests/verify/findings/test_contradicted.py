"""A contradiction and the reading of its clauses are told as one thing, wherever findings are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from junitparser import JUnitXml
from tests.verify.cli.command import Output, answer

from rulewright.dsl.load import load_text
from rulewright.verify.findings.contradicted import readings_of_agreements
from rulewright.verify.render.exchange.formats import FORMATS

RULES = """\
ruleset sticks "Sticks"
  clauses "clauses.md"
  players A, B                                              by [take]
  state left: 0..2 = 2
  reading winner "Who wins?" by [end], [last]
    takes: "whoever takes the last" default
    leaves: "the other player"
  play                                                      by [take]
    repeat
      turns for p in Player
        choose p
          take_one when left > 0                            by [take]
            left -= 1
        if left = 0
          win if winner is takes then p else next(p)        by [end]
  agree who fails "Is it won?"
    [end]: left = 0
    [last]: no
"""
CLAUSES = "- **[take]** Take one.\n- **[end]** The last wins.\n- **[last]** The last loses.\n"


@pytest.fixture
def sticks(tmp_path: Path) -> Path:
    (tmp_path / "clauses.md").write_text(CLAUSES)
    path = tmp_path / "sticks.rules"
    path.write_text(RULES)
    return path


def test_a_reading_belongs_to_the_agreement_of_which_it_cites_all_clauses_and_few_others() -> None:
    """No reading to two of them: the closest come first, and then what stands first."""
    text = """ruleset many "Many"
  players A
  reading wide "Wide?" by [a], [b], [c]
    one: "one" default
    two: "two"
  reading close "Close?" by [a], [b]
    one: "one" default
    two: "two"
  reading part "Part?" by [a]
    one: "one" default
    two: "two"
  state n: 0..9 = 0
  play
    if wide is one: n += 1
    if close is one: n += 1
    if part is one: n += 1
    draw
  agree third "Third?"
    [b]: n
    [a]: n
  agree first "First?"
    [a]: n
    [b]: n
  agree second "Second?"
    [a]: n
    [c]: n
  agree other "Other?"
    [a]: n
    [d]: n
"""
    found = readings_of_agreements(load_text(text, "many.rules"))
    assert found == {"third": "close", "first": "wide"}


@pytest.mark.heavy
def test_both_are_told_as_one_finding_and_each_keeps_its_number(
    sticks: Path, capsys: Output, only_asked: None
) -> None:
    out = answer(capsys, "verify", sticks, "--update")[1]
    assert out.startswith("Sticks: 1 thing wrong")
    assert "Decide" not in out
    said = "it can be read in two ways: F2)"
    assert said in " ".join(out.split())
    for options in ([], ["--effort", "quick"]):
        lines = answer(capsys, "show", sticks, *options)[1].splitlines()
        assert lines[0] == "F1  who: [end] and [last] do not say the same: Is it won?"
        assert lines[1].startswith("    F2  reading.winner: “Who wins?” makes two games: play")
    whole = answer(capsys, "show", sticks, "F1")[1]
    assert "How these clauses can be read (F2)\n“Who wins?” makes two games" in whole
    assert "- leaves: the other player" in whole
    assert "its plays: rulewright show" in whole
    assert answer(capsys, "show", sticks, "F2")[1].startswith("F2  an ambiguity that matters")
    page = sticks.with_suffix(".html")
    answer(capsys, "report", sticks, "-o", page)
    text = page.read_text()
    outer = text.index('<article class="wrong" id="sticks-F1"')
    assert outer < text.index("How these clauses can be read:") < text.index('id="sticks-F2"')
    assert text.index("</article>", outer) > text.index('id="sticks-F2"'), "one within the other"
    assert text.count("<blockquote>[end] The last wins.") == 1, "and clauses are quoted once"
    assert "to decide" not in text


@pytest.mark.thorough
def test_the_reading_is_shown_within_it_where_nothing_is_kept_too(
    sticks: Path, capsys: Output, only_asked: None
) -> None:
    whole = answer(capsys, "show", sticks, "who")[1]
    assert "How these clauses can be read\n“Who wins?” makes two games" in whole
    assert "reading.winner" in whole.partition("its plays: ")[2]


@pytest.mark.heavy
def test_programs_read_them_as_one_finding_too(
    sticks: Path, capsys: Output, only_asked: None
) -> None:
    """As many as the terminal counts, and what the reading says stands in that one."""
    said = {
        form: answer(capsys, "verify", sticks, "--format", form)[1] for form in ("json", *FORMATS)
    }
    read_in = {f["name"]: f["reading"] for f in json.loads(said["json"])[0]["findings"]}
    assert read_in.pop("who")["name"] == "reading.winner"
    assert set(read_in.values()) == {None}
    results = json.loads(said["sarif"])["runs"][0]["results"]
    (result,) = (r for r in results if r["ruleId"] == "contradiction")
    lines = [
        place["physicalLocation"]["region"]["startLine"] for place in result["relatedLocations"]
    ]
    assert 1 + RULES[: RULES.index("reading winner")].count("\n") in lines
    cases = [case.name for suite in JUnitXml.fromstring(said["junit"].encode()) for case in suite]
    assert {"who", "reading.winner"} & set(cases) == {"who"}
    for form in FORMATS:
        assert "It can be read in two ways: \N{LEFT DOUBLE QUOTATION MARK}Who wins?" in said[form]
        assert "an ambiguity that matters::" not in said[form]
    assert "ambiguity" not in {r["ruleId"] for r in results}


@pytest.mark.heavy
def test_what_is_accepted_or_belongs_to_nothing_stays_apart(
    sticks: Path, capsys: Output, only_asked: None
) -> None:
    sticks.write_text(RULES + '  accept reading.winner by [end] "it is meant to be open"\n')
    out = answer(capsys, "verify", sticks)[1]
    assert "Sticks: 1 thing wrong, 1 to know, 1 accepted" in out
    assert "two ways" not in out
    sticks.write_text(RULES.replace("by [end], [last]", "by [end]"))
    out = answer(capsys, "verify", sticks)[1]
    assert "Sticks: 1 thing wrong, 1 to decide" in out
    assert "two ways" not in out
