"""No option is dropped without a word, and it is said which of two files was taken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.tiers import slow
from tests.verify.cli.command import Output, run

from rulewright.verify.cli.main import parser


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["explore", "tictactoe", "--perft", "2", "--count-plays"],
            "does not go with --count-plays",
        ),
        (["explore", "tictactoe", "--perft", "2", "--turns"], "does not go with --turns"),
        (["explore", "tictactoe", "--perft", "2", "--states", "5"], "does not go with --states"),
        (["explore", "tictactoe", "--seed", "5"], "--seed is for random play"),
        (["explore", "tictactoe", "--games", "5"], "--games takes no value, and '5' stands"),
        (["explore", "--games", "5"], "--count-plays takes no number, and 5 is no ruleset"),
        (["explore", "--turns", "5"], "--turns takes no number, and 5 is no ruleset"),
        (["verify", "circle", "--watch", "--format", "json"], "--format text"),
        (["verify", "circle", "--watch", "--format", "junit"], "--format text"),
        (
            ["verify", "circle", "--all", "yes", "--frozen"],
            "--all takes no value, and 'yes' stands",
        ),
        (["explore", "tictactoe", "--engine", "python", "--memory", "5"], "--engine python"),
        (["play", "tictactoe", "--budget", "5"], "unrecognized arguments"),
        (["record", "tictactoe", "--budget", "5"], "unrecognized arguments"),
        (["verify", "circle", "--time", "5"], "all options: rulewright verify --help"),
        (["replay", "x.itf.json", "--boards", "last", "--format", "json"], "--format text"),
        (["compare", "circle", "--plays", "--format", "json"], "--format text"),
        (["compare", "circle", "--reading", "freedom=lasting", "--update"], "--update"),
        (["verify", "circle", "--findings", "2", "--format", "json"], "--format text"),
        (["verify", "circle", "--boards", "last", "--format", "sarif"], "--format text"),
        (["verify", "circle", "--jobs", "1", "--jobs", "2"], "is given twice"),
        (["verify", "circle", "--each-reading", "--report", "x.html"], "--each-reading"),
        (["verify", "circle", "--each-reading", "--fresh"], "--each-reading"),
        (["verify", "circle", "--each-reading", "--format", "junit"], "text or JSON"),
        (["show", "circle", "--boards", "last"], "goes with a FINDING"),
        (["show", "circle", "--unfolded"], "goes with a FINDING"),
        (
            ["show", "tictactoe", "ends", "--unfolded"],
            "goes with a FINDING; there is none about ends",
        ),
        (["show", "circle", "--seed", "3"], "--seed goes with a FINDING"),
        (["show", "circle", "--jobs", "2"], "goes with a FINDING"),
        (["show", "circle", "--move-limit", "9"], "--move-limit goes with a FINDING"),
        (["simulate", "pig", "--play", "1", "--games", "4"], "does not go with --games"),
        (["conform", "pig", "--engine", "x", "--identify", "--plays", "4"], "--identify"),
        (["conform", "pig", "--engine", "x", "--identify", "--format", "json"], "--identify"),
        (
            ["conform", "pig", "--engine", "x", "--boards", "last", "--format", "json"],
            "--format text",
        ),
        (["simulate", "pig", "--play", "1", "--engine", "native"], "does not go with --engine"),
        (["simulate", "pig", "--play", "-1"], "should be at least 0"),
        (
            ["simulate", "circle", "--strategy", "steady", "--strategy", "random"],
            "everybody can follow one strategy",
        ),
        (
            ["simulate", "circle", "--strategy", "Life=steady", "--strategy", "Life=random"],
            "Life can follow one strategy",
        ),
        (["compare", "pig", "--engine", "python", "--memory", "5"], "--engine python"),
        (["compare", "pig", "enough", "--reading", "enough=stops"], "another one"),
        (["play", "pig", "--human", "all", "--human", "First"], "--human all goes without"),
        (["verify", "circle", "--budget", "1", "--budget", "2"], "is given twice"),
        (["play", "circle", "--instance", "small", "--instance", "box"], "is given twice"),
        (["verify", "circle", "--variant", "three", "--variant", "standard"], "is given twice"),
    ],
)
def test_what_cannot_be_meant_together(arguments: list[str], message: str, capsys: Output) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) <= 2 or message in " ".join(err.split())
    assert all(len(line) <= 100 for line in err.splitlines())


KEPT = """\
ruleset heap "Heap"
  clauses "clauses.md"
  players Ann                                               by [turn]
  state left: 0..2 = 2
  play                                                      by [turn]
    repeat until left = 0
      choose Ann
        take_one                                            by [turn]
          left -= 1
    win Ann                                                 by [turn]
  check two "Are there two?": reachable left = 2            by [turn]
