"""``verify``: what is answered, for which games, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.verify.cli.command import Output, answer, complaint, unfolded

from rulewright.dsl.inputs import locate
from rulewright.engines.game import Game
from rulewright.verify.cli.main import main
from rulewright.verify.cli.verification.answering import Answering
from rulewright.verify.portfolio.tools import Tools


@pytest.mark.thorough
def test_however_low_the_screen_it_says_why_answers_are_open(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", "6")
    assert "Why open: " in answer(capsys, "verify", nim, "--budget", "0")[1]


@pytest.mark.thorough
def test_verify_says_the_answer_first(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", nim)
    assert code == 0
    assert text.splitlines()[0] == "Nim: 1 to decide, 2 to know"
    assert "6 of 6 answers as expected" in text.splitlines()[1]
    code, text = answer(capsys, "show", nim, "ann")
    assert code == 0
    assert "Ann: take_some 1   [turn]" in text


@pytest.mark.thorough
def test_verify_with_an_answer_that_is_not_expected(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", nim, "--set", "heap=1", "--check", "bob")
    assert code == 1
    assert text.startswith("Nim: 1 thing wrong\n")
    assert "0 of 1 answer as expected" in text.splitlines()[1]
    assert "proved by complete search" in text


@pytest.mark.thorough
def test_verify_finds_what_nobody_asked(circling: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", circling)
    assert code == 1
    assert "Play is stuck" in text
    assert "for ever" in answer(capsys, "show", circling, "ends")[1]


@pytest.mark.thorough
def test_verify_without_time_is_undecided(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "verify", nim, "--instance", "small", "--budget", "0")
    assert code == 3
    assert "proved" not in text
    assert "Why open: the 0 s of --budget were over; raise --budget\n" in text
    assert f"one that is open: rulewright show {nim} ends --instance small" in unfolded(text)


COUNTING = """\
ruleset {name} "{name}"
  clauses "clauses.md"
  players Ann
  state n: 0..2 = 0
  play by [a]
    n += 1
    win Ann
"""


@pytest.mark.heavy
def test_of_all_that_are_shipped_the_one_of_which_the_least_is_kept_comes_first(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clauses.md").write_text("- **[a]** One counts.\n")
    names = "first", "second", "third"
    for name in names:
        asked = "  check one: reachable n = 1\n" if name == "second" else ""
        path = tmp_path / f"{name}.rules"
        path.write_text(COUNTING.format(name=name) + asked)
        if name != "third":
            main(["verify", str(path), "--update"])
    monkeypatch.setattr(locate, "spec_root", lambda: tmp_path)
    capsys.readouterr()
    heads = [line.partition(":")[0] for line in answer(capsys, "verify")[1].splitlines()]
    assert [head for head in heads if head in names] == ["third", "first", "second"]


NO_FAULT = "No play that was looked at stops at a gap or a fault"


@pytest.mark.heavy
def test_that_no_fault_was_met_is_called_no_proof(nim: Path, capsys: Output) -> None:
    """It is one for a game all of which was searched, and it is not said of one where a fault was met."""
    large = ("verify", nim, "--set", "heap=9", "--states", "3")
    assert f"{NO_FAULT}; that none does is not proved." in unfolded(answer(capsys, *large)[1])
    assert NO_FAULT not in answer(capsys, *large, "--check", "bob")[1]
    assert NO_FAULT not in answer(capsys, "verify", nim)[1]


def said_before(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> list[str]:
    """What was shown when the work on a ruleset began, once it has."""
    said: list[str] = []
    tools = Answering.tools

    def noting(work: Answering, game: Game[Any]) -> Tools[Any]:
        if game.program.instance.ruleset == name:
            said.append(capsys.readouterr().out)
        return tools(work, game)

    monkeypatch.setattr(Answering, "tools", noting)
    return said


@pytest.mark.heavy
def test_the_answers_about_a_ruleset_do_not_wait_for_the_next(
    nim: Path, circling: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = said_before("circling", monkeypatch, capsys)
    both = ("verify", nim, circling, "--check", "ends")
    main([str(a) for a in both])
    assert said[0].startswith("Nim: ")
    assert capsys.readouterr().out.startswith("\nCircling: ")
    main([str(a) for a in (*both, "--budget", "600")])
    assert not said[1]
    assert capsys.readouterr().out.startswith("Nim: ")


GAP = """ruleset hole "Hole"
  clauses "clauses.md"
  players X, O                                              by [play]
  state n: 0..2 = 0
  supply piece = {pieces}                                   by [play]
  play                                                      by [play]
    repeat
      choose X
        take_one when n < 2                                 by [play]
          take piece to n
        stop_here when n = 2                                by [play]
          gap "what happens with two"
  check two: reachable n = 2                                by [play]
"""


@pytest.mark.thorough
@pytest.mark.parametrize(("pieces", "code", "said"), [(2, 0, "a gap"), (1, 1, "a shortage")])
def test_a_gap_that_is_marked_is_told_and_a_fault_is_wrong(
    tmp_path: Path, capsys: Output, pieces: int, code: int, said: str
) -> None:
    (tmp_path / "clauses.md").write_text("# Clauses\n\n- **[play]** Play. (p. 1)\n")
    rules = tmp_path / "hole.rules"
    text = GAP.replace("{pieces}", str(pieces))
    if pieces == 1:
        text = text.replace("reachable n = 2", "reachable n = 1")
    rules.write_text(text)
    found, shown = answer(capsys, "verify", rules)
    assert found == code
    assert shown.startswith("Hole: 1 thing wrong, ")
    assert said in answer(capsys, "show", rules, "F1")[1].splitlines()[0]


@pytest.mark.thorough
def test_without_being_told_verify_answers_for_the_games_that_people_play(
    nim: Path, capsys: Output
) -> None:
    def asked(*options: str) -> list[str]:
        code, text = answer(capsys, "verify", nim, "--format", "json", *options)
        assert code == 0
        return [report["instance"]["name"] for report in json.loads(text)]

    assert asked() == ["small", "other"]
    nim.write_text(nim.read_text().replace("other: standard with", "other: standard for play with"))
    assert asked() == ["other"]
    assert asked("--all") == ["small", "other"]
    assert asked("--instance", "small") == ["small"]
    code, said = complaint(capsys, "verify", nim, "--all", "--instance", "small")
    assert (code, "--all goes without" in said) == (2, True)
