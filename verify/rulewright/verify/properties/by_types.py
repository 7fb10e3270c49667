"""Checks that hold whatever the rules are: what they say follows from the types of what they mention.

``taken <= 9`` says nothing of ``state taken: 0..9``. That a rule leaves a range is told by itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Check, Program
from rulewright.dsl.ir.types import Int

from ..effort.searching import LASTING
from .registry import kind_of
from .target import StateTarget, StepTarget


def holds_by_types(program: Program, check: Check) -> bool:
    """Whether no state, reachable or not, could make the answer to a check another than that it holds."""
    kind = kind_of(check)
    target = kind.target(0)
    if kind.seeks == "witness" or not isinstance(target, StateTarget | StepTarget):
        return False
    if isinstance(check.property, x.Const):
        return False  # a parameter or a reading says so, and may say something else
    bodies = {function.name: function.body for function in program.functions}
    value = _truth(check.property, bodies, LASTING.functions)
    sought = isinstance(target, StepTarget) or target.holds
    return value is not None and value is not sought


def _truth(node: x.Expr, bodies: Mapping[str, x.Expr], deep: int) -> bool | None:
    """What an expression comes to in every state; None if that cannot be told from types."""

    def of(inner: x.Expr) -> bool | None:
        return _truth(inner, bodies, deep)

    match node:
        case x.Const(value):
            return bool(value)
        case x.Not(arg):
            return _not(of(arg))
        case x.And(args):
            return _all([of(arg) for arg in args])
        case x.Or(args):
            return _any([of(arg) for arg in args])
        case x.If(condition, then, otherwise):
            met, one, other = of(condition), of(then), of(otherwise)
            return one if met is True or one is other else other if met is False else None
        case x.Compare(op, left, right):
            return _compared(op, left.type, right.type)
        case x.Quantifier(kind="all", where=where, body=body) if body is not None:
            return _any([of(body), None if where is None else _not(of(where))]) or None
        case x.Quantifier(kind="some", where=where, body=body) if body is not None:
            none = _all([of(body), None if where is None else of(where)]) is False
            return False if none else None
        case x.Call(function) if deep:
            return _truth(bodies[function], bodies, deep - 1)
        case _:
            return None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: list[bool | None]) -> bool | None:
    return False if False in values else None if None in values else True


def _any(values: list[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False


def _compared(op: str, left: object, right: object) -> bool | None:
    """How all values of one type of numbers compare with all of another."""
    if not isinstance(left, Int) or not isinstance(right, Int):
        return None
    apart = left.hi < right.lo or right.hi < left.lo
    match op:
        case "<":
            return True if left.hi < right.lo else False if left.lo >= right.hi else None
        case "<=":
            return True if left.hi <= right.lo else False if left.lo > right.hi else None
        case "==":
            return False if apart else None
        case _:
            return True if apart else None
