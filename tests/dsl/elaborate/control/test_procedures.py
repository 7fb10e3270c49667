"""Procedures and local names: arguments, what is returned, and copies by what is known."""

from __future__ import annotations

from textwrap import dedent

import pytest
from tests.dsl.elaborate.control.statements import ITEMS, logged
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text


def test_a_local_that_changes_is_its_own() -> None:
    assert logged("var v: 0..20 = 1\nlet k = v\nv := 5\nlog := [k, v]") == "[1, 5]"
    assert logged("var v: Player -> 0..20 = 2\nv[B] := 7\nlog := [v[A], v[B]]") == "[2, 7]"


def test_in_a_copy_what_a_parameter_rules_out_is_checked_and_what_the_number_does_is_not() -> None:
    parts = """
        param deep: 0..1 = 1
        procedure total(k: 0..3)
          if k = 0: return
          if {test}: n += 6 div (k - 3)
          total(k - 1)
    """
    play = game("total(2)\ndraw", dedent(parts).replace("{test}", "k = 3"))
    assert load_text(play, "sample.rules")
    wrong = game("total(3)\ndraw", dedent(parts).replace("{test}", "deep = 0"))
    with pytest.raises(RulesetError, match="E227"):
        load_text(wrong, "sample.rules")


@pytest.mark.parametrize("stored", ["n := k - 2", "n := 19 + k - 1"])
def test_what_a_parameter_rules_out_may_be_no_number_that_fits(stored: str) -> None:
    parts = f"procedure less(k: 0..4)\n  if k = 2: {stored}"
    assert logged("n := 7\nless(1)\nless(4)\nlog := [n]", parts=parts) == "[7]"
    with pytest.raises(RulesetError, match="E203"):
        load_text(
            game("less(2)\ndraw", parts.replace("k - 2", "k - 3").replace("k - 1", "k")), "r.rules"
        )


def test_what_a_copy_never_comes_to_is_no_part_of_it() -> None:
    """That a parameter says so, inside what the number says, is no less of a reason."""
    parts = """
        param deep: 0..1 = 1
        procedure total(k: 0..3)
          if k = 0
            if deep = 1: return
          n += k
          total(k - 1)
    """
    assert logged("total(3)\nlog := [n]", parts=dedent(parts)) == "[6]"


PROCEDURES = """
procedure inner(k: 0..20) -> 0..20
  if k > 2: return 7 - 1
  return k

procedure outer(k: 0..20) -> 0..20
  let a = inner(k)
  let b = inner(n)
  return if a = b then 20 else a

procedure asked(p: Player) -> 0..20
  choose p
    low
      return 1
    high
      n := 5
  return n
"""


@pytest.mark.thorough
def test_procedures_return_values() -> None:
    parts = PROCEDURES.split("procedure asked")[0]
    assert logged("n := outer(2)\nlog := [n]", parts=parts) == "[2]"
    assert logged("n := outer(3)\nlog := [n]", parts=parts) == "[6]"
    assert logged("n := 9\nn := outer(3)\nlog := [n]", parts=parts) == "[20]"


def test_a_procedure_with_a_decision_returns_from_its_middle() -> None:
    parts = "procedure asked" + PROCEDURES.split("procedure asked")[1]
    play = "let a = asked(A)\nlet b = asked(B)\nlog := [a, b, n]"
    assert logged(play, "low", "high", parts=parts) == "[1, 5, 5]"
    assert logged(play, "high", "low", parts=parts) == "[5, 1, 5]"


def test_a_procedure_without_decisions_can_be_performed_in_a_plain_loop() -> None:
    parts = "procedure more(k: 0..5) -> 0..20\n  n += k\n  return n"
    assert (
        logged("for k in (1..3)\n  log := log ++ [k]\n  n := more(k)", parts=parts) == "[1, 2, 3]"
    )
    done = Play(game("for k in (1..3): n := more(k)\ndraw", parts))
    assert done["n"] == "6"


def test_the_arguments_of_a_procedure_are_the_values_at_its_start() -> None:
    parts = "procedure twice(k: 0..20)\n  n := 9\n  log := log ++ [k, n]"
    assert logged("n := 4\ntwice(n)", parts=parts) == "[4, 9]"


def test_let_keeps_the_value_it_had() -> None:
    assert logged("let k = n\nn := 4\nlog := [k, n]") == "[0, 4]"
    play = "let k = n\nchoose A\n  up\n    n := 4\nlog := [k, n]"
    assert logged(play, "up") == "[0, 4]"


def test_a_local_can_change() -> None:
    play = "var k: 0..20 = 2\nfor j in (1..3): k += j\nlog := [k]"
    assert logged(play) == "[8]"
    play = (
        "var k: 0..20 = 2\nrepeat 2 times\n  choose A\n    up\n      k += 1\n    same\nlog := [k]"
    )
    assert logged(play, "up", "same") == "[3]"


@pytest.mark.parametrize(
    "play",
    [
        "for p in Player\n  let k = n mod 5 + number(p)\n  n := 3\n  log := [k]",
        "if off = 1\n  var k: 0..3 = 1\n  n := k",
        "if off = 0: draw\nvar k: 0..3 = 1\nn := k",
    ],
)
def test_what_lasts_for_one_step_or_is_never_done_needs_no_variable(play: str) -> None:
    program = Play(game(f"{play}\ndraw", "param off: 0..1 = 0")).program
    assert {v.name for v in program.variables} == {"n", "log"}


def test_equal_positions_are_equal_states() -> None:
    """What a procedure or a loop remembered is forgotten when nothing needs it any more."""
    play = """
        repeat
          choose A
            left
              var k: 0..9 = 3
              choose A
                on
                  k += 1
                  n := k - 4
            right(j: 1..3)
              n := 0
            pair
              for q in {A, C}
                choose q
                  wait
    """
    done = Play(game(play))
    first = done.position
    for ways in (["left", "on"], ["right(2)"], ["right(3)"], ["pair", "wait", "wait"]):
        assert done.copy().choose(*ways).position == first


@pytest.mark.parametrize(
    "first", ["first()\nfor i in heap: second()", "for i in heap: second()\nfirst()"]
)
@pytest.mark.parametrize(
    "body", ["second()\n  A chooses p in Player", "if n = 2: second()\n  repeat\n    leave"]
)
def test_procedures_that_perform_each_other_are_refused_wherever_it_begins(
    first: str, body: str
) -> None:
    called = f"procedure first()\n  {body}\nprocedure second()\n  first()"
    with pytest.raises(RulesetError, match="E308"):
        load_text(game(f"{first}\ndraw", f"{ITEMS}{called}"), "refused.rules")
