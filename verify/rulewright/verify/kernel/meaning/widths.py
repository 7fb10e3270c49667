"""How many elements an expression goes through."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Stmt
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.walk import children

THROUGH = (x.Quantifier, x.Best, x.Filter, x.MapOf, x.Reach, x.Distance)
"""Expressions that go through a collection."""


class Widths:
    """The widths of the expressions and statements of one program."""

    def __init__(self, program: Program) -> None:
        self._functions = {function.name: function.body for function in program.functions}
        self._known: dict[int, tuple[x.Expr | Stmt, int]] = {}

    def of(self, node: x.Expr | Stmt) -> int:
        """The most elements it goes through, nested collections multiplied."""
        known = self._known.get(id(node))
        if known is None:
            parts = list(children(node))
            if isinstance(node, x.Call):
                parts.append(self._functions[node.function])
            width = max(map(self.of, parts), default=1)
            match node:
                case x.Quantifier(over=over) | x.Best(over=over) | x.Filter(over=over):
                    assert isinstance(over.type, ty.Set)
                    width *= max(1, ty.size(over.type.element))
                case x.MapOf(type=ty.Map(key)):
                    width *= max(1, ty.size(key))
            known = self._known[id(node)] = (node, width)
        return known[1]


def is_an_end(e: x.Expr) -> bool:
    """Whether ``e`` is the least or the greatest of some elements: that is no wider than they are."""
    match e:
        case x.Quantifier("min" | "max", var, _, None, x.Local() | x.Convert(x.Local()) as body):
            return (body.arg if isinstance(body, x.Convert) else body) == var
    return False
