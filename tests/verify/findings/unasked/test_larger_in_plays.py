"""What plays of larger games show that nobody asked about: ends that no clause speaks of, and play without end."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.unasked.detector import Noticed
from rulewright.verify.findings.unasked.larger.in_plays import in_plays
from rulewright.verify.limits import Budget

pytestmark = pytest.mark.skipif(bool(available()), reason="no C compiler")

MEADOW = """\
ruleset meadow "Meadow"
  clauses "meadow.md"
  players Ann, Bob, Cid
  board field = square(6, 6)
  state on: Square -> Player? = none
  state points: Player -> 0..36 = 0
  state turns_left: 0..40 = 40
  play by [play.turn]
    repeat
      turns for p in Player
        choose p
          sow(s: Square) when on[s] is none by [play.turn]
            on[s] := p
            points[p] += 1
          rest by [play.turn]
            {rest}
        if (count s in Square: on[s] is not none) >= 9
          rank by points by [end.most]
        if turns_left = 0
          rank by points by [end.most]
"""
CLAUSES = """# Meadow

- **[play.turn]** One sows, or rests. (p. 1)
- **[end.most]** When nine squares are sown, whoever has sown most wins{}. (p. 1)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def _seen(folder: Path, rest: str, more: str = "", checks: str = "") -> dict[str, Noticed]:
    (folder / "meadow.md").write_text(CLAUSES.format(more))
    ruleset = load_text(MEADOW.format(rest=rest) + checks, "meadow.rules", folder)
    one = Selected(Path("meadow.rules"), instantiate(ruleset), ruleset=ruleset)
    found = list(in_plays([one, one], Budget(None).start()))
    assert all(noticed.seen == one for noticed in found)
    assert len({noticed.key for noticed in found}) == len(found), "each once"
    return {noticed.key: noticed for noticed in found}


@pytest.mark.heavy
def test_plays_show_ends_that_no_clause_speaks_of_and_that_play_goes_round(folder: Path) -> None:
    found = _seen(folder, "nothing")
    assert set(found) == {"no_tie_break.several_win_end_most", "endless.play"}
    tie, round_ = found["no_tie_break.several_win_end_most"], found["endless.play"]
    assert tie.play is not None
    assert tie.play.play.outcome is not None
    assert len(tie.play.play.outcome.winners) > 1
    assert len(tie.play.play.moves) == 9, "nothing is left of it that could be left out"
    assert round_.play is not None
    assert tie.seen is not None
    game = PythonGame(tie.seen.program)
    states = [game.new()]
    for move in round_.play.play.moves:
        states.append(game.apply(states[-1], move.action))
    assert states[-1] in states[:-1]
    assert {move.text for move in round_.play.play.moves} == {"rest"}


@pytest.mark.heavy
def test_what_is_asked_or_spoken_of_or_cannot_be_is_not_said(folder: Path) -> None:
    assert set(_seen(folder, "turns_left -= 1", "; several may share it")) == set()
    asked = "  check ends: every play ends\n"
    assert set(_seen(folder, "nothing", "; several may share it", asked)) == set()


@pytest.mark.heavy
def test_verify_tells_it_of_a_game_without_questions(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "meadow.md").write_text(CLAUSES.format(""))
    (folder / "meadow.rules").write_text(MEADOW.format(rest="nothing"))
    assert main(["verify", "meadow.rules", "--format", "json", "--states", "5000"]) == 1
    (game,) = json.loads(capsys.readouterr().out)
    said = {f["name"]: [o["verdict"] for o in f["occurrences"]] for f in game["findings"]}
    assert said["endless.play"] == said["no_tie_break.several_win_end_most"] == ["refuted"]


def test_without_time_nothing_is_said(folder: Path) -> None:
    (folder / "meadow.md").write_text(CLAUSES.format(""))
    ruleset = load_text(MEADOW.format(rest="nothing"), "meadow.rules", folder)
    one = Selected(Path("meadow.rules"), instantiate(ruleset), ruleset=ruleset)
    assert list(in_plays([one], Budget(0.0).start())) == []
    assert list(in_plays([replace(one, ruleset=None)], Budget(None).start())) == []
