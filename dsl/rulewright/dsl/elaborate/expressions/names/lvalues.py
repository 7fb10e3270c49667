"""Places: what can be on the left of a statement."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NoReturn

from ....diagnostics import near
from ....ir import code as x
from ....ir import fold
from ....ir.types import Map, Record, Type, scalar
from ....span import Span
from ....syntax import expressions as e
from ....syntax.unparse import unparse
from ...symbols.report import ElaborationError
from ...symbols.scope import ERROR_TYPE, Scope
from ..elaborator import ExpressionElaborator
from . import references


@dataclass(frozen=True, slots=True)
class Lvalue:
    """Something that can be assigned to: a variable, or an entry of a map variable.

    With ``first``, it is one owner's part of a map ``whole`` with several keys: a bag, to which
    only single components are added. ``local``: the name in the text of a local that is assigned
    to.
    """

    variable: str
    key: x.Expr | None
    type: Type
    span: Span
    first: tuple[x.Expr, ...] = ()
    whole: Map | None = None
    local: str = ""

    @property
    def name(self) -> str:
        """The variable's name in the text, in whatever copy of a procedure it is."""
        return self.local or self.variable

    @property
    def value(self) -> x.Expr:
        """The present value."""
        if self.key is None:
            return x.Var(self.variable, self.type)
        assert not isinstance(self.type, Map)
        map_type = Map(scalar(self.key.type), self.type)
        return fold.lookup(x.Var(self.variable, map_type), self.key)


def place(expressions: ExpressionElaborator, node: e.Expression, scope: Scope) -> Lvalue:
    """The place that an expression names. Raises ElaborationError after reporting what is wrong."""
    report, variables = expressions.report, expressions.world.variables
    if isinstance(node, e.Reference):
        meaning = scope.names.get(node.name)
        if meaning is ERROR_TYPE:
            raise ElaborationError
        if isinstance(meaning, x.Var) and meaning.name in scope.changing:
            if node.name in scope.introduced:
                report.use("local", node.name, node.span, scope.introduced[node.name], meaning.type)
            return Lvalue(meaning.name, None, meaning.type, node.span, local=node.name)
        if meaning is not None:
            report.fail("E117", node.span, f"{node.name} is a local name and never changes")
        if node.name in expressions.world.histories:
            text = f"{node.name} is a history; write 'remember {node.name}' or 'reset {node.name}'"
            report.fail("E426", node.span, text)
        if node.name in variables:
            report.use("global", node.name, node.span, value=variables[node.name].type)
            return Lvalue(node.name, None, variables[node.name].type, node.span)
        no_state(expressions, node.name, node.span)
    if isinstance(node, e.Indexed):
        base = place(expressions, node.base, scope)
        if base.key is None and not base.first and isinstance(base.type, Map):
            rest = references.rest_of_key(base.type, len(node.keys))
            if rest is not None:
                given = references.first_keys(expressions, base.type, node.keys, scope)
                return replace(base, type=rest, span=node.span, first=given, whole=base.type)
            key = references.map_key(expressions, base.type, node.keys, node.span, scope)
            return replace(base, key=key, type=base.type.value, span=node.span)
    hint = ""
    if isinstance(node, e.Indexed) and isinstance(node.base, e.Indexed):
        keys = ", ".join(map(unparse, (*node.base.keys, *node.keys)))
        hint = f"several keys stand between the same brackets: {unparse(node.base.base)}[{keys}]"
    if isinstance(node, e.FieldAccess):
        whole = expressions.elaborate(node.base, scope).type
        kind = whole.name if isinstance(whole, Record) else "…"
        hint = f"a record is stored as a whole: {unparse(node.base)} := {kind}(…)"
    report.fail("E119", node.span, "expected a state, or one entry of it", hint)


def entry(
    expressions: ExpressionElaborator, bag: Lvalue, component: x.Expr, scope: Scope
) -> Lvalue:
    """Where a bag counts a component."""
    assert isinstance(bag.type, Map)
    key = expressions.fit(component, bag.type.key, scope, bag.span)
    if bag.whole is not None:
        assert isinstance(bag.whole.key, Record)
        rest = (
            references.fields_of(key) if len(bag.whole.key.fields) > len(bag.first) + 1 else [key]
        )
        key = fold.make([*bag.first, *rest], bag.whole.key)
    return replace(bag, key=key, type=bag.type.value, first=(), whole=None)


def no_state(expressions: ExpressionElaborator, name: str, span: Span) -> NoReturn:
    world = expressions.world
    if name in world.function_parts or name in world.constants or name in world.labels:
        expressions.report.fail("E118", span, f"{name} is no state: it never changes")
    hint = near(name, world.variables)
    expressions.report.missing(name, "E105", span, f"there is no state {name}", hint)
