"""What the operators of the language come to, and its comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles.language.scope import Scope
from tests.oracles.language.values import (
    FaultHappened,
    Label,
    Value,
    same,
)  # fmt: skip

from rulewright.dsl.syntax import expressions as e

if TYPE_CHECKING:
    from tests.oracles.language.expressions.expressions import Expressions


def binary(ex: Expressions, node: e.Binary, scope: Scope) -> Value:
    """Of numbers a number, of lists a list; all else are sets, or elements that stand for one."""
    a, b = ex.value(node.left, scope), ex.value(node.right, scope)
    if node.op == "++":
        assert isinstance(a, tuple), a
        assert isinstance(b, tuple), b
        return (*a, *b)
    if isinstance(a, int) and isinstance(b, int):
        match node.op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "div" | "mod" if b == 0:
                raise FaultHappened(node.right.span)
            case "div":
                return a // b
            case "mod":
                return a % b
    left = ex.as_set(a)
    if isinstance(b, frozenset):
        right = b
    elif ex.world.group(b) is not None and not any(
        isinstance(v, Label) and v.enum == b.enum for v in left
    ):
        right = ex.as_set(b)
    else:
        right = frozenset([b])
    return {"+": left | right, "-": left - right, "&": left & right}[node.op]


def comparison(ex: Expressions, node: e.Comparison, scope: Scope) -> bool:
    """Whether it is so; a set beside a place is compared with what that stands for."""
    a = ex.value(node.left, scope)
    if node.op in {"in", "not in"}:
        of = ex.value(node.right, scope)
        inside = of if isinstance(of, tuple) else ex.as_set(of)
        return (a in inside) == (node.op == "in")
    b = ex.value(node.right, scope)
    if isinstance(a, frozenset) != isinstance(b, frozenset) and None not in (a, b):
        a, b = ex.as_set(a), ex.as_set(b)
    match node.op:
        case "=" | "is":
            return same(a, b)
        case "!=" | "is not":
            return not same(a, b)
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[node.op]
    if isinstance(a, Label) and isinstance(b, Label):
        a, b = a.index, b.index
    assert isinstance(a, int), a
    assert isinstance(b, int), b
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[node.op]
