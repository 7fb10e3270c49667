"""What stands below the screen of a ruleset, and how to go on from it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, unfolded

from rulewright.verify.cli.main import main
from rulewright.verify.cli.terminal.console import HEIGHT

pytestmark = pytest.mark.usefixtures("only_asked")

RULES = """ruleset NAME "Walk"
  clauses "clauses.md"
  players A
  board path = square(2, ROWS)
  state on: Square -> Player? = none
  state n: 0..3 = 0
  play by [play]
    repeat
      choose A
        go(s: Square) when n < 3 and on[s] is none
          n += 1
          on[s] := A
        leave_it when n = 3
          draw
"""
FAR = "  check far: reachable n = 3 by [play]\n"
ENDS = "  check ends: every play ends by [play]\n"
WHOLE = "if it is meant: "


def written(folder: Path, text: str, rows: int = 2) -> Path:
    folder.mkdir()
    path = folder / f"{folder.name}.rules"
    path.write_text(text.replace("NAME", folder.name).replace("ROWS", str(rows)))
    (folder / "clauses.md").write_text("# Rules\n\n- **[play]** They play. (page 1)\n")
    return path


@pytest.mark.heavy
def test_the_finding_of_one_question_is_shown_whole_where_one_ruleset_was_asked(
    tmp_path: Path, capsys: Output
) -> None:
    one = written(tmp_path / "one", RULES + FAR)
    _, alone = answer(capsys, "verify", one)
    assert alone.count(WHOLE) == 1
    assert alone.count("yes, reached in 3 moves") == 1
    assert len(alone.splitlines()) <= HEIGHT
    other = written(tmp_path / "other", RULES + ENDS)
    _, both = answer(capsys, "verify", one, other)
    assert WHOLE not in both
    assert "reached in 3 moves" not in both
    assert f"one in full: rulewright show {one} far" in unfolded(both)
    _, asked = answer(capsys, "verify", one, other, "--findings", "1")
    assert asked.count(WHOLE) == 1


@pytest.mark.heavy
def test_a_finding_that_does_not_fit_below_the_answers_is_shown_by_show(
    tmp_path: Path, capsys: Output
) -> None:
    tall = written(tmp_path / "tall", RULES + FAR, 30)
    _, text = answer(capsys, "verify", tall)
    assert WHOLE not in text
    assert "yes, reached in 3 moves" in text
    assert len(text.splitlines()) <= HEIGHT
    assert WHOLE in answer(capsys, "verify", tall, "--findings", "1")[1]


@pytest.mark.thorough
def test_a_screen_without_findings_says_how_to_go_on(tmp_path: Path, capsys: Output) -> None:
    fine = written(tmp_path / "fine", RULES + ENDS)
    _, text = answer(capsys, "verify", fine)
    assert text.startswith("Walk: nothing found\n")
    said = unfolded(text).partition("why it is so: ")[2].partition(" clause by clause: ")[0]
    command = shlex.split(said)
    assert command[0] == "rulewright"
    code, why = answer(capsys, *command[1:])
    assert code == 0
    assert why.startswith("every play ends\nfine standard: yes, proved ")
    assert f"clause by clause: rulewright report {fine}" in unfolded(text)
    silent = written(tmp_path / "silent", RULES)
    _, text = answer(capsys, "verify", silent)
    assert "why it is so" not in text
    assert f"clause by clause: rulewright report {silent}" in unfolded(text)


@pytest.mark.thorough
def test_why_it_is_so_is_not_offered_for_what_is_open(tmp_path: Path, capsys: Output) -> None:
    far = FAR.replace("far", "farther")
    asked = written(tmp_path / "asked", RULES + FAR + far)
    _, text = answer(capsys, "verify", asked, "--budget", "0")
    assert f"one that is open: rulewright show {asked} far" in unfolded(text)
    assert "why it is so" not in text


@pytest.mark.heavy
def test_show_says_when_everything_is_looked_for_because_nothing_is_kept(
    tmp_path: Path, capsys: Output
) -> None:
    fine = written(tmp_path / "fine", RULES + FAR)
    for kept in (False, True):
        assert main(["show", str(fine), "shortage.box"]) == 2
        said = " ".join(capsys.readouterr().err.split())
        assert (f"rulewright verify {fine} --update keeps it" in said) is not kept
        main(["verify", str(fine), "--update"])
        capsys.readouterr()


@pytest.mark.thorough
def test_a_screen_with_accepted_findings_alone_shows_one_of_them(
    tmp_path: Path, capsys: Output
) -> None:
    rules = RULES + FAR + '  accept far by [play] "it is meant"\n'
    path = written(tmp_path / "known", rules)
    _, text = answer(capsys, "verify", path)
    assert text.startswith("Walk: nothing found, 1 accepted\n")
    assert f"one in full: rulewright show {path} far" in unfolded(text)
    assert f"in pictures: rulewright report {path}" in unfolded(text)
