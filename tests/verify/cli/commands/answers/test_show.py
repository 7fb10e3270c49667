"""What ``show`` asks to know of one finding: no more than that rests on."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any, cast

import pytest
from tests.verify.cli.command import Output, run

from rulewright.dsl.load import load_text
from rulewright.verify.cli.commands.answers import show
from rulewright.verify.cli.verification import asking, kept_answers

RULES = """\
ruleset sticks "Sticks"
  clauses "clauses.md"
  players A, B                                              by [take]
  state left: 0..2 = 2
  reading winner "Who wins?" by [end]
    wins: "whoever takes the last" default
    loses: "the other player"
  play                                                      by [take]
    repeat
      turns for p in Player
        choose p
          take_one when left > 0                            by [take]
            left -= 1
        if left = 0
          win if winner is wins then p else next(p)         by [end]
  check few "Are there few?": always left <= 2              by [take]
  check ended "Can it end?": reachable left = 0             by [take]
  agree over fails "Is it over?"
    [take]: left = 0
    [end]: no
"""
CLAUSES = "# Clauses\n\n- **[take]** Take one. (p. 1)\n- **[end]** The last one wins. (p. 1)\n"
NUMBERS = {"over": "F1", "reading.winner": "F2", "vacuous.few": "F3", "gap.what": "F4"}


@pytest.mark.parametrize(
    ("finding", "options", "checks", "reading", "recalling"),
    [
        (None, {}, [], None, False),
        ("ended", {}, ["ended"], None, True),
        ("ended", {"effort": "normal"}, ["ended"], None, False),
        ("ended", {"budget": 9.0}, ["ended"], None, False),
        ("ended", {"states": 9}, ["ended"], None, False),
        ("F1", {}, ["over"], None, True),
        ("over", {}, ["over"], None, True),
        ("vacuous.few", {}, ["few"], None, True),
        ("F3", {}, ["few"], None, True),
        ("F2", {}, [], "winner", False),
        ("reading.winner", {}, [], "winner", False),
        ("F2", {"reading": ["winner=loses"]}, [], None, False),
        ("F4", {}, [], None, False),
        ("F9", {}, [], None, False),
    ],
)
def test_no_more_is_asked_than_a_finding_rests_on(
    monkeypatch: pytest.MonkeyPatch, finding: str | None, options: dict[str, Any], checks: list[str],
    reading: str | None, recalling: bool,
) -> None:  # fmt: skip
    """Nor is what was open looked for again, unless somebody says how far."""
    asked: list[tuple[list[str], str | None, bool]] = []

    def ask(
        args: Namespace,
        place: object,
        reading: str | None = None,
        *,
        recalling: bool = False,
        beside: str | None = None,
    ) -> None:
        asked.append((args.check, reading, recalling))

    monkeypatch.setattr(asking, "ask", ask)
    monkeypatch.setattr(kept_answers, "kept_numbers", lambda *_: NUMBERS)
    args = {"rulesets": ["circle"], "answers": None, "set": [], "reading": [], "check": []}
    args |= dict.fromkeys(("effort", "states", "memory", "budget"))
    ruleset = load_text(RULES, "sticks.rules")
    show._ask(Namespace(finding=finding, **(args | options)), cast("Any", None), ruleset)
    assert asked == [(checks, reading, recalling)]


@pytest.mark.thorough
def test_what_was_asked_alone_has_no_number_that_verify_would_not_give(
    tmp_path: Path, capsys: Output
) -> None:
    """Where none is kept: ``ended`` is not the first of all findings, but it is of those asked for."""
    (tmp_path / "clauses.md").write_text(CLAUSES)
    (tmp_path / "sticks.rules").write_text(RULES)
    _, out, _ = run(capsys, "show", tmp_path / "sticks.rules", "ended")
    assert out.startswith("something that can happen (know) [take]\nCan it end? Yes\n")
    _, out, _ = run(capsys, "show", tmp_path / "sticks.rules", "vacuous.few")
    assert out.startswith("a question that says nothing (know) [take]\n")
    assert "it rests on" not in out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("winner", "did you mean reading.winner?"),
        ("few2", "did you mean few?"),
        ("reading.winnr", "did you mean winner?"),
        ("reeding.winner", "did you mean reading?"),
    ],
)
def test_what_no_finding_can_be_called_is_refused_before_anything_is_asked(
    name: str, said: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "clauses.md").write_text(CLAUSES)
    rules = tmp_path / "sticks.rules"
    rules.write_text(RULES)

    def never(*args: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(show, "_ask", never)
    code, _, err = run(capsys, "show", rules, name)
    assert (code, said in err) == (2, True)


BESIDE = """\
ruleset heaps "Heaps"
  clauses "clauses.md"
  players Ann, Bob by [take]
  param high: 1..4 = 2 by [take]
  state heap: 0..4 = high
  play by [take]
    repeat until heap = 0
      turns for p in Player
        choose p
          take by [take]
            heap := heap - 1
        if heap = 0: win p by [take]
  check four fails "Can there be four?": reachable heap = 4 by [take]
  variant higher: standard by [take]
    param high: 1..4 = 4 by [take]
    check three "Can there be three?": reachable heap = 3 by [take]
  instance small: standard for play
  instance large: higher
"""


@pytest.mark.heavy
def test_what_only_another_game_shows_is_asked_with_its_instance(
    tmp_path: Path, capsys: Output
) -> None:
    rules = tmp_path / "heaps.rules"
    rules.write_text(BESIDE)
    (tmp_path / "clauses.md").write_text("- **[take]** Take one.\n")
    run(capsys, "verify", rules, "--all", "--update")
    _, out, _ = run(capsys, "verify", rules, "--instance", "large")
    told = " ".join(out.replace("\\\n", " ").split())
    number = next(n for n in ("F1", "F2", "F3") if f"show {rules} {n} --instance large" in told)
    assert f"report {rules} --instance large" in told
    assert run(capsys, "show", rules, number, "--instance", "large")[1].startswith(number)
    code, _, err = run(capsys, "verify", rules, "--check", "three")
    assert code == 2
    assert "three is not asked of these games; --instance large asks it" in " ".join(err.split())
