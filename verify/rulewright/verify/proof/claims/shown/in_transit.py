"""What is on its way: what always comes to the same, but for what a procedure has in hand.

Where seeds are sown one by one, those on the board and those in hand are as many as there always are. At the
head of such a loop an equation between sums holds together with numbers that the procedure remembers; which,
is seen in plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.fold import arith, number
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.walk import substituted

from ....effort.proving import CLAIMING
from ....kernel.certificate import Claim, CutBlock
from ...cut_steps import CutPosition, PointNumber


def excess(claim: Claim, head: int, name: str) -> PointNumber | None:
    """By how much the left side of an equation exceeds the right one at the head of a loop, under a ``name``;
    None if the claim is no equation between numbers."""
    e = claim.expression
    if (
        claim.holds
        and isinstance(e, x.Compare)
        and e.op == "=="
        and isinstance(e.left.type, ty.Int)
    ):
        given = {local: x.Const(value, ty.scalar(local.type)) for local, value in claim.bound}
        exceeds = substituted(arith("-", e.left, e.right), given)
        return PointNumber(name, CutBlock(head), exceeds)
    return None


def in_transit(
    program: Program, claim: Claim, exceeds: PointNumber, positions: Sequence[CutPosition]
) -> Iterator[Claim]:
    """Equations that hold in all the positions, which belong to one head of a loop: the claim with what up to
    two variables of procedures hold, or with a constant; the claim alone if it holds.

    Few are given, as they are all tried.
    """
    yield from islice(_all(program, claim, exceeds, positions), CLAIMING.in_transit)


def _all(
    program: Program, claim: Claim, exceeds: PointNumber, positions: Sequence[CutPosition]
) -> Iterator[Claim]:
    column = [int(p[exceeds.name]) for p in positions]  # type: ignore[arg-type]
    if not any(column):
        yield claim
        return
    held = [v for v in program.variables if not v.declared and isinstance(v.type, ty.Int)]
    signed: list[tuple[int, Variable, list[int]]] = []
    for v in held:
        values = [int(p[v.name]) for p in positions]  # type: ignore[arg-type]
        if len(set(values)) > 1:
            signed += [(sign, v, [sign * value for value in values]) for sign in (1, -1)]
    for many in range(3):
        found = False
        for some in combinations(signed, many):
            rows = zip(column, *(values for _, _, values in some), strict=True)
            if len(sums := set(map(sum, rows))) == 1:
                found = True
                yield _with(claim, [(sign, v) for sign, v, _ in some], *sums)
        if found:
            return


def _with(claim: Claim, held: Sequence[tuple[int, Variable]], by: int) -> Claim:
    """That the left side and what is held, each with its sign, exceed the right side by so much."""
    e = claim.expression
    assert isinstance(e, x.Compare)
    left, right = e.left, e.right
    for sign, v in held:
        var = x.Var(v.name, v.type)
        left, right = (arith("+", left, var), right) if sign > 0 else (left, arith("+", right, var))
    if by > 0:
        right = arith("+", right, number(by))
    elif by < 0:
        left = arith("+", left, number(-by))
    return replace(claim, expression=x.Compare("==", left, right), summed=True)
