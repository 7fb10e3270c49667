"""What would be after a procedure is what is after it: loops and jumps in one step, and in blocks."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.dsl.playing import Play, game
from tests.tiers import judges

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir.code import Each, Require, Store
from rulewright.dsl.ir.types import Int, Set
from rulewright.dsl.ir.walk import walk
from rulewright.dsl.load import load_text

PARTS = """
board net = graph("a-b c-d")
let others = those p in Player: p is not B or n > 2
"""
BODIES = [
    "for p in Player\n  if p is B: next\n  n += number(p)",
    "for p in Player\n  if n > 3: leave\n  n += number(p)",
    "for p in Player if p is not A\n  if n = 2: leave\n  n += 1",
    "for p in others\n  if n > 5: next\n  n += number(p)",
    "for p in Player from B\n  n := number(p)\n  if n = 3: leave",
    "for p in Player after B\n  if p is A: next\n  n := number(p) + 4",
    "for p in Player after A\n  n += number(p)\n  if n > 4: leave",
    "for p in others from B\n  if n > 6: leave\n  n += number(p)",
    "for p in others after C if n < 9\n  n += number(p)\n  if p is C: next\n  n += 2",
    "repeat 3 times\n  n += 1\n  if n = 2: leave",
    "repeat n times\n  n += 2\n  if n > 7: leave",
    "repeat n mod 3 times\n  n += 1\n  if n = 5: next\n  n += 1",
    "repeat until n >= 7\n  n += 2\n  if n = 5: next\n  n += 1",
    "repeat until n >= 7\n  if n = 6: return\n  n += 1",
    "repeat\n  n += 1\n  if n = 9: return\n  for p in Player\n    if p is B: leave\n    n += 1\n    if n > 12: return",
    "if n = 4: return\nn += 1",
    "match n\n  0: return\n  1\n    n := 7\n  else\n    n += 1\n    if n > 4: return\nn += 2",
]


@pytest.mark.thorough
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("start", [1, *judges([0, 4])])
def test_what_would_be_after_a_procedure_is_what_is_after_it(body: str, start: int) -> None:
    checks = "\n".join(f"check is_{k}: always after tried(): n = {k}" for k in range(21))
    parts = f"{PARTS}procedure tried()\n{indent(body, '  ')}\n{checks}"
    play = f"n := {start}\nlog := [2, 4, 3]\nchoose A\n  go\n    tried()\ndraw"
    before = Play(game(play, parts))
    would_be = [k for k in range(21) if before.holds(f"is_{k}")]
    after = before.copy().choose("go")
    assert after.end == "draw"
    assert would_be == [int(after["n"])]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("body", "start", "end"),
    [
        # Parts of one place and of two; items 2, 4 and 3.
        ("for part in components({a, c, d})\n  if n = 5: leave\n  n += size(part)", 0, 3),
        ("for part in components({a, c, d})\n  if n = 5: leave\n  n += size(part)", 4, 5),
        ("for k in log\n  if k = 4: next\n  n += k\n  if n > 6: leave", 0, 5),
        ("for k in log\n  if k = 4: next\n  n += k\n  if n > 6: leave", 5, 7),
        ("for k in log\n  if k = 3: leave\n  log := []\n  n += k", 0, 6),
        ("for k in log if k > n\n  if k = 3: return\n  n += 1\nn := 9", 0, 2),
        ("for k in log if k > n\n  if k = 3: return\n  n += 1\nn := 9", 2, 9),
    ],
)
def test_jumps_in_loops_over_parts_and_items(body: str, start: int, end: int) -> None:
    """They stand under `after` alone: in blocks they cannot be lowered."""
    checks = "\n".join(f"check is_{k}: always after tried(): n = {k}" for k in range(21))
    parts = f"{PARTS}procedure tried()\n{indent(body, '  ')}\n{checks}"
    before = Play(game(f"n := {start}\nlog := [2, 4, 3]\nchoose A\n  go\n    draw", parts))
    assert [k for k in range(21) if before.holds(f"is_{k}")] == [end]


@pytest.mark.parametrize("passes", [63, 64, 65])
@pytest.mark.parametrize(
    "loop", ["repeat until m >= {n}\n  m += 1", "repeat\n  m += 1\n  if m = {n}: leave"]
)
def test_a_loop_without_a_number_of_passes_is_given_up_after_64(loop: str, passes: int) -> None:
    body = indent(loop.replace("{n}", str(passes)), "  ")
    parts = f"state m: 0..99 = 0\nprocedure tried()\n{body}\ncheck done: always after tried(): m = {passes}"
    before = Play(game("choose A\n  go\n    tried()\ndraw", parts))
    assert before.holds("done") == (passes <= 64)
    assert before.choose("go")["m"] == str(passes)


RESTS = [
    "for k in (1..3) in an order chosen by A: n := k", "let k = ask()", "n := ask()", "n := 0\nask()",
    "if n = 2\n  for p in Player\n    match n\n      0: nothing\n      else: ask()", "roll k of (1..3)", "win A", 'gap "?"',
    "repeat\n  let k = ask()\n  if k = 2: return",
]  # fmt: skip


@pytest.mark.parametrize("body", RESTS)
def test_where_play_may_rest_nobody_asks_what_would_be_after_it(body: str) -> None:
    parts = f"procedure tried()\n{indent(body, '  ')}\ncheck done: always after tried(): n = 1\n"
    parts += "procedure ask() -> 0..3\n  if n = 0: return 3\n  A chooses k in (1..3)\n  return k\n"
    text = game("let k = ask()\ntried()\ndraw", parts)
    words = ("chosen", "roll", "win", "gap", "chooses")
    line = next(i for i, said in enumerate(text.splitlines(), 1) if any(w in said for w in words))
    with pytest.raises(RulesetError, match="E316") as caught:
        load_text(text, "refused.rules")
    assert f"it comes in line {line}:" in str(caught.value)


def test_where_control_is_on_its_way_to_is_one_of_four_places() -> None:
    """And what cannot be done there is none of the program's faults."""
    parts = "procedure tried()\n  repeat\n    n := n + 5\n    if n > 9: return\ncheck done: always after tried(): n = 15"
    program = Play(game("choose A\n  go\n    tried()\ndraw", parts)).program
    assert {v.type for v in program.variables if v.name.startswith("way")} == {Int(0, 3)}
    tried = list(walk(program.checks[0].property))
    assert {s.fault for s in tried if isinstance(s, Store | Require)} == {-1, None}


@pytest.mark.parametrize(
    "loop", ["repeat n times", "for p in Player from B", "for p in Player", "repeat"]
)
def test_a_pass_in_one_step_is_named_by_a_value_of_what_it_goes_through(loop: str) -> None:
    parts = f"procedure tried()\n  {loop}\n    if n = 3: leave\n    n := n + 1\ncheck done: always after tried(): n = 3"
    program = Play(game("choose A\n  go\n    tried()\ndraw", parts)).program
    passes = [s for s in walk(program.checks[0].property) if isinstance(s, Each)]
    assert passes
    assert all(each.over.type == Set(each.local.type) for each in passes)
