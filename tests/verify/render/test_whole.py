"""A finding as ``show`` tells it, and as the screen points to it: where play stands, and what the question reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, unfolded

RULES = """\
ruleset row "Row"
  clauses "clauses.md"
  players Ann
  enum Stone: Red, Blue                                     by [lay]
  state bag: set of Stone = Stone
  state row: set of Stone = {}
  state kept: set of Stone = {}
  let length = size(row)                                    by [lay]
  play                                                      by [lay]
    repeat 2 times
      roll s of bag                                         by [lay]
      remove s from bag
      add s to row
      choose Ann
        done                                                by [lay]
    draw                                                    by [lay]
  check laid "Is there always a stone in the row?": always length > 0
  check two "Can both be in the row?": reachable size(row) = 2
"""


@pytest.fixture
def row(tmp_path: Path) -> Path:
    (tmp_path / "clauses.md").write_text("- **[lay]** Lay stones.\n")
    path = tmp_path / "row.rules"
    path.write_text(RULES)
    return path


@pytest.mark.thorough
def test_where_it_is_so_at_the_beginning_that_is_said(
    row: Path, capsys: Output, only_asked: None
) -> None:
    _, out = answer(capsys, "verify", row)
    assert "Is there always a stone in the row? No (at the beginning)\n" in out
    _, out = answer(capsys, "show", row, "laid")
    assert "refuted at the beginning\n" in out


@pytest.mark.thorough
def test_the_place_is_called_as_it_is_from_here(
    row: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(row.parent)
    places = [
        line for line in answer(capsys, "show", row, "laid")[1].splitlines() if row.name in line
    ]
    assert any(line.startswith(f"at {row.name}:") for line in places), places


@pytest.mark.thorough
def test_what_the_question_reads_is_told_of_though_it_is_empty(
    row: Path, capsys: Output, only_asked: None
) -> None:
    """It reads the row through a function; of what else is empty there is nothing to say."""
    out = answer(capsys, "show", row, "laid")[1].splitlines()
    assert "row: nothing" in out
    assert not [line for line in out if line.startswith("kept")]


@pytest.mark.thorough
def test_who_is_to_decide_is_said_and_that_chance_is(
    row: Path, capsys: Output, only_asked: None
) -> None:
    said = "Chance is to decide here: stone. Checks look at such positions, too."
    assert said in answer(capsys, "show", row, "laid")[1].splitlines()
    assert "Ann is to decide here.\n" in answer(capsys, "show", row, "two")[1]
    row.write_text(RULES.replace("size(row) = 2", "over and size(row) = 2"))
    assert "to decide here" not in answer(capsys, "show", row, "two")[1]


SILENT = """\
ruleset silent "Silent"
  clauses "clauses.md"
  players Ann
  supply stone = 1                                          by [lay]
  state row: 0..2 = 0
  play                                                      by [lay]
    choose Ann
      lay                                                   by [lay]
        move 1 of stone to row
      look                                                  by [lay]
        gap "who looks may find anything"                   by [look]
    choose Ann
      more                                                  by [lay]
        move 1 of stone to row
    draw                                                    by [lay]
  check one "Is there never a stone in the row?": never row > 0
"""


@pytest.mark.heavy
def test_where_the_rules_are_silent_or_cannot_be_followed_that_is_said_in_words(
    tmp_path: Path, capsys: Output, only_asked: None
) -> None:
    """Wherever a play is shown: a reader is not told of faults, but of what the rules say."""
    (tmp_path / "clauses.md").write_text("- **[lay]** Lay a stone.\n- **[look]** Look.\n")
    path = tmp_path / "silent.rules"
    path.write_text(SILENT)
    answer(capsys, "verify", path, "--update")
    gap = answer(capsys, "show", path, "gap.who_looks_may_find_anything")[1]
    assert "The rules do not say how to go on: who looks may find anything [look]\n" in gap
    shortage = answer(capsys, "show", path, "shortage.there_is_not_enough_stone_to")[1]
    assert "Play cannot go on: there is not enough stone to move (line 14) [lay]\n" in shortage
    page = tmp_path / "report.html"
    answer(capsys, "report", path, "-o", page)
    assert 'data-ending="The rules do not say how to go on: who looks' in page.read_text()
    assert 'data-end-clauses="look"' in page.read_text()
    for told in (gap, shortage, page.read_text(), answer(capsys, "explore", path)[1]):
        assert "fault: " not in told


@pytest.mark.heavy
def test_the_page_says_of_a_play_what_the_terminal_says(
    row: Path, capsys: Output, only_asked: None
) -> None:
    """Also that what the question reads holds nothing, where it would stand on a board."""
    page = row.with_suffix(".html")
    answer(capsys, "report", row, "-o", page)
    assert (
        "Chance is to decide here: stone. Checks look at such positions, too." in page.read_text()
    )
    assert "<dt>kept</dt>" not in page.read_text(), "nothing is ever stored to it"
    text = RULES.replace(
        "  state row: set of Stone = {}",
        """\
  board grid = square(2, 1)                                 by [lay]
  state on: Square -> Stone? = none""",
    )
    text = text.replace("size(row)", "(count s in Square: on[s] is not none)")
    row.write_text(text.replace("add s to row", "on[a1] := s"))
    answer(capsys, "report", row, "-o", page)
    assert "<dt>on</dt>" in page.read_text()


@pytest.mark.thorough
def test_the_screen_points_to_what_has_a_play(row: Path, capsys: Output) -> None:
    """That nothing mentions a state is found first, but there is nothing to look at."""
    row.write_text(RULES.replace("check laid", "check laid fails"))
    out = unfolded(answer(capsys, "verify", row)[1])
    assert "Know F1 Nothing mentions the state kept" in out
    assert f"one in full: rulewright show {row} laid in pictures" in out


@pytest.mark.thorough
def test_a_command_too_wide_for_the_screen_stays_one_command(row: Path, capsys: Output) -> None:
    """Each line of it but the last ends in a backslash: a shell reads what is copied as it is meant."""
    deep = row.parent / "a_folder_with_a_long_name" / "and_another_folder_within_it_that_is_long"
    deep.mkdir(parents=True)
    for file in (row, row.with_name("clauses.md")):
        file.rename(deep / file.name)
    rules = deep / row.name
    lines = answer(capsys, "verify", rules)[1].splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("one in full: "))
    assert lines[first].endswith(" \\")
    assert lines[first + 1].strip().startswith(str(rules))
