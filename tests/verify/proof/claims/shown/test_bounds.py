"""Between which numbers amounts lie: found where plays show it, and what it proves."""

from __future__ import annotations

import re

import pytest
from tests import ir_build as build
from tests.tiers import judges
from tests.verify.proof.efforts import NORMAL

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Stop
from rulewright.dsl.ir.printing.code import show_expr
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import Enum, Int
from rulewright.dsl.load import load_text
from rulewright.verify.kernel.certificate import CutNode
from rulewright.verify.kernel.check import Accepted
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.proof import accept
from rulewright.verify.proof.claims.shown.bounds import bounds
from rulewright.verify.proof.cut_steps import CutPosition, PointNumber
from rulewright.verify.proof.features import computed
from rulewright.verify.proof.guess import NoGuess, guess

SIDE = Enum("Side", ("Left", "Right"))
LEFT = build.state("left", Int(0, 9), 0)


def program(*variables: Variable) -> Program:
    return build.program("amounts", variables, (Block("play", (), Stop(0)),), ())


def shown(of: Program, positions: list[CutPosition], *here: PointNumber) -> list[str]:
    """The bounds, without the types of constants."""
    texts = [show_expr(claim.expression) for claim in bounds(of, positions, here)]
    return [re.sub(r"\(([^() ]+) : [^()]+\)", r"\1", text) for text in texts]


def test_the_most_and_the_least_and_a_little_less_are_bounds() -> None:
    of = program(LEFT)
    seven = ["(left <= 8)", "(1 <= left)", "(2 <= left)", "(3 <= left)", "(6 <= left)"]
    assert shown(of, [{"left": n} for n in (6, 8, 7)]) == seven
    assert shown(of, [{"left": n} for n in (2, 9)]) == ["(1 <= left)", "(2 <= left)"]
    assert shown(of, [{"left": n} for n in (0, 9)]) == [], "the type tells as much"
    assert shown(of, []) == []


def test_what_steers_play_makes_cases_with_closer_bounds() -> None:
    of = program(Variable("p", SIDE, 0, "frame"), LEFT)
    seen: list[CutPosition] = [{"p": p, "left": n} for p, n in ((0, 0), (0, 1), (1, 1), (1, 9))]
    assert shown(of, seen) == [
        "((not (p == Left)) or (left <= 1))",
        "((not (p == Right)) or (1 <= left))",
    ]


def test_what_steers_is_no_amount_in_its_own_cases() -> None:
    of = program(Variable("n", Int(0, 6), 0, "frame"), LEFT)
    seen: list[CutPosition] = [{"n": n, "left": n} for n in range(7)]
    found = shown(of, seen)
    assert "((not (n == 1)) or (1 <= left))" in found
    assert not any("<= n)" in text or "(n <=" in text for text in found)


def test_a_ruleset_has_functions_for_what_it_counts() -> None:
    side, pips = x.Local("side", SIDE), x.Local("pips", Int(0, 9))
    functions = (
        build.Function("of", (side,), Int(0, 9), x.Const(1, Int(0, 9))),
        build.Function("all", (), Int(0, 9), x.Const(2, Int(0, 9))),
        build.Function("is_so", (), x.BOOL, x.YES),
        build.Function("more", (pips,), Int(0, 9), pips),
    )
    of = build.program("counts", (LEFT,), (Block("play", (), Stop(0)),), (), functions=functions)
    here = CutNode(0)
    numbers = [*computed(of, [here])]
    assert [show_expr(n.expression) for n in numbers] == [
        "of((Left : Side))",
        "of((Right : Side))",
        "all()",
    ]
    assert {n.point for n in numbers} == {here}
    assert len({n.name for n in numbers}) == 3
    some = numbers[0]
    found = shown(of, [{"left": 0, some.name: 5}, {"left": 9, some.name: 9}], some)
    assert found == ["(1 <= of(Left))", "(2 <= of(Left))", "(3 <= of(Left))", "(5 <= of(Left))"]


TAKING = """\
ruleset taking "Each lays two, then one is taken"
  players Ann, Bob
  board field = square(5, 5)
  state on: Square -> Player? = none
  let men(p: Player) = count s in Square: on[s] is p
  play
    repeat 2 times
      turns for p in Player
        choose p
          lay(s: Square) when on[s] is none
            on[s] := p
            if men(next(p)) > 1
              choose p
                take(t: Square) when on[t] is next(p)
                  on[t] := none
    turns for p in Player
      choose p
        show(s: Square) when on[s] is p
    draw
  check acts: someone can always act
"""


@pytest.mark.parametrize("number", judges([0]))
def test_each_has_a_man_left_to_show(number: int) -> None:
    """Nobody loses more men than one of two."""
    of = instantiate(load_text(TAKING, "taking.rules"))
    found = guess(of, number, NORMAL)
    assert not isinstance(found, NoGuess)
    assert isinstance(accept(of, number, found, Budget().start()), Accepted)
