"""What would be after a procedure is what is after it: loops and jumps in one step, and in blocks."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.dsl.playing import Play, game
from tests.tiers import judges

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
