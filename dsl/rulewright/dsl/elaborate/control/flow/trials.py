"""Loops and jumps under ``after``, where everything happens in one step.

Control has nowhere to go in one step, so a variable holds its destination, and statements on the
way there are skipped. A loop without a visible end is given up after a number of passes, like a
statement that cannot be executed: then nothing holds after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....ir import code as x
from ....ir import fold
from ....ir.code import Each, Require, Stmt, Store, When
from ....ir.types import Int, scalar
from ....syntax import expressions as e
from ....syntax import statements as s
from ....syntax.parts import ProcedurePart
from .written import inside

WAY = Int(0, 3)
GOING, NEXT, LEFT, RETURNED = (x.Const(k, WAY) for k in range(4))

PASSES = 64
"""The passes after which a loop without a number of them is given up."""

HYPOTHETICAL_FAULT = -1
"""The fault number inside ``after``: play never rests at such a fault."""

_RESTS = (s.Choose, s.Pick, s.Roll, s.Secret, s.Win, s.Draw, s.Lose, s.Rank, s.Gap)
_JUMPS = (s.Leave, s.Next, s.Return)


def rest(name: str, procedures: Mapping[str, ProcedurePart]) -> s.Statement | None:
    """Where play rests in a procedure, or in one that it performs; None if it runs through."""
    seen, waiting = set[str](), [name]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        for node in _every(procedures[current].body):
            if isinstance(node, _RESTS):
                return node
            if isinstance(node, s.For) and node.order is not None and node.order.kind == "chosen":
                return node
            if isinstance(node, s.Bind | s.Assign):
                called: e.Expression | None = node.value
            else:
                called = node.call if isinstance(node, s.Perform) else None
            if isinstance(called, e.Application) and called.name.text in procedures:
                waiting.append(called.name.text)
    return None


def jumps(node: s.Statement) -> bool:
    """Whether control may skip the statements after this one."""
    return any(isinstance(inner, _JUMPS) for inner in _every((node,)))


def _every(block: Sequence[s.Statement]) -> list[s.Statement]:
    found, waiting = list[s.Statement](), list(block)
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += [inner for part in inside(node) for inner in part]
    return found


def go(way: x.Var, where: x.Const) -> Store:
    """From here on, control is on its way to that place."""
    return Store(way.name, None, where, None)


def looped(
    local: x.Local, over: x.Expr, way: x.Var, body: tuple[Stmt, ...], step: tuple[Stmt, ...] = ()
) -> tuple[Stmt, ...]:
    """The passes of a loop, one for each element; ``step`` is done after each of them."""
    next_, going, left = (fold.compare("==", way, where) for where in (NEXT, GOING, LEFT))
    on = When(next_, (go(way, GOING),), ())
    passed = When(going, (*body, on), ())
    return Each(local, over, (passed, *step)), When(left, (go(way, GOING),), ())


def unending(local: x.Local, way: x.Var, done: x.Expr, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The passes of a loop that ends when ``done`` holds before one, or by a jump.

    ``local`` counts the passes from 0; there is no pass number ``PASSES``.
    """
    further = fold.compare("<", local, fold.number(PASSES))
    passed = When(done, (go(way, LEFT),), (When(further, body, ()),))
    each, after = looped(local, x.every(scalar(local.type)), way, (passed,))
    over = fold.compare("!=", way, GOING)
    return each, Require(over, HYPOTHETICAL_FAULT), after
