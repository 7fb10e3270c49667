"""Loops: in which order, how often, who takes part; leaving them, and the turns that are counted."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.dsl.elaborate.control.statements import ITEMS, logged
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.ir.types import Int
from rulewright.dsl.load import load_text


@pytest.mark.parametrize(
    ("head", "order"),
    [
        ("for p in Player", "[1, 2, 3]"),
        ("for p in Player from B", "[2, 3, 1]"),
        ("for p in Player from A", "[1, 2, 3]"),
        ("for p in Player after B", "[3, 1, 2]"),
        ("for p in Player after C", "[1, 2, 3]"),
        ("for p in Player from B if p is not C", "[2, 1]"),
        ("for p in Player if p is not A", "[2, 3]"),
        ("for p in {C, A}", "[1, 3]"),
        ("for p in {C, A} from B", "[3, 1]"),
        ("for p in {C, A} after C", "[1, 3]"),
        ("turns for p in Player after A", "[2, 3, 1]"),
    ],
)
@pytest.mark.parametrize("deciding", [False, True])
def test_the_order_of_a_loop(head: str, order: str, deciding: bool) -> None:
    body = "  log := log ++ [number(p)]"
    if deciding:
        body = "  choose p\n    go\n      log := log ++ [number(p)]"
    choices = ["go"] * (order.count(",") + 1) if deciding else []
    assert logged(f"{head}\n{body}", *choices) == order


def test_the_members_of_a_loop_are_those_before_it() -> None:
    play = """
        for k in those j in 1..4: j > n
          choose A
            up
              n := 4
          log := log ++ [k]
    """
    assert logged(play, "up", "up", "up", "up") == "[1, 2, 3, 4]"


def test_an_order_chosen_by_a_player() -> None:
    done = Play(game("for k in (1..3) in an order chosen by B\n  log := log ++ [k]\ndraw"))
    assert (done.player, done.options()) == ("B", ["k(1)", "k(2)", "k(3)"])
    assert done.choose("k(2)").options() == ["k(1)", "k(3)"]
    assert done.choose("k(3)").end == "draw"  # the last one is no decision
    assert done["log"] == "[2, 3, 1]"


def test_repeat_until_tests_before_every_pass() -> None:
    assert logged("n := 3\nrepeat until n >= 3\n  n := 9\nlog := [n]") == "[3]"
    assert logged("repeat until n >= 3\n  n += 2\nlog := [n]") == "[4]"


def test_repeat_times_counts_once() -> None:
    assert logged("n := 2\nrepeat n times\n  n += 1\nlog := [n]") == "[4]"
    assert logged("repeat 0 times\n  n += 1\nlog := [n]") == "[0]"


def test_leave_and_next_are_about_the_innermost_loop() -> None:
    play = """
        for k in (1..4)
          if k = 2: next
          for j in (1..4)
            if j = 3: leave
            log := log ++ [10 * 0 + k + j]
          if k = 3: leave
    """
    assert logged(play) == "[2, 3, 4, 5]"


def test_leave_ends_an_endless_loop() -> None:
    assert logged("repeat\n  n += 1\n  if n = 5: leave\nlog := [n]") == "[5]"


def test_turns_are_counted() -> None:
    play = """
        repeat
          turns for p in Player
            choose p
              one
              two
                choose p
                  more
                    n += 1
            if n = 2: draw
    """
    done = Play(game(play))
    begun = done.turns
    assert done.choose("one").turns == begun + 1
    assert done.choose("two").turns == begun + 1
    assert done.choose("more").turns == begun + 2


def test_a_turn_that_is_left_out_is_not_counted() -> None:
    """Neither does it change who is asked."""
    play = """
        turns for p in Player if p is not B
          choose p
            go
              log := log ++ [number(p)]
        draw
    """
    done = Play(game(play))
    assert (done.player, done.turns) == ("A", 0)
    done.choose("go")
    assert (done.player, done.turns) == ("C", 1)
    done.choose("go")
    assert (done.end, done["log"], done.turns) == ("draw", "[1, 3]", 1)
    no_turns = Play(game(play.replace("turns for", "for"))).choose("go", "go")
    assert (no_turns.end, no_turns["log"], no_turns.turns) == ("draw", "[1, 3]", 0)


def test_who_takes_part_is_settled_before_the_first_pass() -> None:
    """Of a set that changes, those that were in it come, in the order that was asked for."""
    parts = "state team: set of Player = {A, C}"
    play = """
        for p in team from C
          team := {B}
          choose p
            go
              log := log ++ [number(p)]
        draw
    """
    done = Play(game(play, parts))
    assert done.player == "C"
    assert done.choose("go").player == "A"
    assert done.choose("go")["log"] == "[3, 1]"


def test_passes_are_counted_up_to_the_limit() -> None:
    """And what is asked to be done more often is refused: see the catalogue of numbers."""
    done = Play(game("repeat 4096 times\n  choose A\n    on\n    stop\n      leave\ndraw"))
    assert done.choose("on", "on", "stop").end == "draw"
    done = Play(game("repeat 2 times\n  choose A\n    on\n      n += 1\ndraw"))
    assert done.choose("on", "on").end == "draw"
    assert done["n"] == "2"


CALLED = {
    "once": "procedure once(k: 0..3) -> 0..20\n  n := n + k\n  return n",
    "down": "procedure down(k: 0..3)\n  if k > 0\n    n := n + k\n    down(k - 1)",
    "early": "procedure early(k: 0..3) -> 0..20\n  if k = 3: return 3\n  return k",
}


STRAIGHT = [
    "n := 3", "n += 1", "let k = once(2)", "n := once(1)", "once(3)", "down(2)", "nothing",
    "if n = 0: n := 1", "if n = 0\n  n := 1\nelse\n  n := 2",
    "match n\n  0: n := 1\n  else: n := 2", "match n mod 2\n  0: n := 1\n  1: n := 2",
    "for p in Player: n := number(p)", "for p in Player if p is B\n  if n = 2: n := number(p)",
    "take token[A] to held", "put held back to token", "move on[a] to on[b]",
    "move those k in heap: k = 2 to n", "for r in Ring: rotate r by 1", "reset n", "var k: 0..3 = n mod 4\nk := 2\nn := k",
]  # fmt: skip


STEERED = [
    "choose A\n  go\n    n := 1", "A chooses p in Player", "roll p of Player", "draw", "win A", "leave",
    "next", "repeat 2 times\n  n := 1", "for p in Player from B: n := number(p)", 'gap "what now?"',
    "turns for p in Player: n := number(p)", "for p in Player\n  if n = 1: leave",
    "if n = 1\n  nothing\nelse\n  leave", "if n = 1: leave", "match n\n  0: leave\n  else: nothing",
    "match n\n  0: nothing\n  1: nothing\n  else: leave", "let k = early(2)", "n := early(1)", "early(3)",
]  # fmt: skip
"""What is no one step: decisions, chance, ends of play, jumps, and loops in an order or of turns."""


@pytest.mark.parametrize("statement", [*STRAIGHT, *STEERED])
def test_what_a_loop_over_items_can_do(statement: str) -> None:
    called = [text for name, text in CALLED.items() if f"{name}(" in statement]
    play = f"for i in heap\n{indent(statement, '  ')}\ndraw"
    text = game(play, "\n".join([ITEMS, *called]))
    if statement in STRAIGHT:
        assert load_text(text, "sample.rules")
    else:
        with pytest.raises(RulesetError, match="E302"):
            load_text(text, "sample.rules")


@pytest.mark.parametrize(
    ("head", "lasting"),
    [
        ("for p in Player", ["p"]),
        ("for k in (1..3)", ["k"]),
        ("for p in Player from B", ["p"]),
        ("for p in Player after leader", ["start", "p"]),
        ("for p in {A, C}", ["p_left"]),
        ("for p in {A, C} from B", ["p_left", "p"]),
        ("for p in Player in an order chosen by B", ["p_left"]),
        ("repeat 2 times", ["passes"]),
        ("repeat until n > 3", []),
        ("repeat", []),
    ],
)
def test_no_more_lasts_from_pass_to_pass_than_has_to(head: str, lasting: list[str]) -> None:
    play = f"{head}\n  choose A\n    go\n      n := 1\n    stop\n      win A\ndraw"
    variables = Play(game(play, "state leader: Player = A")).program.variables
    assert [v.name for v in variables if v.kind == "frame"] == lasting
    assert all(v.type == Int(0, 2) for v in variables if v.name == "passes")
