"""What is found of games that ask nothing, and of games that never begin."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint

HEAD = 'ruleset quiet "Nothing is asked"\n  clauses "clauses.md"\n  players A, B\n  state n: 0..2 = 0\n'

FAULT = """\
  play
    repeat 5 times
      choose A
        go
          n += 1
        stay when n < 1
    draw
"""
GAP = FAULT.replace("n += 1", 'gap "nobody says what comes then"')
STUCK = FAULT.replace("        go\n", "        go when n > 0\n").replace("n < 1", "n > 1")
FINE = FAULT.replace("n += 1", "n := 2")


def written(folder: Path, text: str) -> Path:
    path = folder / "quiet.rules"
    path.write_text(HEAD + text.replace("  play\n", "  play by [play]\n"))
    (folder / "clauses.md").write_text("# Rules\n\n- **[play]** They play. (page 1)\n")
    return path


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (FAULT, "n cannot hold 3: it ranges over 0..2 (3 moves)"),
        (GAP, "nobody says what comes then"),
        (STUCK, "Play is stuck: A must decide, and has no option (play)"),
    ],
)
def test_what_goes_wrong_is_found_though_nothing_is_asked(
    text: str, said: str, tmp_path: Path, capsys: Output
) -> None:
    code, out = answer(capsys, "verify", written(tmp_path, text))
    assert code == (0 if text == GAP else 1), "a gap is no fault of whoever wrote it down"
    assert out.startswith("Nothing is asked: 1 thing wrong")
    assert said in out


@pytest.mark.thorough
def test_nothing_is_found_where_nothing_goes_wrong(tmp_path: Path, capsys: Output) -> None:
    code, out = answer(capsys, "verify", written(tmp_path, FINE))
    assert code == 0
    assert "Wrong" not in out


@pytest.mark.parametrize("command", [["verify"], ["verify", "--fresh"], ["report"]])
def test_rules_that_come_to_no_decision_are_told_with_the_game(
    command: list[str], tmp_path: Path, capsys: Output
) -> None:
    text = "  play\n    repeat\n      n := (n + 1) mod 3\n  check ends: every play ends\n"
    more = ["-o", tmp_path / "page.html"] if command == ["report"] else []
    code, err = complaint(capsys, *command, written(tmp_path, text), *more)
    assert code == 1
    assert "never come to rest: standard, before anybody decides" in err
    assert not (tmp_path / "page.html").exists()


@pytest.mark.thorough
def test_where_a_beginning_takes_too_long_nobody_knows(tmp_path: Path, capsys: Output) -> None:
    text = (
        "  play\n    repeat 60 times\n      n := (n + 1) mod 3\n    choose A\n      go\n"
        "        draw\n  check ends: every play ends\n"
    )
    path = written(tmp_path, text)
    code, err = complaint(capsys, "verify", path, "--move-limit", 20)
    assert code == 3
    assert "standard, before anybody decides: a move takes more than 20 passes" in err
    assert answer(capsys, "verify", path)[0] == 0
