"""Suites that are kept on a machine: the same again for the same rules, and for nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped import shipped
from tests.verify.conform.test_commands import ENGINE

from rulewright.verify.cli.main import main
from rulewright.verify.conform import kept_suites
from rulewright.verify.conform.kept_suites import KeptSuite
from rulewright.verify.conform.trials.suite import Suite
from rulewright.verify.effort.conforming import Covering

MADE = Suite(
    (("roll", "die 1"), ("roll", "die 2", "stop")),
    frozenset({("option", "turn: roll"), ("chance", "die: 1")}),
    frozenset({("boundary", "score = 6")}),
    cut_off=True,
    moves=9,
    never=frozenset({("boundary", "score = 6")}),
)


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_suite_is_there_again_for_the_same_game_rules_and_effort(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pig = shipped("pig", "small")
    assert KeptSuite(pig, ["rules", "answers"]).read() is None
    KeptSuite(pig, ["rules", "answers"]).write(MADE)
    assert KeptSuite(pig, ["rules", "answers"]).read() == MADE
    assert KeptSuite(pig, ["rules", "others"]).read() is None
    assert KeptSuite(pig, ["rulesa", "nswers"]).read() is None
    assert KeptSuite(shipped("pig", "box"), ["rules", "answers"]).read() is None
    monkeypatch.setattr(kept_suites, "COVERING", Covering(plays=7))
    assert KeptSuite(pig, ["rules", "answers"]).read() is None


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"suite": 1, "plays": []}'])
def test_what_is_no_suite_is_none(data: bytes) -> None:
    pig = shipped("pig", "small")
    one = KeptSuite(pig, [])
    one.write(MADE)
    assert one._cache is not None
    one._cache.write(one._key, data)
    assert one.read() is None


def test_nothing_is_kept_where_no_folder_is_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    one = KeptSuite(shipped("pig", "small"), [])
    one.write(MADE)
    assert one.read() is None


@pytest.mark.heavy
def test_the_second_run_begins_with_the_plays_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "one.json")
    words = ["conform", "tictactoe", "--engine", ENGINE, "--plays", "1", "--budget", "1"]
    assert main(words) == 0
    first = capsys.readouterr()
    assert main([*words, "--suite", file]) == 0
    again = capsys.readouterr()
    assert " plays covers " in first.err
    assert first.err.split("covers")[1].split() == again.err.split("covers")[1].split()
    assert "made before" in again.err.replace("\n", " ")
    assert "made before" not in first.err
    assert main([*words, "--seed", "1"]) == 0
    assert "made before" not in capsys.readouterr().err, "other plays are drawn with another seed"
    assert main([*words, "--suite", file]) == 0
    assert "covers" not in capsys.readouterr().err, "what stands in a file is played"
