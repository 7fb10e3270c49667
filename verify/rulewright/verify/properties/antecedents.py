"""What must occur for a check to say anything (Beer, Ben-David, Eisner, Rodeh 2001: vacuity).

``always: if A then B``, ``never: A and B`` and ``never after p acts: A and B`` hold of a game in which A never
comes about, and say nothing of B then. Each such A is asked for like any other state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.program import Check
from rulewright.dsl.ir.types import Bool

from .kinds.safety import Reachable
from .kinds.steps import SomeBy
from .registry import kind_of
from .target import StateTarget, StepTarget

TRUE = x.Const(1, Bool())


def antecedents(check: Check) -> tuple[x.Expr, ...]:
    """The conditions under which the check says anything; none if it always does.

    A check says nothing if one of them is met in no reachable state.
    """
    kind = kind_of(check)
    target = kind.target(0)
    if kind.seeks == "witness" or not isinstance(target, StateTarget | StepTarget):
        return ()
    return tuple(_of(check.property, expected=not (isinstance(target, StepTarget) or target.holds)))


def asking(check: Check) -> tuple[Check, ...]:
    """For each of its conditions, the check that asks whether it occurs."""
    keyword = Reachable.keyword if check.player is None else SomeBy.keyword
    return tuple(
        replace(check, name=f"{check.name}_met_{n}", kind=keyword, property=condition,
                expected=True, question="")
        for n, condition in enumerate(antecedents(check), 1)
    )  # fmt: skip


def _of(node: x.Expr, *, expected: bool) -> Iterator[x.Expr]:
    """The conditions of a property that always holds (``expected``), or never."""
    match node:
        case x.Not(arg):
            yield from _of(arg, expected=not expected)
        case x.Or(args) if expected:
            # not A or B: if A, then B
            yield from (a.arg for a in args if isinstance(a, x.Not))
        case x.And(args) if not expected:
            # A and not B: if A, then B
            yield from (a for a in args if not isinstance(a, x.Not))
        case x.If(condition=condition, otherwise=otherwise) if expected and otherwise == TRUE:
            yield condition
        case x.Quantifier(kind=kind, where=where, body=body) if body is not None and kind == (
            "all" if expected else "some"
        ):
            inner = list(_of(body, expected=expected))
            yield from (replace(node, kind="some", body=condition) for condition in inner)
            if where is not None and not inner:
                yield replace(node, kind="some", where=None, body=where)
        case _:
            pass
