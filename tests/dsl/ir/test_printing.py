"""The text of programs: what it looks like, and that it tells programs apart."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import ir_build as build
from tests import ir_examples as examples
from tests.dsl.ir.ir_changes import changes
from tests.ir_strategies import games, questions
from tests.tiers import drawn, every

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ir import code as s
from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.printing.program import show_expr, show_program, show_stmt
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Enum, Int, List, Map, Option, Record, Set
from rulewright.dsl.load import load_text

GOLDEN = Path(__file__).parents[1] / "golden"
SPOT = Enum("Spot", ("a", "b"))
PAIR = Record("Pair", (("spot", SPOT), ("up", x.BOOL)))
SPOTS, ROW, NEAR = Set(SPOT), List(SPOT, 2), Map(SPOT, Set(SPOT))
ON = x.Var("on", Map(SPOT, Option(SPOT)))
LEFT, HERE, ME, IT = (
    x.Var("left", Int(0, 9)),
    x.Var("here", SPOTS),
    x.Var("me", SPOT),
    x.Local("i", SPOT),
)
LINE, A, EACH = x.Var("line", ROW), x.Const(0, SPOT), x.Const(3, SPOTS, "Spot")
TABLE, MAYBE = x.Const((2, 1), NEAR, "near"), x.Lookup(ON, IT, Option(SPOT))
FEW = Int(0, 2)


def test_a_ruleset_as_text() -> None:
    text = (GOLDEN / "tictactoe.rules").read_text("utf-8")
    program = instantiate(load_text(text, "tictactoe.rules"))
    assert show_program(program) == (GOLDEN / "tictactoe.ir").read_text("utf-8")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (x.YES, "yes"),
        (build.num(-3), "-3"),
        (x.Const(3, Int(0, 9)), "(3 : 0..9)"),
        (A, "(a : Spot)"),
        (EACH, "@Spot"),
        (x.Call("f", (IT, LEFT), x.BOOL), "f(%i, left)"),
        (x.Not(x.And((x.YES, x.Or((x.NO, x.YES))))), "(not (yes and (no or yes)))"),
        (x.Compare("<=", HERE, EACH), "(here <= @Spot)"),
        (x.Arith("-", LEFT, LEFT, Int(-9, 9)), "(left - left)"),
        (x.Arith("div", LEFT, build.num(2), Int(0, 4)), "(left div 2)"),
        (x.Arith("+", LEFT, LEFT, Int(0, 20)), "((left + left) : 0..20)"),
        (x.If(x.YES, ME, IT, SPOT), "(if yes then me else %i)"),
        (x.If(x.YES, ME, IT, Option(SPOT)), "((if yes then me else %i) : Spot?)"),
        (x.Quantifier("all", IT, HERE, None, x.YES, x.BOOL), "(all %i in here: yes)"),
        (x.Quantifier("count", IT, HERE, x.NO, None, FEW), "(count %i in here where no)"),
        (x.Quantifier("min", IT, HERE, None, LEFT, Option(Int(0, 9))), "(min %i in here: left)"),
        (x.Quantifier("sum", IT, HERE, None, LEFT, Int(0, 18)), "((sum %i in here: left) : 0..18)"),
        (x.Filter(IT, HERE, x.YES, SPOTS), "{%i in here where yes}"),
        (x.Filter(x.Local("i", FEW), HERE, x.YES, SPOTS), "{%i: 0..2 in here where yes}"),
        (x.Best(IT, HERE, LEFT, True, SPOTS), "{%i in here with most left}"),
        (x.Best(IT, HERE, LEFT, False, SPOTS), "{%i in here with least left}"),
        (x.SetOf((ME, IT), SPOTS), "{me, %i}"),
        (x.SetOf((), SPOTS), "({} : set of Spot)"),
        (x.Combine("difference", HERE, EACH, SPOTS), "(here difference @Spot)"),
        (x.In(ME, HERE), "(me in here)"),
        (x.Size(HERE, FEW), "#size(here)"),
        (x.Size(LINE, Int(0, 3)), "(#size(line) : 0..3)"),
        (MAYBE, "on[%i]"),
        (x.MapOf(IT, HERE, NEAR), "{%i: Spot -> here}"),
        (x.Permute(ON, TABLE, Map(SPOT, Option(SPOT))), "#permute(on, @near)"),
        (x.Reach(ME, HERE, TABLE, SPOTS), "#reach(me, here, @near)"),
        (x.Distance(ME, IT, HERE, TABLE, Option(FEW)), "(#distance(me, %i, here, @near) : 0..2?)"),
        (x.ListOf((ME, IT), ROW), "[me, %i]"),
        (x.ListOf((ME,), ROW), "([me] : list of Spot up to 2)"),
        (x.Concat(LINE, LINE, List(SPOT, 4)), "(line ++ line)"),
        (x.Item(LINE, LEFT, False, Option(SPOT)), "#item(line, left)"),
        (x.Item(LINE, LEFT, True, Option(SPOT)), "#item_from_end(line, left)"),
        (x.Slice(LINE, build.num(0), LEFT, ROW), "#slice(line, 0, left)"),
        (x.Field(x.Make((ME, x.YES), PAIR), "up", x.BOOL), "(<me, yes> : Pair).up"),
        (x.Convert(ME, Option(SPOT)), "(me as Spot?)"),
        (x.Unwrap(MAYBE, SPOT), "on[%i]!"),
        (x.At((1, 2)), "#at(1, 2)"),
        (
            x.After(
                (
                    s.Let(IT, ME),
                    s.When(x.YES, (s.Store("me", None, IT, None),), (s.Require(x.NO, 4),)),
                    s.Each(IT, HERE, (s.Store("on", IT, MAYBE, 5),)),
                ),
                x.NO,
            ),
            "(after {let %i: Spot = me; if yes {me := %i} else {require no !4}; "
            "for %i in here {on[%i] := on[%i] !5}}: no)",
        ),
    ],
)
def test_expressions(node: x.Expr, text: str) -> None:
    assert show_expr(node) == text


def test_statements() -> None:
    inner = s.When(x.NO, (), (s.Require(x.YES, 1),))
    node = s.When(x.YES, (s.Each(IT, HERE, (s.Store("me", None, IT, 0), inner)),), ())
    assert (
        show_stmt(node)
        == """\
