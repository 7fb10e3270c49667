"""The list of everything found, from kept answers: plays are played again, and nothing else is believed or done."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.cli.command import Output, answer
from tests.verify.cli.commands.answers.test_show import CLAUSES
from tests.verify.cli.commands.answers.test_show import RULES as SHOWN

from rulewright.verify.answers import recheck
from rulewright.verify.cli.verification import asking

pytestmark = pytest.mark.usefixtures("only_asked")

RULES = SHOWN + '  check ann "Can A take the last?": reachable won(A) by [take]\n'
UNCHECKED = "What is kept as proved, and what only a search can show, was not checked again"


@pytest.fixture
def sticks(tmp_path: Path, capsys: Output) -> Path:
    (tmp_path / "clauses.md").write_text(CLAUSES)
    path = tmp_path / "sticks.rules"
    path.write_text(RULES)
    answer(capsys, "verify", path, "--update")
    return path


def show(capsys: Output, path: Path, *options: str) -> str:
    """The list, in one line."""
    code, out = answer(capsys, "show", path, *options)
    assert code == 0
    return " ".join(out.split())


@pytest.mark.heavy
def test_plays_are_played_again_and_nothing_else_is_checked_or_looked_for(
    sticks: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("looked for")

    monkeypatch.setattr(recheck, "perform", never)
    monkeypatch.setattr(recheck, "_proof_again", never)
    monkeypatch.setattr(asking, "ask", never)
    out = show(capsys, sticks)
    assert "over: [take] and [end] do not say the same: Is it over?" in out
    assert (
        "reading.winner: “Who wins?” makes two games: play ends in another way after 2 moves" in out
    )
    assert "ended: Can it end? Yes" in out
    assert "ann: Can A take the last? no, kept as proved" in out
    assert "vacuous.few: “Are there few?” holds whatever the rules are" in out
    assert UNCHECKED in out
    assert f"this does: rulewright verify {sticks}" in out
    assert out.count("proved") == out.count("kept as proved")


@pytest.mark.heavy
def test_what_is_kept_and_was_not_checked_is_not_called_proved(
    sticks: Path, capsys: Output
) -> None:
    """Whatever somebody writes there: a play that shows nothing is no finding, a proof is one in name."""
    file = sticks.with_suffix(".answers")
    file.write_text(file.read_text().replace("  ended reached", "  ended proved"))
    sticks.write_text(
        RULES.replace("left = 0             by [take]\n", "left = 2             by [end]\n")
    )
    out = show(capsys, sticks)
    assert "The rules are not as they were when answers were kept: check ended." in out
    assert out.count("proved") == out.count("kept as proved")


@pytest.mark.heavy
def test_a_kept_play_is_told_as_far_as_it_can_still_be_played(sticks: Path, capsys: Output) -> None:
    sticks.write_text(RULES.replace("left: 0..2 = 2", "left: 0..2 = 1"))
    out = show(capsys, sticks)
    assert "ended: Can it end? Yes" in out
    assert "The rules are not as they were when answers were kept: state left." in out
    sticks.write_text(RULES.replace("when left > 0 ", "when left > 1 "))
    out = show(capsys, sticks)
    assert "ended: Can it end? open" in out
    assert "over: Do the clauses agree: Is it over? open" in out


@pytest.mark.heavy
def test_without_kept_answers_or_with_an_effort_everything_is_looked_for(
    sticks: Path, capsys: Output
) -> None:
    searched = "vacuous.few: “Are there few?” holds whatever the rules are"
    assert "(as kept)" in show(capsys, sticks)
    out = show(capsys, sticks, "--effort", "brief")
    assert searched in out
    assert "(as kept)" not in out
    sticks.with_suffix(".answers").unlink()
    out = show(capsys, sticks)
    assert searched in out
    assert UNCHECKED not in out
