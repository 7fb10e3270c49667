"""Options of readings that a suite tells apart, that make the same game, and that no play tells apart."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from rulewright.dsl.inputs.locate import find
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load, load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.conform.trials.coverage import Goal
from rulewright.verify.conform.trials.known import apart
from rulewright.verify.conform.trials.suite import suite, written
from rulewright.verify.limits import NEVER, Budget

ALIKE = """ruleset alike "Alike"
  clauses "clauses.md"
  players A, B
  state at: 0..3 = 0
  reading far "How far?" by [go]
    one: "one" default
    also: "as far"
    two: "two"
  play by [go]
    repeat
      turns for p in Player
        choose p
          go by [go]
            at := if far is one then min(at + 1, 3) else at
            at := if far is also then min(1 + at, 3) else at
            at := if far is two then min(at + 2, 3) else at
        if at = 3: win p by [go]
"""


def test_options_that_make_the_same_game_are_not_left_open() -> None:
    alike = load_text(ALIKE, "alike.rules")
    game = PythonGame(instantiate(alike))
    also, two = ("reading", "far = also"), ("reading", "far = two")
    assert dict(apart(game, alike, (), NEVER)) == {also: None, two: ("go", "go")}
    assert dict(apart(game, alike, (two,), NEVER)) == {also: None}
    assert dict(apart(game, alike, (), Budget(0.0).start())) == {}


@pytest.mark.thorough
def test_conform_says_which_options_make_the_same_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "alike.rules"
    path.write_text(ALIKE, "utf-8")
    (tmp_path / "clauses.md").write_text("- **[go]** Go on. (page 1)\n", "utf-8")
    engine = f"{sys.executable} -m rulewright.verify.cli.main serve {path}"
    assert main(["conform", str(path), "--engine", engine]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "reading 1/2" in told
    assert "proved that no play comes to reading far = also" in told


@pytest.mark.thorough
def test_options_that_no_play_tells_apart_are_counted_too() -> None:
    """Of four, one is told apart by a play, one proved to be the same, two are neither."""
    pig = load(find("pig"), every=False)
    program = instantiate(pig, instance="small")
    told, same, unknown, other = (
        ("reading", name) for name in ("a = b", "c = d", "e = f", "g = h")
    )
    options: dict[Goal, bool] = {told: False, same: True, unknown: False, other: False}
    made = suite(pig, program, Budget(None), 0, {told: ("roll", "die 3")}, options)
    assert made.complete
    assert made.counts()["reading"] == (1, 4)
    assert {told, same, unknown, other} & made.never == {same}
    assert made.rest == (
        "; 2 options of readings not told from what is chosen; proved that no play comes to reading c = d"
        "; --suite FILE names what is left"
    )
    assert {"reading: c = d", "reading: e = f"} <= set(
        json.loads(written(program, made))["uncovered"]
    )