if yes
  for %i in here
    me := %i !0
    if no
      nothing
    else
      require yes !1"""
    )


def test_constants_of_one_name_are_told_apart() -> None:
    same, other = x.Const(3, SPOTS, "Spot"), x.Const(1, SPOTS, "Spot")
    asked = x.And((x.In(A, EACH), x.In(A, other), x.In(ME, same)))
    labels = {EACH: "Spot", other: "Spot~2"}
    assert (
        show_expr(asked, labels)
        == "(((a : Spot) in @Spot) and ((a : Spot) in @Spot~2) and (me in @Spot))"
    )


@pytest.mark.parametrize("show", [show_expr, show_stmt])
@pytest.mark.parametrize("node", [None, s.Goto(1), "text"])
def test_what_is_no_part_of_the_ir_raises(show: Any, node: object) -> None:
    with pytest.raises(TypeError, match="of the IR"):
        show(node)


def distinct(program: Program, first: int, step: int) -> int:
    """How many changed programs were looked at; every one must print differently."""
    text = show_program(program)
    made = (change() for change in islice(changes(program), first, None, step))
    count = 0
    for other in made:
        if other is not None:
            count += 1
            assert show_program(other) != text, repr(other)
    return count


EXAMPLES = (
    examples.tictactoe(),
    examples.hanoi(2),
    examples.carousel(),
    examples.dice(),
    examples.hands(),
    examples.hexagon(),
    examples.cards(),
    examples.stillborn(),
    examples.spin(),
)


@pytest.mark.thorough
@pytest.mark.parametrize("program", every(2, EXAMPLES), ids=lambda p: p.instance.ruleset)
def test_programs_that_differ_print_differently(program: Program) -> None:
    assert distinct(program, 0, 1) > 20


@pytest.mark.thorough
@settings(max_examples=drawn(25, few=2), deadline=None)
@given(st.one_of(games(), questions()), st.integers(0, 39))
def test_random_programs_that_differ_print_differently(program: Program, first: int) -> None:
    distinct(program, first, 40)
