"""What is claimed of the values that plays showed."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.walk import walk
from rulewright.verify.proof.claims.candidates import seen_range

FAR = ty.Int(-999_999_999, 999_999_999)
PLAYER = ty.Enum("Player", ("A", "B"))


def _said(var: x.Var, *seen: ty.Value) -> x.Expr:
    (claim,) = seen_range(var, seen)
    return claim.expression


def test_of_a_number_with_few_values_there_is_a_set_of_those_that_were_seen() -> None:
    n = x.Var("n", ty.Int(-1, 6))
    assert _said(n, 0, 3) == x.In(n, x.Const(0b10010, ty.Set(ty.Int(-1, 6))))


def test_of_a_number_that_goes_far_no_set_is_made() -> None:
    n = x.Var("n", FAR)
    each = tuple(x.Compare("==", n, x.Const(value, FAR)) for value in (-7, 0, 3))
    assert _said(n, 3, 0, -7) == x.Or(each)
    assert _said(n, 3) == each[2]
    entries = _said(x.Var("m", ty.Map(PLAYER, FAR)), (5, -7))
    assert not any(isinstance(part, x.Const) and part.type == ty.Set(FAR) for part in walk(entries))
    assert {p.value for p in walk(entries) if isinstance(p, x.Const) and p.type == FAR} == {5, -7}
