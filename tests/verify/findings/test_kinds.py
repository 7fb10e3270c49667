"""What a finding is called that answers a question: a gap, a shortage, or no more than was asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.verify.cli.command import Output, run

HOLE = """\
ruleset hole "Hole"
  clauses "clauses.md"
  players X                                                 by [play]
  param box: 1..3 = 1                                       by [play]
  param spare: 1..2 = 2                                     by [play]
  supply piece = box + spare                                by [play]
  state n: 0..3 = 0
  let out = n                                               by [play]
  play                                                      by [play]
    repeat
      choose X
        take_one when n < 2                                 by [play]
          take piece to n
        stop_here when n = 2                                by [play]
          n := 3
          gap "what happens with three"                     by [play]
  check three "Can it be three?": reachable n = 3           by [play]
  check two fails "Is there less than two?": always n < 2   by [play]
  check enough fails "Do they do?": always out <= box       by [play]
  check all fails "Are all out?": always n <= box + spare and n = 0  by [play]
  check other fails "Is it one?": always n >= box           by [play]

  instance a: standard
  instance b: standard with spare = 1
  variant silent: standard
    without three
  instance c: silent
"""


@pytest.fixture
def hole(tmp_path: Path) -> Path:
    (tmp_path / "clauses.md").write_text("# Clauses\n\n- **[play]** Play. (p. 1)\n")
    rules = tmp_path / "hole.rules"
    rules.write_text(HOLE)
    return rules


def _found(capsys: Output, rules: Path, *options: str) -> dict[str, Any]:
    _, out, _ = run(capsys, "verify", rules, "--format", "json", *options)
    return {f["name"]: f for game in json.loads(out) for f in game["findings"]}


def _kinds(found: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {name: (f["kind"], f["severity"]) for name, f in found.items()}


@pytest.mark.heavy
def test_a_gap_that_is_asked_about_is_told_once_in_every_game(hole: Path, capsys: Output) -> None:
    """Asked in two games and found without being asked in a third."""
    found = _found(capsys, hole)
    assert _kinds(found)["three"] == ("gap", "wrong")
    assert [name for name in found if name.startswith("gap.")] == []
    games = [o["instance"]["name"] for o in found["three"]["occurrences"]]
    assert sorted(games) == ["a", "b", "c"]
    # What is accepted of the answer is not said of the gap.
    hole.write_text(
        hole.read_text().replace("\n  instance a", '\n  accept three by [play] "so"\n  instance a')
    )
    assert "gap.what_happens_with_three" in _found(capsys, hole)


@pytest.mark.heavy
def test_what_is_not_always_so_is_a_contradiction_only_between_clauses(
    hole: Path, capsys: Output
) -> None:
    """Stand-ins for what the box holds show a shortage; a comparison with something else does not."""
    known = _kinds(_found(capsys, hole, "--instance", "a"))
    assert known["two"] == known["all"] == known["other"] == ("refuted", "know")
    assert known["enough"] == ("shortage", "wrong")
    hole.write_text(
        hole.read_text().replace("two fails", "two").replace("let out = n", "let out = 2 * box")
    )
    known = _kinds(_found(capsys, hole, "--instance", "a"))
    assert known["two"] == ("refuted", "wrong")
    assert known["enough"][0] == "refuted"
