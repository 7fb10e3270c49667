"""``verify --each-reading``: a table of answers under each option; and how the time is shared."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from rulewright.verify.cli.main import main

pytestmark = pytest.mark.usefixtures("only_asked")

Output = pytest.CaptureFixture[str]

RULES = """\
ruleset well "Well"
  clauses "clauses.md"
  param deep: 1..4 = 2                                      by [box]
  players Ann, Bob                                          by [box]
  supply drop = deep + 2                                    by [box]
  state level: 0..9 = 0

  reading pour "How much is poured?"                        by [pour]
    one: "one drop" default
    two: "two drops"
    twice_deep: "twice what the well is deep, and two"

  reading full "What if the well is full?"                  by [full]
    over: "play is over" default
    drained: "it is drained, and play goes on"

  let amount =                                              by [pour]
    match pour
      one: 1
      two: 2
      twice_deep: 2 * deep + 2
  state seen_once: 0..(if pour is two then deep - 2 else deep) = 0

  play                                                      by [pour]
    repeat
      turns for p in Player
        choose p
          fill when level + 1 <= deep                       by [pour]
            take amount of drop to level
        if level >= deep
          if full is over: win p                            by [full]
          put level of level back to drop

  check kept "Does the well never run over?": always level <= deep  by [full]
  check ends "Does every play end?": every play ends        by [full]
  check bob fails "Can Bob win?": reachable won(Bob)        by [full]
