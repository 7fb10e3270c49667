"""``was E``: an expression with the state as it was where somebody, or chance, decided last."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Any

from ....ir import code as x
from ....ir.names import made_of, source_name
from ....ir.program import Function
from ....ir.types import Type
from ....ir.walk import substituted, walk
from ....node_fields import named_fields
from ....syntax import expressions as e
from ....syntax.tree import nodes
from ...symbols.scope import Scope
from ...symbols.symbol_table import SymbolTable
from ..elaborator import ExpressionElaborator

WAS = "was"
"""The beginning of the name of a variable, or a function, that looks back."""


def was(
    expressions: ExpressionElaborator, node: e.Was, scope: Scope, expected: Type | None
) -> x.Expr:
    """The value before; nothing known of the present state is known of the earlier one."""
    inner = replace(scope.forget(frozenset(expressions.world.variables)), demand=None)
    value = expressions.elaborate(node.arg, inner, expected)
    found = _Earlier(expressions, node)(value)
    assert isinstance(found, type(value))
    if found == value and not _asks_settings(expressions, node):
        text = "no state is read here that 'was' could look back at"
        if any(isinstance(part, e.Was) for part in nodes(node.arg)):
            text = "'was' stands in 'was' here: it looks back at the last decision, and no further"
        expressions.report.fail("E256", node.span, text)
    return found


def _asks_settings(expressions: ExpressionElaborator, node: e.Was) -> bool:
    """Whether a reading or a parameter occurs in it: another setting may leave state to look back
    at."""
    world = expressions.world
    names = {part.name for part in nodes(node.arg) if isinstance(part, e.Reference)}
    return not names.isdisjoint(world.readings.keys() | world.constants.keys())


def stores_for_was(world: SymbolTable, states: Container[str]) -> Iterator[x.Store]:
    """What `was` refers to from here on: the present values of these states."""
    for name, variable in world.earlier.items():
        if name in states:
            yield x.Store(variable.name, None, x.Var(name, variable.type), None)


class _Earlier:
    """The same with every state as it was, also in functions."""

    def __init__(self, expressions: ExpressionElaborator, node: e.Was) -> None:
        self._expressions, self._node = expressions, node

    def __call__(self, value: Any) -> Any:
        world = self._expressions.world
        match value:
            case tuple():
                return tuple(self(item) for item in value)
            case x.Const() | x.Local():
                return value
            case x.Var(name, t):
                if name not in world.variables or source_name(name) == WAS:
                    return value
                if name not in world.earlier:
                    held = any(past and past.variable.name == name for past in world.past.values())
                    self._refuse("what 'since' says" if held else name)
                return x.Var(world.earlier[name].name, t)
            case x.Call(name, args, t):
                return x.Call(self._function(name), self(args), t)
            case x.After() | x.At():
                self._refuse("this")
            case _ if isinstance(value, x.Expr):
                parts = {k: self(v) for k, v in named_fields(value).items() if k != "type"}
                return replace(value, **parts)
        return value

    def _refuse(self, what: str) -> None:
        text = f"{what} cannot be looked back at; state can"
        self._expressions.report.fail("E257", self._node.span, text)

    def _function(self, name: str) -> str:
        """The function of that name as it was."""
        world, back = self._expressions.world, made_of(WAS, name)
        if back not in world.functions:
            now = world.functions[name]
            assert now is not None, "what is used has been elaborated"
            fresh = self._with_own_names(now)
            body = self(fresh.body)
            world.functions[back] = replace(fresh, name=back, body=body)
        return back

    def _with_own_names(self, now: Function) -> Function:
        """The same with other names for its locals: no two binders of a program have the same."""
        own = [*now.params, *(n for n in walk(now.body) if isinstance(n, x.Local))]
        names = {n: self._expressions.local(source_name(n.name), n.type) for n in own}
        params = tuple(names[q] for q in now.params)
        return replace(now, params=params, body=substituted(now.body, names))
