"""What is known before a loop is known in each of its passes, unless the loop stores to what it reads."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.dsl.elaborate.control.statements import ITEMS
from tests.dsl.playing import game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text

PARTS = f"""{ITEMS}
state m: 0..20 = 0
state of: 0..99 -> Player? = none
history past of held up to 2
procedure owned(p: Player)
  nothing
"""
GIVE = """
procedure give() -> 0..20
  if m = 3
    n := 2
  return m
"""
STORED = [
    ("of[n]", "n := 2"), ("of[n]", "n += 1"), ("of[n]", "reset m, n"),
    ("of[n]", "let k = give()"), ("of[n]", "m := give()"), ("of[n]", "give()"),
    ("of[m]", "m := give()"), ("of[v]", "v := 2"), ("on[a]", "on[a] := B"), ("on[a]", "on[c] := B"),
    ("of[token[A]]", "take token[A] to held"), ("held", "take token[A] to held"),
    ("of[token[A]]", "put held back to token"), ("held", "put held back to token"),
    ("on[a]", "move on[a] to held"), ("held", "move on[a] to held"),
    ("of[size(heap)]", "move those k in heap: k = 2 to m"), ("of[m]", "move those k in heap: k = 2 to m"),
    ("at[cell]", "for r in Ring: rotate r by 1"),
]  # fmt: skip
"""What is known not to be none, and a statement after which it may be."""

INSIDE = [
    "if m = 2: n := 2", "if m = 2\n  nothing\nelse\n  n := 2", "match m\n  0: n := 2\n  else: nothing",
    "match m\n  0: nothing\n  1: n := 2\n  else: nothing", "match m\n  0: nothing\n  else: n := 2",
    "for p in Player\n  n := 2", "for p in Player from B\n  n := 2", "repeat m times\n  n := 2",
    "choose A\n  go\n    nothing\n  stay\n    n := 2", "choose A\n  go when m = 0\n    nothing\notherwise\n  n := 2",
    "each p in Player secretly chooses\n  go\n    n := 2\n  stay\n    nothing",
    "if m = 2\n  for p in Player\n    match m\n      0: nothing\n      else: n := 2",
]  # fmt: skip
LOOPS = [
    "repeat 2 times",
    "for q in Player",
    "for q in Player from B",
    "repeat until m > 3",
    "repeat",
]


def played(known: str, loop: str, statement: str) -> str:
    """What is known is asked for in each pass, before the statement."""
    parts = PARTS + (GIVE if "give" in statement else "")
    body = f"{loop}\n  owned({known})\n{indent(statement, '  ')}"
    before = f"for cell in Cell\n  if {known} is none: draw\n{indent(body, '  ')}\n"
    return game(f"var v: 0..3 = m mod 4\n{before}choose A\n  go\n    draw", parts)


@pytest.mark.parametrize(
    ("known", "statement"), [*STORED, *(("of[n]", statement) for statement in INSIDE)]
)
def test_what_a_loop_stores_to_is_not_known_in_it(known: str, statement: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_text(played(known, LOOPS[0], statement), "sample.rules")
    assert [d.code for d in caught.value.diagnostics] == ["E202"]


@pytest.mark.thorough
@pytest.mark.parametrize("loop", LOOPS)
def test_all_else_is_known_in_each_pass(loop: str) -> None:
    for known, statement in STORED:
        if known != "held":
            stored = "held := A\nremember past"
            assert load_text(played(known, loop, stored), "sample.rules"), statement
    with pytest.raises(RulesetError, match="E202"):
        load_text(played("of[n]", loop, "n := 2"), "sample.rules")


@pytest.mark.parametrize("place", ["size(log)", "(n + 1)", "(those p in Player: p is A)[A]"])
def test_what_a_loop_stores_to_that_is_no_state(place: str) -> None:
    with pytest.raises(RulesetError, match="expected a state"):
        load_text(played("of[n]", "repeat 2 times", f"{place} := 2"), "refused.rules")


@pytest.mark.parametrize("head", ["repeat", "repeat until n > 3", "repeat n times"])
@pytest.mark.parametrize("under", [False, True])
def test_what_is_known_at_each_way_out_is_known_behind_the_loop(head: str, under: bool) -> None:
    """A loop without an end is left by 'leave' alone."""
    body = f"{head}\n  n += 1\n  if held is not none: leave\nowned(held)"
    play = "let k = after tried(): n > 2\nif k: n := 1\nchoose A\n  go\n    draw" if under else body
    parts = f"{PARTS}procedure tried()\n{indent(body, '  ')}" if under else PARTS
    text = game(f"{play}\ndraw" if not under else play, parts)
    if head == "repeat":
        assert load_text(text, "sample.rules")
        return
    with pytest.raises(RulesetError, match="E202"):
        load_text(text, "sample.rules")
