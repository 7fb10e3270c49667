"""What an expression depends on, so that its value can be kept as long as nothing of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.dsl.ir.code import At, Call, Expr, Local, Stmt, Store, Var
from rulewright.dsl.ir.program import Function
from rulewright.dsl.ir.walk import children


@dataclass(frozen=True, slots=True)
class Needs:
    """The names of the locals and variables that are read, and whether the node matters."""

    locals: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    node: bool = False

    def __or__(self, other: Needs) -> Needs:
        return Needs(
            self.locals | other.locals, self.variables | other.variables, self.node or other.node
        )


class Dependencies:
    """Finds and remembers the needs of expressions and statements, by identity."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        # The node is kept beside its needs, so that its identity cannot be taken by another.
        self._known: dict[int, tuple[Expr | Stmt, Needs]] = {}

    def of(self, node: Expr | Stmt) -> Needs:
        """The needs of a node. Bound locals are counted, too: that is harmless."""
        found = self._known.get(id(node))
        if found is not None:
            return found[1]
        needs = self._own(node)
        for child in children(node):
            needs |= self.of(child)
        self._known[id(node)] = (node, needs)
        return needs

    def _own(self, node: Expr | Stmt) -> Needs:
        match node:
            case Local(name):
                return Needs(locals=frozenset((name,)))
            case Var(name):
                return Needs(variables=frozenset((name,)))
            case Store():
                return Needs(variables=frozenset((node.var,)))
            case At():
                return Needs(node=True)
            case Call(function):
                body = self.of(self._functions[function].body)
                return Needs(variables=body.variables, node=body.node)
            case _:
                return Needs()
