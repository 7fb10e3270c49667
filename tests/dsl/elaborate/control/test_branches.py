"""Branches and cases: which of them is done, and that no more is tested than has to be."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from tests.dsl.elaborate.control.statements import drawn, logged
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir.code import Branch, When
from rulewright.dsl.load import load_text


def test_if_else_if_else() -> None:
    play = """
        for k in (1..3)
          if k = 1
            log := log ++ [10]
          else if k = 2: log := log ++ [11]
          else
            log := log ++ [12]
    """
    assert logged(play) == "[10, 11, 12]"


def test_a_match_does_one_of_its_cases() -> None:
    play = """
        for k in (1..4)
          match k
            1 | 3
              log := log ++ [10]
            2: log := log ++ [11]
            else: log := log ++ [12]
    """
    assert logged(play) == "[10, 11, 10, 12]"


def test_the_subject_of_a_match_is_looked_at_once() -> None:
    play = "match n\n  0\n    n := 1\n  1\n    n := 7\n  else: nothing\nlog := [n]"
    assert logged(play) == "[1]"


def test_what_is_never_done_changes_nothing_for_what_is_done_behind_it() -> None:
    parts = """
        param off: 0..1 = 0
        procedure up(p: Player)
          choose p
            go
              n += 1
    """
    play = "if off = 1\n  up(A)\nup(A)\nup(A)\nlog := [n]"
    assert logged(play, "go", "go", parts=dedent(parts)) == "[2]"
    loop = "for p in Player if off = 1\n  up(p)\nup(A)\nlog := [n]"
    assert logged(loop, "go", parts=dedent(parts)) == "[1]"


def branches(play: str) -> int:
    """How many tests a play makes, in its blocks and in one step."""
    program = Play(game(drawn(play))).program
    tests = [block.terminator for block in program.blocks]
    steps = [statement for block in program.blocks for statement in block.body]
    return sum(isinstance(t, Branch) for t in tests) + sum(isinstance(s, When) for s in steps)


@pytest.mark.parametrize(
    ("play", "number"),
    [
        # The last case is what is left, and is not tested.
        ("match n mod 3\n  0: n := 5\n  1: n := 6\n  2: n := 7", 1),
        (
            "match n mod 3\n  0\n    choose A\n      go\n        nothing\n  1: n := 6\n  2: n := 7",
            2,
        ),
        ("match n mod 3\n  0: n := 5\n  1: n := 6\n  else: n := 7", 1),
        # Who is asked, and whether all were; the same again, and what was chosen, but for the last.
        ("each p in {A} secretly chooses\n  one\n    n := 1\n  two\n    n := 2", 5),
        # What is known before play is not tested.
        ("let k = 2\nif k = 2: n := 1", 0),
        # What changes nothing is not tested.
        ("if n = 0: nothing", 0),
        ("if n = 0\n  nothing\nelse\n  n := 3", 1),
    ],
)
def test_no_more_is_tested_than_has_to_be(play: str, number: int) -> None:
    """Cases that are done in one step are tested inside one another."""
    assert branches(play) == number


def test_a_branch_of_another_reading_leaves_nothing_behind() -> None:
    parts = 'reading way "which?"\n  left: "left" default\n  right: "right"'
    play = """
        if n = 0
          if way is right
            n := 9
        for k in (1..2)
          if way is left: log := log ++ [k]
          else: n := 8
        log := log ++ [n]
    """
    assert logged(play, parts=parts) == "[1, 2, 0]"
    assert Play(game(drawn(play), parts), readings={"way": "right"})["log"] == "[8]"


NEVER_DONE = """
param off: 0..1 = 0
state owner: Player? = none
procedure asked(of: Player?)
  choose A
    go
      owned(of)
procedure owned(p: Player)
  nothing
"""


@pytest.mark.parametrize(
    ("calls", "sound"),
    [
        ("let q = owner\nif q is not none\n  asked(q)\n  asked(q)", True),
        ("let q = owner\nif q is not none\n  asked(q)\nasked(q)", False),
        ("let q = owner\nif q is not none\n  asked(q)\n  let r = owner\n  asked(r)", True),
        (
            "let q = owner\nif q is not none\n  asked(q)\n  owner := none\n  let r = owner\n  asked(r)",
            False,
        ),
        ("let q = owner\nif q is not none\n  asked(q)\nasked(none)", False),
    ],
)
def test_what_is_never_done_is_checked_in_every_way_in_which_it_may_be_wrong(
    calls: str, sound: bool
) -> None:
    play = game(drawn("if off = 1\n" + indent(calls, "  ")), NEVER_DONE)
    if sound:
        load_text(play, "sample.rules")
        return
    with pytest.raises(RulesetError, match="may be none"):
        load_text(play, "sample.rules")
