"""Statements that are refused, each with what is said of it."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.dsl.playing import game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import examine, load_text

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
    "value of nothing, stored": ("n := idle()", "returns nothing"),
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


def errors(play: str) -> list[str]:
    """What is said of a play with a state that may be nobody, and one that may not."""
    parts = "state held: Player? = none\nstate who: Player = A"
    found = examine(game(f"{play}\ndraw", parts), "refused.rules").report.diagnostics
    return [diagnostic.message for diagnostic in found]


@pytest.mark.parametrize(
    "wrong",
    ["let k = strange", "var k: 0..3 = strange", "A chooses k in strange", "roll k of strange"],
)
def test_a_name_is_there_although_its_value_is_wrong(wrong: str) -> None:
    assert len(errors(f"{wrong}\nn := k")) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        "if strange: nothing",
        "match strange\n  1: nothing\n  else: nothing",
        "repeat until strange\n  n := 1",
        "choose strange\n  go\n    nothing",
    ],
)
def test_behind_what_may_have_tested_something_nothing_is_asked_to_be_tested(wrong: str) -> None:
    assert len(errors("who := held")) == 1
    assert len(errors(f"{wrong}\nwho := held")) == 1
    assert len(errors("n := strange\nwho := held")) == 2


WRONG_BEFORE = {
    "an option, and what the others do": (
        """
        choose A
          go when strange
            who := held
          stay
            who := held
            n := odd
        otherwise
          n := queer
        """,
        ["strange", "may be none", "odd", "queer"],
    ),
    "a secret option, and what the others do": (
        """
        each p in Player secretly chooses
          go when strange
            who := held
          stay
            who := held
            n := odd
        """,
        ["strange", "may be none", "odd"],
    ),
    "who decides secretly, and what they do": (
        """
        each p in strange secretly chooses
          go(k: 1..2) when p is not A
            who := p
            n := k + odd
        """,
        ["strange", "odd"],
    ),
    "what is rolled, and its weight": (
        "roll k of strange with weight odd\nn := k",
        ["strange", "odd"],
    ),
}


@pytest.mark.parametrize("name", WRONG_BEFORE)
def test_behind_what_is_wrong_the_rest_is_checked(name: str) -> None:
    play, said = WRONG_BEFORE[name]
    found = errors(dedent(play).strip())
    assert len(found) == len(said), found
    assert all(word in message for word, message in zip(said, found, strict=True)), found
