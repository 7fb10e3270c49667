"""Numbers that nobody states, and that decide whether play can stop where the rules have nothing to say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, run
from tests.verify.findings.unasked.test_open_values import CLAUSES

STEPS = """\
ruleset steps "Steps"
  clauses "clauses.md"
  players Ann, Bob                                          by [light]
  param far: 1..4 = 2 open                                  by [light] "not said"
  supply coin = 3                                           by [light]
  state at: Player -> 0..6 = 0
  state paid: 0..3 = 0
  board row = graph("a-b b-c c-d d-e e-f f-g g-h h-i i-j")
  state lit: Place -> Bool = no
  play                                                      by [light]
    repeat until all p in Player: at[p] = 4
      turns for p in Player
        choose p
          go when at[p] + <step> <= 4                       by [light]
            at[p] += <step>
            take <price> of coin to paid
          light(c: Place) when <lights> and not lit[c]
            lit[c] := yes
          rest when at[p] = 4
            nothing
    draw

  instance first: standard
  <second>
"""
STUCK = "play is stuck: no legal option"
EMPTY = "there is not enough coin left to take"
CASES = {
    "stuck": ({"step": "far", "price": "0"}, STUCK),
    "empty": ({"step": "2", "price": "(far div 3)"}, EMPTY),
    "neither": ({"step": "2", "price": "0"}, ""),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("whole", [True, pytest.param(False, marks=pytest.mark.heavy)])
def test_whether_play_stops_depends_on_a_number(
    case: str, whole: bool, tmp_path: Path, capsys: Output
) -> None:
    """In a game that is searched with other numbers, and in two that are too large for that."""
    changed, message = CASES[case]
    second = "" if whole else "instance second: standard with far = 3"
    changed = {**changed, "second": second, "lights": "no" if whole else "at[p] = 0"}
    text = STEPS
    for name, value in changed.items():
        text = text.replace(f"<{name}>", value)
    (tmp_path / "clauses.md").write_text(CLAUSES)
    (tmp_path / "steps.rules").write_text(text)
    _, out, _ = run(capsys, "verify", tmp_path / "steps.rules", "--format", "json")
    found = [f for f in json.loads(out)[0]["findings"] if f["kind"] == "open_parameter"]
    assert [f["name"] for f in found] == ["open_parameter.far"] * bool(message)
    for finding in found:
        assert finding["sentence"].startswith("The rules do not state far: Can play come to “")
        assert message in finding["sentence"]
        assert finding["sentence"].endswith("”? No with 2, yes with 3")
        assert [o["verdict"] for o in finding["occurrences"]] == ["refuted"]
