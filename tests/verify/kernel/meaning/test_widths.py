"""How many elements an expression goes through, with what is gone through for each of them."""

from __future__ import annotations

import pytest
from tests import ir_build as build

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Function
from rulewright.verify.kernel.meaning.widths import Widths, is_an_end

FIVE, TWO, NONE, COUNT = ty.Int(0, 4), ty.Int(0, 1), ty.Int(1, 0), ty.Int(0, 9)
EACH, K, J = x.Local("i", FIVE), x.Local("k", TWO), x.Local("j", NONE)
SOME_TWO = x.Quantifier("some", K, build.every(TWO), None, build.eq(K, K), build.BOOL)
MAP = x.MapOf(K, x.In(K, build.every(TWO)), ty.Map(TWO, build.BOOL))


def some(local: x.Local, body: x.Expr) -> x.Expr:
    assert ty.is_scalar(local.type)
    return x.Quantifier("some", local, build.every(local.type), None, body, build.BOOL)


@pytest.mark.parametrize(
    ("e", "width"),
    [
        (x.YES, 1),
        (SOME_TWO, 2),
        (x.And((SOME_TWO, some(EACH, x.YES))), 5),
        (some(EACH, SOME_TWO), 10),
        (some(EACH, x.Call("asked", (), build.BOOL)), 10),
        (some(J, SOME_TWO), 2),
        (x.Filter(EACH, build.every(FIVE), SOME_TWO, ty.Set(FIVE)), 10),
        (x.Best(EACH, build.every(FIVE), EACH, True, ty.Set(FIVE)), 5),
        (MAP, 2),
        (x.MapOf(EACH, SOME_TWO, ty.Map(FIVE, build.BOOL)), 10),
        (x.MapOf(J, SOME_TWO, ty.Map(NONE, build.BOOL)), 2),
    ],
)
def test_what_is_gone_through_inside_counts_for_each_element(e: x.Expr, width: int) -> None:
    asked = Function("asked", (), build.BOOL, SOME_TWO)
    widths = Widths(
        build.program("widths", (), (), (), functions=(asked,)),
    )
    assert widths.of(e) == width
    assert widths.of(e) == width


@pytest.mark.parametrize(
    ("kind", "where", "body", "end"),
    [
        ("min", None, EACH, True),
        ("max", None, x.Convert(EACH, ty.Int(0, 9)), True),
        ("sum", None, EACH, False),
        ("min", x.YES, EACH, False),
        ("min", None, x.Arith("+", EACH, EACH, COUNT), False),
        ("min", None, x.Local("other", FIVE), False),
        ("min", None, x.Convert(x.Local("other", FIVE), ty.Int(0, 9)), False),
    ],
)
def test_the_least_and_the_greatest_of_some_elements_are_ends(
    kind: str, where: x.Expr | None, body: x.Expr, end: bool
) -> None:
    e = x.Quantifier(kind, EACH, build.every(FIVE), where, body, ty.Option(FIVE))
    assert is_an_end(e) is end
