"""Plays that changed rules do not allow any more are mended, and count for what they show then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, run

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.compiler import available
from rulewright.engines.python.game import PythonGame
from rulewright.verify.answers.kept import KeptPlay
from rulewright.verify.answers.mending import mended
from rulewright.verify.results.verdict import Reached

pytestmark = pytest.mark.usefixtures("only_asked")

RULES = """\
ruleset steps "Steps"
  players Ann, Bob
  state at: 0..9 = 0
  play
    repeat
      turns for p in Player
        choose p
          go(n: 1..3)
            at := min(at + n, 9)
          wait
            nothing
        if at = 9: win p
  check bob "Can Bob win?": reachable won(Bob)
  check ever "Does every play end?": every play ends
"""
KEPT = (("Ann", "go 3"), ("Bob", "go 3"), ("Ann", "go 2"), ("Bob", "go 1"))
ANOTHER = RULES.replace(
    "        if at = 9",
    """        choose p
          nod
            nothing
        if at = 9""",
)
NO_THREE = RULES.replace("n: 1..3)", "n: 1..2)")


def moves(rules: str, kept: KeptPlay, number: int = 0) -> list[str] | None:
    game = PythonGame(instantiate(load_text(rules, "steps.rules")))
    answer = mended(game, number, kept)
    if answer is None:
        return None
    assert isinstance(answer.verdict, Reached)
    return [f"{move.actor} {move.text}" for move in answer.verdict.witness.play.moves]


def test_what_is_possible_is_played_as_it_was() -> None:
    assert moves(RULES, KeptPlay(KEPT)) == ["Ann go 3", "Bob go 3", "Ann go 2", "Bob go 1"]


def test_what_the_rules_ask_for_now_is_played_in_between() -> None:
    assert moves(ANOTHER, KeptPlay(KEPT)) == [
        "Ann go 3", "Ann nod", "Bob go 3", "Bob nod", "Ann go 2", "Ann nod", "Bob go 1", "Bob nod",
    ]  # fmt: skip


def test_what_is_not_possible_is_left_out() -> None:
    longer = KeptPlay((*KEPT, ("Ann", "wait"), ("Bob", "go 2"), ("Ann", "go 2"), ("Bob", "go 2")))
    played = moves(NO_THREE, longer)
    assert played is not None
    assert "go 3" not in " ".join(played)
    assert played[-1].startswith("Bob go")


def test_nothing_is_shown_that_the_play_does_not_come_to() -> None:
    assert moves(RULES.replace("min(at + n, 9)", "0"), KeptPlay(KEPT)) is None
    assert moves(ANOTHER, KeptPlay(KEPT, 0), 1) is None, "what goes round is looked for anew"


@pytest.mark.heavy
@pytest.mark.skipif(available() is not None, reason="nothing compiles random plays")
def test_what_is_mended_is_a_change_and_kept(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "steps.rules"
    (tmp_path / "clauses.md").write_text("- **[turn]** Go on, or wait.\n", "utf-8")
    begins = '"Steps"\n  clauses "clauses.md"\n'
    before, after = (
        r.replace('"Steps"\n', begins).replace("  play\n", "  play by [turn]\n")
        for r in (RULES, ANOTHER)
    )
    rules.write_text(before, "utf-8")
    few = "--states", "4", "--check", "bob"
    run(capsys, "verify", rules, "--update", *few)
    kept = rules.with_suffix(".answers").read_text("utf-8")
    assert "bob: reached" in kept, "a random play comes to it"
    rules.write_text(after, "utf-8")
    _, out, _ = run(capsys, "verify", rules, "--format", "json", *few)
    ways = [attempt["way"] for attempt in json.loads(out)[0]["checks"][0]["attempts"]]
    assert "random play" not in ways, "there is an answer before anything is looked for"
    _, out, _ = run(capsys, "verify", rules, "--update", *few)
    assert out.startswith("Changed. steps standard: Can Bob win? was reached in ")
    assert "nod" in rules.with_suffix(".answers").read_text("utf-8")
