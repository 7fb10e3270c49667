"""Procedures that perform themselves: by whom, with which number, and what they return."""

from __future__ import annotations

import pytest
from tests.dsl.elaborate.control.statements import logged
from tests.dsl.playing import Play, game

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.load import load_text

STRAIGHT = """
procedure total(k: 0..3, p: Player, q: Player) -> 0..20
  var more: 0..20 = 0
  if k > 0
    let rest = total(k - 1, q, p)
    more := min(20, rest + number(p))
  return more
procedure outer(p: Player) -> 0..20
  let found = total(min(n, 3), p, next(p))
  return found
"""
JUMPING = """
procedure total(k: 0..3, p: Player, q: Player) -> 0..20
  if k > 0
    let rest = total(k - 1, q, p)
    if rest > 15: return 20
    return min(20, rest + number(p))
  return 0
procedure outer(p: Player) -> 0..20
  if n > 20: return 0
  let found = total(min(n, 3), p, next(p))
  return found
"""
ASKING = """
procedure total(k: 0..3, p: Player, q: Player) -> 0..20
  if k = 0: return 0
  choose p
    go
      nothing
  let rest = total(k - 1, q, p)
  return min(20, rest + number(p))
procedure outer(p: Player) -> 0..20
  let found = total(min(n, 3), p, next(p))
  return found
"""


@pytest.mark.parametrize("parts", [STRAIGHT, JUMPING, ASKING])
@pytest.mark.parametrize("call", ["outer(B)", "total(min(n, 3), B, C)", "total(2, B, C)"])
def test_each_copy_is_given_its_own_and_returns_to_the_one_before(parts: str, call: str) -> None:
    """The number comes first here, and the players change places each time."""
    choices = ["go", "go"] if parts == ASKING else []
    if call != "outer(B)":
        parts = parts.split("procedure outer")[0]
    assert logged(f"n := 2\nlet m = {call}\nlog := [m]", *choices, parts=parts) == "[5]"


@pytest.mark.thorough
@pytest.mark.parametrize("parts", [STRAIGHT, JUMPING])
@pytest.mark.parametrize("call", ["outer(B)", "total(min(n, 3), B, C)", "total(2, B, C)"])
def test_what_would_be_after_it_is_what_is_after_it(parts: str, call: str) -> None:
    parts += f"procedure tried()\n  let m = {call}\n  if m = 1: n := 0\n  log := [m]\n"
    checks = "\n".join(f"check is_{k}: always after tried(): log = [{k}]" for k in range(9))
    before = Play(
        game("n := 2\nchoose A\n  go\n    tried()\nlet m = outer(A)\nn := m\ndraw", parts + checks)
    )
    assert [k for k in range(9) if before.holds(f"is_{k}")] == [5]
    assert before.choose("go")["log"] == "[5]"


@pytest.mark.parametrize("call", ["total(min(n, 3), B, C)", "total(2, B, C)"])
def test_what_is_returned_is_remembered_once(call: str) -> None:
    """The name that is bound to it is no other variable."""
    parts = ASKING.split("procedure outer")[0]
    play = f"n := 2\nlet m = {call}\nchoose A\n  go\n    n := m\ndraw"
    variables = Play(game(play, parts)).program.variables
    assert [v.name for v in variables if v.kind == "frame"] == ["total"]
    assert "m" not in {v.name for v in variables}


NEVER = """
param off: 0..1 = 0
procedure total(k: 0..3) -> 0..20
  if k = 0: return 1
  if off = 1
    log := [total(k - 3)]
    {never}
  let rest = total(k - 1)
  return min(20, rest + 1)
"""


def test_what_is_never_done_may_sink_too_far() -> None:
    parts = NEVER.replace("log := [total(k - 3)]", "let far = total(k - 3)\n    log := [far]")
    assert (
        logged("n := 1\nlet m = total(3)\nlog := [m]", parts=parts.replace("{never}", "nothing"))
        == "[4]"
    )
    with pytest.raises(RulesetError, match="expected a Player"):
        load_text(
            game("let m = total(3)\ndraw", parts.replace("{never}", "win far")), "refused.rules"
        )


DOWN = """
procedure down(k: 0..2)
  log := log ++ [k]
  if k > 0: down({less})
procedure outer(k: 0..2)
  down(k)
"""


@pytest.mark.parametrize(("less", "log"), [("k - 1", "[2, 1, 0]"), ("k - 2", "[2, 0]")])
def test_it_sinks_as_far_as_it_says(less: str, log: str) -> None:
    assert logged("outer(2)", parts=DOWN.replace("{less}", less)) == log


@pytest.mark.parametrize(
    ("call", "less", "said"),
    [
        ("outer(2)", "k - n", "how far k sinks here is not known before play begins"),
        ("outer(2)", "k - 0", "where k is 2, this performs down with 2, which is no less"),
        ("outer(min(n, 2))", "k - 2", "where k is 1, this performs down with -1"),
    ],
)
def test_how_far_it_sinks_is_known_whoever_performs_it(call: str, less: str, said: str) -> None:
    with pytest.raises(RulesetError, match="E308") as caught:
        load_text(game(f"{call}\ndraw", DOWN.replace("{less}", less)), "refused.rules")
    assert said in str(caught.value)
