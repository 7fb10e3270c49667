"""Statements that are refused, each with what is said of it."""

from __future__ import annotations

import pytest
from tests.dsl.playing import game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text

HELPERS = {
    "idle": "procedure idle()\n  n := 0",
    "judge": "procedure judge()\n  win A",
    "out": "procedure out()\n  leave",
}


REFUSED = {
    "no set": ("for k in n: nothing", "expected a set"),
    "no enumeration": ("for k in (1..3) from 2: nothing", "goes round an enumeration"),
    "order by nobody": ("for k in (1..3) in an order chosen by n: nothing", "expected a Player"),
    "until no truth": ("repeat until n\n  n := 1", "expected yes or no"),
    "times no number": ("repeat A times\n  n := 1", "expected a number"),
    "leave": ("leave", "no loop around this"),
    "leave of a caller's loop": ("for p in Player: out()", "no loop around this"),
    "end in a plain loop": (
        "let k = after judge(): n = 1\nif k: draw",
        "contains a decision, chance or an end",
    ),
    "changed loop variable": ("for p in Player\n  p := A", "a local name and never changes"),
    "rank by a set": ("rank by Player", "a number for each player"),
    "win a number": ("win 3", "expected a Player"),
    "value of nothing": ("let k = idle()", "returns nothing"),
    "local of a wrong type": ("var k: 0..3 = A", "expected a number from 0 to 3"),
    "local too large": ("var k: 0..3 = 5", "does not fit here"),
    "match twice": ("match n\n  1\n    n := 2\n  1: n := 3\n  else: nothing", "already"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    play, said = REFUSED[name]
    used = "\n".join(text for name, text in HELPERS.items() if f"{name}()" in play)
    with pytest.raises(RulesetError) as caught:
        load_text(game(f"{play}\ndraw", used), "refused.rules")
    assert said in str(caught.value)
