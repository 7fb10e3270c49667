"""``play``: a game in the terminal."""

from __future__ import annotations

import io
import re
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
    assert text.rstrip().endswith("The end: Bob wins [end]")


@pytest.mark.thorough
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


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "typed", "ended"),
    [
        ("kuhn_poker", "pass\n", "pass   [play.answer]"),
        ("leduc_poker", "fold\nraise\n", "fold   [play.fold]"),
    ],
)
def test_when_play_is_over_what_is_hidden_stays_hidden(
    game: str, typed: str, ended: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether somebody folded or hands were compared: no rule of these games shows a hand."""
    folded = 0
    for seed in range(8):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed * 20))
        _, text = answer(capsys, "play", game, "--human", "First", "--seed", str(seed))
        folded += ended in text
        assert "The end: " in text
        *_, deck = (line for line in text.splitlines() if line.startswith("deck: "))
        *_, hand = (line for line in text.splitlines() if line.startswith("hand: "))
        assert deck == "deck: ?"
        assert re.fullmatch(r"hand: First \w+, Second \?", hand)
        assert not re.search(r"Second (Jack|Queen|King)", text)
    assert folded


SHOWDOWN = """ruleset shows "Shows"
  clauses "clauses.md"
  players Ann, Bob  by [a]
  enum Card: Red, Green
  state hand: Player -> Card? = none seen by owner
  state shown: Player -> Card? = none
  play  by [a]
    for p in Player
      roll c of Card
      hand[p] := c
    choose Ann
      look
        shown := hand
    draw
"""


@pytest.mark.thorough
def test_what_the_rules_reveal_is_seen_at_the_end_by_all_and_the_rest_where_nobody_plays(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shows.rules"
    path.write_text(SHOWDOWN)
    (tmp_path / "clauses.md").write_text("# C\n\n- **[a]** Deal. (p. 1)\n")

    def at_the_end(*human: str) -> tuple[str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("look\n"))
        words = (word for name in human for word in ("--human", name))
        text = answer(capsys, "play", path, "--seed", "1", *words)[1]
        *_, hand = (line for line in text.splitlines() if line.startswith("hand: "))
        *_, shown = (line for line in text.splitlines() if line.startswith("shown: "))
        return hand.removeprefix("hand: "), shown.removeprefix("shown: ")

    everything, shown = at_the_end("none")
    assert everything == shown
    ann, bob = everything.split(", ")
    assert at_the_end("Ann") == (f"{ann}, Bob ?", shown)
    assert at_the_end("Bob") == (f"Ann ?, {bob}", shown)
    assert at_the_end("all") == at_the_end("Ann", "Bob") == ("Ann ?, Bob ?", shown)


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
