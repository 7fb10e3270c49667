"""What an expression depends on, so that its value can be cached as long as none of it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.dsl.ir.code import At, Call, Expr, Local, Stmt, Store, Var
from rulewright.dsl.ir.program import Function
from rulewright.dsl.ir.walk import children


@dataclass(frozen=True, slots=True)
class ReadSet:
    """The names of the locals and variables that are read, and whether the node matters."""

    locals: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    node: bool = False

    def __or__(self, other: ReadSet) -> ReadSet:
        return ReadSet(
            self.locals | other.locals, self.variables | other.variables, self.node or other.node
        )


class Dependencies:
    """Finds and caches what expressions and statements read, by identity."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        # The node is kept alive with what it reads, so that no other can take its identity.
        self._known: dict[int, tuple[Expr | Stmt, ReadSet]] = {}

    def of(self, node: Expr | Stmt) -> ReadSet:
        """What a node reads. Bound locals are counted, too, which is harmless."""
        found = self._known.get(id(node))
        if found is not None:
            return found[1]
        read = self._own(node)
        for child in children(node):
            read |= self.of(child)
        self._known[id(node)] = (node, read)
        return read

    def _own(self, node: Expr | Stmt) -> ReadSet:
        match node:
            case Local(name):
                return ReadSet(locals=frozenset((name,)))
            case Var(name):
                return ReadSet(variables=frozenset((name,)))
            case Store():
                return ReadSet(variables=frozenset((node.var,)))
            case At():
                return ReadSet(node=True)
            case Call(function):
                body = self.of(self._functions[function].body)
                return ReadSet(variables=body.variables, node=body.node)
            case _:
                return ReadSet()
