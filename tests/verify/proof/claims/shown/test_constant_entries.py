"""What lies in places where nobody came in plays: found there, and what it proves."""

from __future__ import annotations

import re

import pytest
from tests import ir_build as build
from tests.verify.proof.efforts import QUICK

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Variable
from rulewright.dsl.ir.types import Bool, Enum, Int, Map, Option, Set, Type
from rulewright.dsl.load import load_text
from rulewright.verify.kernel.check import Accepted
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.proof import accept
from rulewright.verify.proof.claims.shown.constant_entries import constant_entries
from rulewright.verify.proof.guess import NoGuess, guess

PLACE = Enum("Place", ("A", "B", "C", "D"))
SIDE = Enum("Side", ("Left", "Right"))
NONE = 2


def shown(value: Type, *seen: tuple[int, ...]) -> list[str]:
    """What is claimed of a map ``m`` from places to values, without the types of constants."""
    variable: Variable = build.state("m", Map(PLACE, value), seen[0] if seen else (0,) * 4)
    claims = constant_entries([variable], [{"m": one} for one in seen])
    return [re.sub(r" : [^()]+?\)", ")", show_expr(claim.expression)) for claim in claims]


def test_entries_with_the_same_value_in_all_positions_make_one_claim() -> None:
    assert shown(Int(0, 9), (1, 1, 5, 0), (1, 1, 5, 7)) == [
        "(all %key in ({A, B}): ((1) == m[%key]))",
        "(all %key in ({C}): ((5) == m[%key]))",
    ]
    assert shown(Int(0, 9), (1, 2, 3, 4), (5, 6, 7, 8)) == []
    assert shown(Int(0, 9)) == [], "nothing was seen"


def test_what_is_never_missing_is_told_although_it_changes() -> None:
    assert shown(Option(SIDE), (0, 1, NONE, NONE), (1, 1, NONE, 0)) == [
        "(all %key in ({B}): ((Right) == m[%key]))",
        "(all %key in ({C}): ((none) == m[%key]))",
        "(all %key in ({A, B}): ((none) != m[%key]))",
    ]
    assert "!=" not in str(shown(Option(SIDE), (0, NONE, 0, 0), (0, 1, 0, 0)))


def test_truths_are_told_as_such_and_sets_not_at_all() -> None:
    assert shown(Bool(), (0, 1, 0, 0), (0, 1, 1, 0)) == [
        "(all %key in ({A, D}): (not m[%key]))",
        "(all %key in ({B}): m[%key])",
    ]
    assert shown(Set(SIDE), (0, 1, 2, 3), (0, 1, 2, 3)) == []


OPENING = """\
ruleset opening "First the middle, then beside it"
  players Ann, Bob
  board field = square(5, 4)
  state on: Square -> Player? = none
  play
    repeat 1 times
      turns for p in Player
        choose p
          start(s: {c3, c4}) when on[s] is none
            on[s] := p
    repeat 4 times
      turns for p in Player
        choose p
          place(s: Square) when on[s] is none, some t in near(s): on[t] is not none
            on[s] := p
        otherwise
          draw
    draw
  check full: always (count s in Square: on[s] is not none) > 2 implies on[c3] is not none and on[c4] is not none
"""


@pytest.mark.heavy
def test_the_middle_is_full_before_play_goes_beyond_it() -> None:
    """While the first pieces are placed, all other places are empty: so two pieces fill the middle."""
    of = instantiate(load_text(OPENING, "opening.rules"))
    found = guess(of, 0, QUICK)
    assert not isinstance(found, NoGuess)
    assert isinstance(accept(of, 0, found, Budget().start()), Accepted)
