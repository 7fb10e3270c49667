"""Plays written as lists of moves: read, replayed, and refused with the line that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer, complaint
from tests.verify.table_game import TableGame

from rulewright.engines.game import Action
from rulewright.verify.plays.itf import TraceError
from rulewright.verify.plays.movelist import read, trace
from rulewright.verify.plays.play import ReplayError

HEAD = "ruleset: nim\ninstance: small\n"


def test_a_list_is_read_with_its_lines() -> None:
    written = read(f"# a play\n{HEAD}check: bob\n\nAnn: go 1\n# then\n\nBob: go 0\n")
    assert (written.ruleset, written.instance, written.check) == ("nim", "small", "bob")
    assert written.moves == ((6, "Ann", "go 1"), (9, "Bob", "go 0"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the ruleset and the instance"),
        ("ruleset: nim\n\nAnn: go 1\n", "should name the instance"),
        (f"{HEAD}colour: red\n", "line 3: the head has ruleset, instance, check, each once"),
        (f"{HEAD}ruleset: nim\n", "line 3: the head"),
        (f"{HEAD}\nAnn go 1\n", "line 4 should look like NAME: TEXT"),
    ],
)
def test_a_wrong_list(text: str, said: str) -> None:
    with pytest.raises(TraceError, match=said):
        read(text)


def test_moves_are_parsed_where_they_are_made() -> None:
    game = TableGame([[1, 2], [2], []], ends={2: "draw"}, chance=frozenset({1}))
    played = trace(game, read(f"{HEAD}\nX: go 0\nchance: go 0\n"))
    assert played.actions == (Action(0, (0,)), Action(0, (0,)))


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("O: go 0", "line 4: X decides here, not O"),
        ("X: go 7", "line 4: 'go 7' is not legal"),
        ("X: go 1\nX: go 0", "line 5: play is over before 'go 0'"),
    ],
)
def test_moves_that_cannot_be_played(moves: str, said: str) -> None:
    game = TableGame([[1, 2], [2], []], ends={2: "draw"})
    with pytest.raises(ReplayError, match=said):
        trace(game, read(f"{HEAD}\n{moves}\n"))


@pytest.mark.thorough
def test_replay_takes_a_list_of_moves(nim: Path, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "bob.play"
    path.write_text(f"{HEAD}check: bob\n\nAnn: take_some 1\nBob: take_some 2\n")
    code, text = answer(capsys, "replay", path, "--ruleset", nim)
    assert code == 0, text
    assert "a play of 2 moves, which shows: reachable won(Bob)" in text
    path.write_text(f"{HEAD}check: bob\n\nAnn: take_some 1\n")
    code, text = answer(capsys, "replay", path, "--ruleset", nim)
    assert code == 1
    assert "does not show" in text
    path.write_text(f"{HEAD}\nBob: take_some 1\n")
    code, text = answer(capsys, "replay", path, "--ruleset", nim)
    assert code == 1
    assert "line 4: Ann decides here, not Bob" in text


def test_a_list_for_an_unknown_instance(nim: Path, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "bob.play"
    path.write_text("ruleset: nim\ninstance: smal\n\nAnn: take_some 1\n")
    code, text = complaint(capsys, "replay", path, "--ruleset", nim)
    assert code == 2
    assert "smal" in text