"""


@pytest.fixture
def well(tmp_path: Path) -> Path:
    """With one drop at a time a well of two drops is full after two moves, and Bob wins.

    By two drops, it is full at once; ``twice_deep`` takes six of the four drops there are. With
    a depth of 1, ``two`` has no type for ``seen_once``: there is no such game.
    """
    path = tmp_path / "well.rules"
    path.write_text(RULES)
    clauses = "\n".join(f"- **[{name}]** Something." for name in ("box", "pour", "full"))
    (tmp_path / "clauses.md").write_text(clauses + "\n")
    return path


def answer(capsys: Output, *arguments: object) -> tuple[int, list[str]]:
    """The exit code and the lines of the standard output."""
    code = main(["verify", *map(str, arguments), "--each-reading"])
    return code, capsys.readouterr().out.splitlines()


def cells(lines: list[str], name: str) -> list[str]:
    """The cells of the row of a table that begins with a name."""
    (row,) = [line for line in lines if line.startswith(f"  {name}  ")]
    return [cell.strip() for cell in row.split("  ") if cell.strip()][1:]


@pytest.mark.thorough
def test_the_first_line_is_the_answer(well: Path, capsys: Output) -> None:
    code, lines = answer(capsys, well, "--check", "ends")
    assert lines[0] == "ends: proved under 3 of 4 readings, refuted under 1"
    assert code == 1


@pytest.mark.thorough
def test_a_row_for_each_option_and_a_column_for_each_check(well: Path, capsys: Output) -> None:
    code, lines = answer(capsys, well)
    assert code == 1
    assert lines[:3] == [
        "kept: proved under 4 of 4 readings",
        "ends: proved under 3 of 4 readings, refuted under 1",
        "bob: never reached under 3 of 4 readings, reached under 1",
    ]
    # What is expected is not marked: that Bob cannot win.
    assert cells(lines, "as it stands") == ["proved", "proved", "reached in 2 !"]
    assert cells(lines, "pour = two") == ["proved", "proved", "never reached"]
    # Two moves fill the well, it is drained, and Ann is to move as in the beginning.
    assert cells(lines, "full = drained") == ["proved", "refuted in 2 !", "never reached"]
    # Six drops are two more than there are: a gap in the rules that nobody asked about.
    assert cells(lines, "pour = twice_deep") == ["proved", "proved", "never reached"]
    trouble = "pour = twice_deep: play cannot go on: there is not enough drop left to take (line 29) [pour], after 1 move"
    assert trouble in " ".join(" ".join(lines).split())


@pytest.mark.thorough
def test_what_is_named_and_how_to_ask_again(well: Path, capsys: Output) -> None:
    _, lines = answer(capsys, well, "--check", "ends")
    place = lines.index("Refuted")
    assert lines[place + 1] == "  full = drained: ends: refuted in 2 moves"
    command = shlex.split("\n".join(lines[place + 2 :]).split("again: ")[1].replace("\\\n", ""))
    assert command[:2] == ["rulewright", "verify"]
    assert command[3:7] == ["--reading", "full=drained", "--check", "ends"]
    assert main(command[1:7]) == 1
    assert "refuted in 2 moves" in capsys.readouterr().out


@pytest.mark.thorough
def test_an_option_without_a_game_is_said(well: Path, capsys: Output) -> None:
    _, lines = answer(capsys, well, "--set", "deep=1", "--check", "kept")
    assert lines[0] == "kept: proved under 3 of 3 readings"
    place = lines.index("Not asked: there is no such game")
    assert lines[place + 1].startswith("  pour = two: ")
    assert not [line for line in lines[:place] if line.startswith("  pour = two")]


@pytest.mark.thorough
def test_readings_are_changed_from_what_is_chosen(well: Path, capsys: Output) -> None:
    _, lines = answer(capsys, well, "--reading", "full=drained", "--check", "ends")
    assert lines[0] == "ends: refuted under 2 of 4 readings, proved under 2"
    assert cells(lines, "full = over") == ["proved"]
    # What is as it stands has no row, and is not named either.
    assert not [line for line in lines if "pour = two" in line]
    assert "  under 1 other option every answer is as it stands" in lines


@pytest.mark.thorough
def test_for_programs(well: Path, capsys: Output) -> None:
    arguments = [well, "--set", "deep=1", "--check", "ends", "--check", "bob", "--format", "json"]
    code, lines = answer(capsys, *arguments)
    data = json.loads("\n".join(lines))
    assert code == 1
    # With a depth of 1 Ann's first drop fills the well.
    assert data["summary"] == {
        "ends": {"proved": 2, "refuted": 1},
        "bob": {"never reached": 3},
    }
    games = data["games"]
    assert [(g["reading"], g["option"], g["instead_of"]) for g in games] == [
        (None, None, None),
        ("pour", "twice_deep", "one"),
        ("full", "drained", "over"),
    ]
    assert [g["instance"]["readings"]["full"] for g in games] == ["over", "over", "drained"]
    assert [c["name"] for c in games[2]["checks"]] == ["ends", "bob"]
    (left_out,) = data["left_out"]
    assert (left_out["reading"], left_out["option"]) == ("pour", "two")
    assert left_out["why"]


@pytest.mark.thorough
def test_without_time_it_is_undecided(well: Path, capsys: Output) -> None:
    code, lines = answer(capsys, well, "--budget", "0", "--check", "kept")
    assert (code, lines[0]) == (3, "kept: open under 4 of 4 readings")


@pytest.mark.thorough
def test_a_wide_table_has_a_line_for_each_option_and_check(well: Path, capsys: Output) -> None:
    text = RULES + "".join(
        f"  check a_name_that_is_so_long_that_few_fit_{n}: always level <= 9  by [full]\n"
        for n in range(3)
    )
    well.write_text(text)
    code, lines = answer(capsys, well)
    assert code == 1
    rows = [line for line in lines if line.startswith("  full = drained  ")]
    assert [row.split()[3] for row in rows] == ["ends", "bob"]
    assert len([line for line in lines if line.startswith("  as it stands  ")]) == 6
    assert max(len(line) for line in lines if str(well) not in line) <= 100


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["tictactoe"], "tictactoe standard has no readings"),
        ([], "needs one RULESET"),
        (["tictactoe", "hex"], "needs one RULESET"),
        (["WELL", "--boards", "all"], "--boards does not go with --each-reading"),
        (["WELL", "--findings", "3"], "--findings does not go with --each-reading"),
        (["WELL", "--traces", "here"], "--traces does not go with --each-reading"),
        (["WELL", "--check", "kepd"], "did you mean kept?"),
        (["WELL", "--check", "kept", "--check", "end"], "did you mean ends?"),
        (["WELL", "--reading", "full=drain"], "did you mean drained?"),
        (["WELL", "--instance", "small"], "no instance small"),
    ],
)
def test_wrong_requests(options: list[str], message: str, well: Path, capsys: Output) -> None:
    words = [str(well) if word == "WELL" else word for word in options]
    assert main(["verify", *words, "--each-reading"]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert (shown.out, "Traceback" in shown.err) == ("", False)


@pytest.mark.thorough
def test_several_checks_may_be_asked(well: Path, capsys: Output) -> None:
    assert main(["verify", str(well), "--check", "bob", "--check", "kept"]) == 1
    text = capsys.readouterr().out
    assert "1 of 2 answers as expected" in text.splitlines()[1]
    assert "ends" not in text
    assert main(["verify", str(well), "--check", "bob", "--check", "knept"]) == 2


@pytest.mark.slow
def test_a_star_where_a_play_may_not_be_the_shortest(well: Path, capsys: Output) -> None:
    _, lines = answer(capsys, well, "--states", "1", "--check", "bob")
    assert cells(lines, "as it stands") == ["reached in 2* !"]
    assert [line for line in lines if line.startswith("  * found by random play")]
    _, lines = answer(capsys, well, "--check", "bob")
    assert not [line for line in lines if "*" in line]