"""


def test_a_ruleset_named_twice_is_one(capsys: Output) -> None:
    _, out, _ = run(capsys, "explore", "pig", "pig", "--instance", "small")
    assert out.count("pig small: ") == 1


@pytest.mark.parametrize("command", [["verify"], ["report"], ["build"]])
def test_two_rulesets_of_one_name_are_not_taken_for_one(
    command: list[str], tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is what is built of one written over what is built of the other."""
    monkeypatch.chdir(tmp_path)
    files = [tmp_path / name / "heap.rules" for name in ("old", "new")]
    for file in files:
        file.parent.mkdir()
        file.write_text(KEPT)
        file.with_name("clauses.md").write_text("- **[turn]** Take one.\n")
    code, _, err = run(capsys, *command, *files)
    assert code == 2
    assert "are both called heap: ask about one at a time" in " ".join(err.split())


@pytest.mark.heavy
@pytest.mark.parametrize("command", ["verify", "report"])
def test_whatever_is_frozen_fails_if_an_answer_is_not_as_it_was_kept(
    command: str, tmp_path: Path, capsys: Output, only_asked: None
) -> None:
    (tmp_path / "clauses.md").write_text("- **[turn]** Take one.\n")
    rules = tmp_path / "heap.rules"
    rules.write_text(KEPT)
    page = ("-o", tmp_path / "page.html") if command == "report" else ()
    assert run(capsys, "verify", rules, "--update")[0] == 0
    assert run(capsys, command, rules, "--frozen", *page)[0] == 0
    rules.write_text(KEPT.replace("= 2\n", "= 1\n", 1))
    code, out, err = run(capsys, command, rules, "--frozen", *page)
    assert code == 1
    assert "two" in out + err


@pytest.mark.parametrize("command", ["verify", "show", "report", "compare", "play", "check", "fmt"])
def test_debug_may_be_asked_for_anywhere(command: str) -> None:
    words = [command, "pig", "--debug"]
    assert parser(words).parse_args(words).debug


@pytest.mark.thorough
def test_a_second_instance_is_asked_as_well(capsys: Output) -> None:
    code, out, _ = run(
        capsys, "verify", "circle", "--instance", "small_three", "--instance", "small_aggressive",
        "--check", "death_can_win", "--budget", "20",
    )  # fmt: skip
    assert code == 0
    assert "about 2 ways to play" in out
    assert "circle small_three: yes" in out
    assert "circle small_aggressive: yes" in out


@pytest.mark.heavy
def test_it_is_said_which_of_two_was_taken(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "circle").write_text("ruleset x")
    code, _, err = run(capsys, "explore", "circle")
    assert code == 2
    assert "circle is the file here, not the shipped ruleset of that name" in err
    (tmp_path / "circle").unlink()
    assert "shipped" not in run(capsys, "explain", "turn.rotate", "circle")[2]


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["circle.rules", *slow(["circle/circle.rules"])])
def test_a_ruleset_of_the_same_name_here_is_not_passed_over_in_silence(
    name: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("ruleset x")
    _, _, err = run(capsys, "explain", "turn.rotate", "circle")
    assert f"circle is the shipped ruleset; for the file here, say {name}" in err


@pytest.mark.thorough
def test_complete_plays_are_counted_in_json_too(capsys: Output) -> None:
    code, out, _ = run(capsys, "explore", "tictactoe", "--count-plays", "--format", "json")
    assert (code, json.loads(out)["plays"]) == (0, 255_168)


def test_the_cause_comes_first_and_what_follows_not_at_all(capsys: Output) -> None:
    code, _, err = run(capsys, "verify", "circle", "--set", "rings=7")
    assert code == 2
    assert "rings = 7 is outside 2..6" in err.splitlines()[0]
    assert "Cell" not in err
    assert err.count("circle.rules:") == 1


RULES = """\
ruleset x "X"
  clauses "clauses.md"
  players Ann, Bob                                          by [a]
  state n: 0..5 = 0
  play                                                      by [a]
    choose Ann
      up
        n += 1
    draw
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    draw", "    else\n      draw\n    draw", "write 'otherwise'"),
        ("0..5", "0..most", "declare it: param most"),
        ("0..5", "0..most", "1 error in 1 of 1 ruleset"),
        ("  play", "  check e: every play end  by [a]\n  play", "did you mean ends?"),
        ("  state", '  cards Trait from "trait.csv"  by [a]\n  state', "did you mean traits.csv?"),
        ('"clauses.md"', '"clause.md"', "x.rules:2:11: E603 the clause file cannot be read"),
        ('"clauses.md"', '"clause.md"', "did you mean clauses.md?"),
        (
            "  state",
            '  cards Trait from "trait.csv"  by [a]\n  state',
            "x.rules:4:20: E701 the cards",
        ),
    ],
)
def test_each_slip_gets_its_hint(
    old: str, new: str, message: str, tmp_path: Path, capsys: Output
) -> None:
    (tmp_path / "clauses.md").write_text("# C\n\n- **[a]** Play. (p. 1)\n")
    (tmp_path / "traits.csv").write_text("name\nRed\n")
    rules = tmp_path / "x.rules"
    rules.write_text(RULES.replace(old, new, 1))
    code, out, _ = run(capsys, "check", rules)
    assert code == 2
    assert message in " ".join(out.split())
