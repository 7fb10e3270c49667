"""Drops candidates that plays refute, without asking a solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import fold
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.python.game import PythonGame, PythonState

from ...effort.proving import CLAIMING
from ...kernel.certificate import Claim, CutPoint
from ..cut_steps import CutPosition
from ..stop_at_loops import stopping_at


def unrefuted(
    program: Program,
    candidates: Mapping[CutPoint, Sequence[Claim]],
    seen: Mapping[CutPoint, Sequence[CutPosition]],
    tick: Callable[[], None],
) -> Iterator[tuple[CutPoint, tuple[Claim, ...]]]:
    """For each cut point the claims that are true in all of its positions that are looked at.

    ``tick`` is called for each claim in each position, and may raise.
    """
    claims = list(dict.fromkeys(claim for some in candidates.values() for claim in some))
    checks = tuple(Check(f"claim {i}", "always", closed(c), None, "") for i, c in enumerate(claims))
    game = PythonGame(replace(stopping_at(program, ()), checks=checks))
    numbers = {claim: number for number, claim in enumerate(claims)}
    for point, some in candidates.items():
        left = list(some)
        for position in seen.get(point, ())[: CLAIMING.looked_at]:
            state = game.at(point.node or 0, position)
            true: list[Claim] = []
            for claim in left:
                tick()
                if _may_be_true(game, numbers[claim], state):
                    true.append(claim)
            left = true
        yield point, tuple(left)


def _may_be_true(game: PythonGame, number: int, state: PythonState) -> bool:
    try:
        return game.holds(number, state)
    except LookupError:
        return True  # It is part of a condition, and means nothing without the other parts.


def closed(claim: Claim) -> x.Expr:
    """A claim as an expression without free locals."""
    e = claim.expression if claim.holds else fold.not_(claim.expression)
    for local, value in reversed(claim.bound):
        t = ty.scalar(local.type)
        only = x.Const(1 << value - ty.lowest(t), ty.Set(t))
        e = x.Quantifier("all", local, only, None, e, ty.Bool())
    return e
