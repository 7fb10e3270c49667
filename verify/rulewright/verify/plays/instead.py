"""What a value is where it should have been another one: told where an example does not come out."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.program import Check, Program
from rulewright.engines.python.game import PythonGame, PythonState

from ..effort.answering import RECHECKING


def instead(program: Program, condition: x.Expr, state: PythonState, move_limit: int) -> str:
    """That something is one value instead of another, if a condition that does not hold in a state asks whether
    it is; otherwise nothing."""
    match condition:
        case x.Compare("==", x.Const() as asked, e) | x.Compare("==", e, x.Const() as asked):
            return _instead(program, e, asked, state, move_limit)
        case _:
            return ""


def _instead(
    program: Program, e: x.Expr, asked: x.Const, state: PythonState, move_limit: int
) -> str:
    t = e.type
    if not ty.is_scalar(t) or ty.size(t) > RECHECKING.example_values:
        return ""
    values = ty.scalar_values(t)
    checks = tuple(
        Check(str(n), "always", x.Compare("==", x.Const(value, t), e), None, "")
        for n, value in enumerate(values)
    )
    game = PythonGame(replace(program, checks=checks, strategies=()), move_limit)
    found = next(value for n, value in enumerate(values) if game.holds(n, state))
    return f"it is {ty.show_value(t, found)} instead of {ty.show_value(asked.type, asked.value)}"
