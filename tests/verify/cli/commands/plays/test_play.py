"""``play``: a game in the terminal."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer

from rulewright.verify.cli.terminal.console import Console


def test_a_game_is_played_from_piped_input(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "help\nmoves 2\ntake_some 9\ntake_some 1\nundo\nundo\ntake_some 2\ntake_some 1\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    code, text = answer(capsys, "play", nim, "--human", "all")
    assert code == 0
    assert "There is nothing to take back." in text
    assert "'take_some 9'" in text
    assert text.rstrip().endswith("The end: Bob [end]")


def test_play_against_random_and_leave(
    nim: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    code, text = answer(capsys, "play", nim, "--human", "Bob")
    assert code == 0
    assert "1. Ann: take_some" in text
    assert "Good-bye." in text
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert answer(capsys, "play", nim)[0] == 0
    assert "The end" in answer(capsys, "play", nim, "--human", "none")[1]


def test_moves_are_listed_in_lines_that_fit(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Console, "columns", 30)
    monkeypatch.setattr(sys, "stdin", io.StringIO("place zz\nquit\n"))
    lines = answer(capsys, "play", "tictactoe")[1].splitlines()
    listed = [line for line in lines if "place " in line and "legal" not in line]
    assert listed[0] == "  place a1, place b1,"
    assert max(map(len, listed)) <= 30
    assert "place c3; 3 more: type moves" in " ".join(" ".join(lines).split())
