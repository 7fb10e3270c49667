"""``explore``: what is counted, on which engine, and where it stops."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint, unfolded

from rulewright.engines.native.compiler import available

pytestmark = pytest.mark.usefixtures("only_asked")


def test_explore_prints_the_keys_that_were_promised(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explore", nim, "--format", "json")
    data = json.loads(text)
    assert code == 0
    assert list(data) == [
        "states",
        "transitions",
        "depth",
        "terminal",
        "complete",
        "stopped",
        "instance",
    ]
    # (sticks, mover, Ann's, Bob's): 3A00 -> 2B10, 1B20; 2B10 -> 1A11, end; 1A11, 1B20 -> ends.
    assert (data["states"], data["transitions"], data["depth"]) == (7, 6, 3)
    assert data["terminal"] == {"Ann": 1, "Bob": 2}
    assert data["complete"] is True
    assert data["instance"]["parameters"] == {"heap": 3}


@pytest.mark.thorough
def test_explore_counts_plays(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explore", nim, "--games")
    assert code == 0
    assert "complete plays: 3" in text
    assert "7 positions, 6 actions, depth 3" in text
    assert "2 positions, 1 action, depth 1" in answer(capsys, "explore", nim, "--set", "heap=1")[1]
    assert answer(capsys, "explore", nim, "--perft", "3")[1] == "nim standard: 2 3 1\n"


SPIN = """\
ruleset spin "Spin"
  clauses "spin.md"
  players Ann
  state n: 0..3 = 0
  play by [turn]
    choose Ann
      go
        nothing
    choose Ann
      stop
        win Ann
      spin
        {spin}
"""


@pytest.mark.heavy
@pytest.mark.parametrize("engine", ["python", *(["native"] if available() is None else [])])
def test_that_a_move_never_rests_is_said(engine: str, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "spin.md").write_text("# Spin\n\n- **[turn]** Ann spins. (page 1)\n")
    rules, asked = tmp_path / "spin.rules", ("explore", tmp_path / "spin.rules", "--engine", engine)
    never = "after 1 move there is one that never comes to rest; it counts as no action"
    for spin, said in (("draw", False), ("repeat\n          n := 2", True)):
        rules.write_text(SPIN.format(spin=spin))
        code, text = answer(capsys, *asked)
        assert (code, never in text) == (0, said)
        data = json.loads(answer(capsys, *asked, "--format", "json")[1])
        assert data.get("never_rests_after") == (1 if said else None)


def test_an_unfinished_search_is_undecided(nim: Path, capsys: Output) -> None:
    code, text = answer(capsys, "explore", nim, "--states", "2")
    assert code == 3
    assert "not complete: the search stopped after 2 positions" in text
    code, text = answer(capsys, "explore", nim, "--budget", "0", "--format", "json")
    assert (code, json.loads(text)["complete"]) == (3, False)


@pytest.mark.thorough
def test_settings_choose_the_game(nim: Path, capsys: Output) -> None:
    _, text = answer(capsys, "explore", nim, "--set", "heap=1", "--format", "json")
    assert json.loads(text)["terminal"] == {"Ann": 1}
    _, text = answer(
        capsys, "explore", nim, "--set", "heap=1", "--reading", "winner=other", "--format", "json"
    )
    assert json.loads(text)["terminal"] == {"Bob": 1}
    _, text = answer(capsys, "explore", nim, "--instance", "other", "--format", "json")
    assert json.loads(text)["instance"]["readings"] == {"winner": "other"}


@pytest.mark.thorough
def test_the_engine_that_searches_can_be_chosen(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, text = answer(capsys, "explore", nim, "--engine", "python")
    assert code == 0
    assert "searched on the Python engine" in text
    monkeypatch.setenv("CC", "no_such_compiler")
    code, text = complaint(capsys, "explore", nim, "--engine", "native")
    assert code == 2
    assert "no native engine here" in text
    assert answer(capsys, "explore", nim, "--engine", "auto")[0] == 0


@pytest.mark.heavy
@pytest.mark.skipif(available() is not None, reason="there is no C compiler")
def test_the_native_engine_gives_the_same_answers(nim: Path, capsys: Output) -> None:
    for command in (
        ["explore"],
        ["explore", "--turns"],
        ["explore", "--perft", "3"],
        ["verify", "--check", "ann"],
    ):
        found = []
        for engine in ("python", "native"):
            code, text = answer(capsys, *command[:1], nim, *command[1:], "--engine", engine)
            assert code == 0
            assert ("native engine" in text) == (engine == "native")
            found.append(text.replace("native", "Python").replace(" (Python engine)", ""))
        assert found[0] == found[1]


@pytest.mark.skipif(available() is not None, reason="there is no C compiler")
def test_where_the_native_engine_gives_up_is_said(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    broken = tmp_path / "broken_cc"
    broken.write_text("#!/bin/sh\n[ $# -le 1 ] && exit 0\necho no space left\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    code, text = complaint(capsys, "explore", nim, "--engine", "native")
    assert code == 2
    assert "no space left" in unfolded(text)
    assert answer(capsys, "explore", nim)[0] == 0
