"""What is as before wherever play rests, and is not in the midst of a move."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dsl.playing import game

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.verify.findings.subject import Selected
from rulewright.verify.findings.unasked.detectors.in_all.never_stored import NeverStored
from rulewright.verify.findings.unasked.explored import explored

PARTS = """
enum Kind: Ka, Kb
state bonus: 0..1 = 0
state on: 0..1 -> Kind? = none
state used: Player -> Bool = no
supply pawn[Kind] = 2
supply gem = 1
"""
ASKS = """
    stop when bonus = 1 or on[0] is Kb or used[A] or pawn[Kb] = 0 or gem = 0
      draw
"""
NOTHING = {"bonus", "on", "used", "pawn", "pawn_Ka", "pawn_Kb", "gem"}
ENDLESS = "bonus := 1\nn := 0\nrepeat\n  n := 1 - n"


def never_changes(play: str) -> set[str]:
    moved = play.replace("\n", "\n        ")
    text = f"choose A\n    go\n        {moved}\n{ASKS}\n    rest\n        n := 1\ndraw"
    ruleset = load_text(game(text, PARTS), "sample.rules")
    one = explored(Selected(Path("sample.rules"), instantiate(ruleset), ruleset=ruleset))
    assert one is not None
    detector = NeverStored()
    claims = list(detector.claims((one,)))
    return {claim.noticed.name for claim in detector.left(claims, one)} - {"n", "log"}


@pytest.mark.parametrize(
    ("play", "changed"),
    [
        ("n := 1", set[str]()),
        ("bonus := 0\nused := no\nreset gem", set[str]()),
        ("bonus := 1\nn := bonus\nbonus := 0", {"bonus"}),
        ("for p in Player: used[p] := yes\nif used[A]: n := 1\nused := no", {"used"}),
        ("take pawn[Ka] to on[0]\nif on[0] is Ka: n := 1\nput on[0] back to pawn",
         {"on", "pawn", "pawn_Ka"}),
        ("if n = 1: bonus := 1\nbonus := 0", set[str]()),
    ],
)  # fmt: skip
def test_state_that_changes_in_the_midst_of_a_move_is_not_said_never_to_change(
    play: str, changed: set[str]
) -> None:
    assert never_changes(play) == NOTHING - changed


def test_of_what_is_stored_to_nothing_is_said_where_a_move_never_rests() -> None:
    assert never_changes(ENDLESS) == NOTHING - {"bonus"}


@pytest.mark.parametrize("many", [0, 1])
def test_of_a_kind_of_which_there_is_none_it_is_said_unless_another_number_brings_some(
    many: int,
) -> None:
    parts = f"{PARTS}param many: 0..1 = 0\nsupply seed[k: Kind] = if k is Kb then many else 1\n"
    text = game(f"choose A\n    go\n        nothing\n{ASKS}draw", parts)
    ruleset = load_text(text, "sample.rules")
    games = [
        explored(Selected(Path("sample.rules"), program, ruleset=ruleset))
        for program in (instantiate(ruleset), instantiate(ruleset, parameters={"many": many}))
    ]
    first, other = games
    assert first is not None
    assert other is not None
    detector = NeverStored()
    said = {c.noticed.name: c.noticed.sentence for c in detector.claims((first,))}
    assert said["seed_Kb"] == "There is no Kb in the supply seed, and none ever comes into it"
    left = detector.left(list(detector.claims((first,))), other)
    assert {"seed_Kb"} & {claim.noticed.name for claim in left} == (
        {"seed_Kb"} if not many else set()
    )
