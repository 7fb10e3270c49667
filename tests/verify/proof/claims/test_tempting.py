"""Statements that look as if they were kept, and are not: none of them may be proved.

Beside each stands a statement about the same rules that is kept, and is proved: so there is
something to be tempted by.
"""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.tiers import every

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.program import Program
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.proof import look_for_proof
from rulewright.verify.portfolio.provers import SmtProver
from rulewright.verify.results.verdict import Proved
from rulewright.verify.stategraph.bfs import explore

HEAD = """\
ruleset tempting "What looks as if it were kept"
  players A, B
  enum Place: Pa, Pb, Pc
  state n: 0..9 = 0
  state m: 0..9 = 0
  state held: Place -> 0..3 = 0
  state marked: set of Place = {}
"""

PLAY = """\
  play
    repeat
      choose A
        go(s: Place)
          nothing
{effects}
"""

CASES: dict[str, tuple[str, str, str]] = {
    # what happens, what is not kept, what is kept
    "a pass sees what the pass before it did": (
        "n := 0\nfor p in Place\n  if n = 1: m := 1\n  n := 1", "m = 1", "n > 1",
    ),
    "a pass sees what the pass before it did elsewhere": (
        "held[Pa] := 0\nfor p in Place\n"
        "  if held[Pa] = 1 and p is Pc: m := 2\n  held[p] := 1",
        "m = 2", "m = 3",
    ),
    "what a loop leaves behind": (
        "n := 0\nfor p in Place if p is s\n  n := 2", "n = 2", "n = 1",
    ),
    "a loop that runs for some only": (
        "marked := {s}\nfor p in marked\n  m := if p is Pb then 5 else 4", "m = 5", "m = 6",
    ),
    "a sum of passes": (
        "n := 0\nfor p in Place\n  n := if n < 9 then n + 1 else 9", "n = 3", "n = 4",
    ),
    "one of two branches": (
        "if s is Pa\n  n := 3\nelse\n  n := 4", "n = 4", "n = 5",
    ),
    "the last of two stores": (
        "n := 1\nn := 7", "n = 7", "n = 1",
    ),
    "a store at a key that is not known": (
        "held[s] := 2", "held[Pb] = 2", "held[Pb] = 1",
    ),
    "a move that is never undone": (
        "if m < 9: m += 1", "m = 9", "m < n",
    ),
}  # fmt: skip


def program(effects: str, *checks: str) -> Program:
    """A game in which A does this again and again."""
    told = "".join(f"  check c{i}: never {check}\n" for i, check in enumerate(checks))
    text = HEAD + told + PLAY.format(effects=indent(effects, " " * 10))
    return instantiate(load_text(text, "tempting.rules"))


def reached(of: Program, check: int) -> bool:
    """Whether a position in which the property holds can be reached."""
    game = PythonGame(of)
    return any(game.holds(check, state) for state in explore(game, Budget()).states)


def proved(of: Program, check: int) -> bool:
    answer = look_for_proof(PythonGame(of), check, SmtProver(), 90_000_000, Budget().start())
    return isinstance(answer.verdict, Proved)


@pytest.mark.thorough
@pytest.mark.parametrize("name", every(8, list(CASES), judging=True))
def test_what_looks_kept_is_not_proved(name: str) -> None:
    effects, wrong, right = CASES[name]
    of = program(effects, wrong, right)
    assert reached(of, 0)
    assert not reached(of, 1)
    assert not proved(of, 0)
    assert proved(of, 1)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("lemma", "kept"),
    [("m > 1", False), ("m > 2", True)],
    ids=["a lemma that does not hold", "a lemma that holds"],
)
def test_nothing_follows_from_a_check_that_does_not_hold(lemma: str, kept: bool) -> None:
    """Never m = 3 follows from both; m gets to be 2."""
    of = program("if m < 2: m += 1", "m = 3" if kept else "m = 2", lemma)
    assert reached(of, 0) is not kept
    assert proved(of, 0) is kept
