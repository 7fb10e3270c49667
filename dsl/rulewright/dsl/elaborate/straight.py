"""Whether statements run from start to end without a decision or a jump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..syntax import expressions as e
from ..syntax import statements as s
from ..syntax.parts import ProcedurePart


def is_straight(
    block: Sequence[s.Statement],
    procedures: Mapping[str, ProcedurePart],
    performing: tuple[str, ...] = (),
) -> bool:
    """Whether every statement is one: no decision, no chance, no end, no jump, no ordered loop."""
    return all(_one(node, procedures, performing) for node in block)


def _one(
    node: s.Statement, procedures: Mapping[str, ProcedurePart], performing: tuple[str, ...]
) -> bool:
    match node:
        case s.Bind(_, value) | s.Assign(_, value) | s.Perform(value):
            return _call(value, procedures, performing)
        case s.IfStatement(_, then, otherwise):
            return is_straight(then, procedures, performing) and is_straight(
                otherwise, procedures, performing
            )
        case s.MatchStatement(_, cases, otherwise):
            bodies = [case.body for case in cases] + ([otherwise] if otherwise else [])
            return all(is_straight(body, procedures, performing) for body in bodies)
        case s.For():
            plain = node.order is None and not node.turns
            return plain and is_straight(node.body, procedures, performing)
        case (
            s.Change()
            | s.Take()
            | s.PutBack()
            | s.Move()
            | s.Rotate()
            | s.Reset()
            | s.DoNothing()
            | s.Variable()
            | s.MoveThose()
        ):
            return True
        case _:
            return False


def _call(
    node: e.Expression, procedures: Mapping[str, ProcedurePart], performing: tuple[str, ...]
) -> bool:
    if not isinstance(node, e.Application) or node.name.text not in procedures:
        return True
    return is_straight_procedure(node.name.text, procedures, performing)


def is_straight_procedure(
    name: str, procedures: Mapping[str, ProcedurePart], performing: tuple[str, ...] = ()
) -> bool:
    """Whether a procedure runs straight to its end, where it may return a value."""
    if name in performing:
        return True  # the recursion itself is reported when it is inlined
    body = procedures[name].body
    front = body[:-1] if body and isinstance(body[-1], s.Return) else body
    return is_straight(front, procedures, (*performing, name))
