"""Numbers that nobody states, in games too large to try each value: told from two answers, or a play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, run

from rulewright.verify.findings.unasked.detectors.in_one.open_parameters import otherwise

pytestmark = pytest.mark.usefixtures("only_asked")

CLAUSES = "# Clauses\n\n- **[light]** Light lamps. (p. 1)\n"
LAMPS = """\
ruleset lamps "Lamps"
  clauses "clauses.md"
  players Ann, Bob                                          by [light]
  param most: 5..9 = 7 OPEN                                 by [light] "not said"
  param bonus: 0..1 = 0                                     by [light]
  param colour: 0..1 = 0                                    by [light]
  board row = graph("a-b b-c c-d d-e e-f f-g g-h h-i i-j j-k k-l l-m")
  state lit: Place -> Bool = no
  state painted: Bool = no
  let burning = count c in Place: lit[c]
  play                                                      by [light]
    if colour = 1: painted := yes
    repeat until burning >= most
      turns for p in Player
        choose p
          light(c: Place) when not lit[c]
            lit[c] := yes
          row when bonus = 1
            for c in Place: lit[c] := yes
        if burning >= most: draw
    draw
  check eight "Can eight lamps burn?": reachable burning >= 8  by [light]
  check dull "Is nothing painted before a lamp burns?": never painted and burning = 0 and colour = 0  by [light]

  instance first: standard
  instance second: standard with most = 9, SECOND
"""


def found(rules: Path, capsys: Output, how: str, second: str) -> list[dict[str, object]]:
    """What is found about two games that differ in the number, and in one thing more."""
    (rules / "clauses.md").write_text(CLAUSES)
    text = LAMPS.replace("OPEN", how).replace(", SECOND", second)
    (rules / "lamps.rules").write_text(text)
    _, out, _ = run(capsys, "verify", rules / "lamps.rules", "--format", "json")
    findings: list[dict[str, object]] = json.loads(out)[0]["findings"]
    return [f for f in findings if f["kind"] == "open_parameter"]


@pytest.mark.slow
@pytest.mark.parametrize("second", ["", ", colour = 1"])
def test_another_value_gives_another_answer(second: str, tmp_path: Path, capsys: Output) -> None:
    (finding,) = found(tmp_path, capsys, "open", second)
    assert finding["name"] == "open_parameter.most"
    assert finding["sentence"] == (
        "The rules do not state most: “Can eight lamps burn?” No with 7, yes with 9"
    )
    code, out, _ = run(
        capsys, "show", tmp_path / "lamps.rules", "open_parameter.most", "--boards", "none"
    )
    assert code == 0
    assert "most = 7" in out
    assert "reached in 8 moves" in out
    # Of the other game only what is set otherwise is told.
    assert "with most=9, 2 players) (reached" in " ".join(out.split()) or not second


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "second"),
    [
        ("", ""),  # the rules state it
        ("open", ", bonus = 1"),  # the play of the second game is none of the first
    ],
)
def test_nothing_is_said_without_two_answers(
    how: str, second: str, tmp_path: Path, capsys: Output
) -> None:
    assert found(tmp_path, capsys, how, second) == []


def test_both_answers_are_told_of_each_question() -> None:
    asked = [
        ("Can it end?", True),
        ("Can Ann win?", False),
        ("Must she?", True),
        ("May she?", True),
    ]
    assert otherwise("most", 7, 9, asked) == (
        "The rules do not state most: Can it end? No with 7, yes with 9; Can Ann win? Yes with 7, no with 9;"
        " Must she? No with 7, yes with 9; and 1 more"
    )
