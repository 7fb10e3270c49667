"""Functions of a ruleset, elaborated when they are first used."""

from __future__ import annotations

from typing import NoReturn

from ....ir import code as x
from ....ir.program import Function
from ....ir.types import List, Set
from ....span import Span
from ....syntax.parts import FunctionPart, StrategyPart
from ...symbols.report import ElaborationError
from ...symbols.scope import Scope
from ..coercions import NOBODY, NONE
from ..elaborator import ExpressionElaborator


def defined_function(expressions: ExpressionElaborator, name: str, span: Span) -> Function:
    """The function of that name, elaborated when first used."""
    world = expressions.world
    if name in world.functions:
        known = world.functions[name]
        if known is None:
            _circle(expressions, name, span)
        return known
    world.functions[name] = None
    part = world.function_parts[name]
    try:
        result = function(expressions, part)
    except ElaborationError:
        world.broken.add(name)
        raise
    del world.functions[name]  # keep the order of completion: callees before callers
    world.functions[name] = result
    return result


def _circle(expressions: ExpressionElaborator, name: str, span: Span) -> NoReturn:
    """Report a function that is used while it is being elaborated, or give up on a broken one."""
    world = expressions.world
    if name in world.broken:
        raise ElaborationError
    active = [n for n, f in world.functions.items() if f is None and n not in world.broken]
    way = [*active[active.index(name) :], name]
    by = f" by way of {', '.join(way[1:-1])}" if len(way) > 2 else ""
    expressions.report.fail("E309", span, f"the function {name} uses itself{by}")


def function(expressions: ExpressionElaborator, part: FunctionPart | StrategyPart) -> Function:
    """The function that a part writes down; its type is that of its body."""
    name = part.name.text
    scope = Scope()
    params: list[x.Local] = []
    for binding in part.params:
        t = expressions.types.read(binding.type, Scope())
        if binding.name.text in scope.names:
            expressions.report.add(
                "E111", binding.name.span, f"{binding.name.text} stands here twice"
            )
        local = expressions.local(binding.name.text, t)
        params.append(local)
        scope = scope.bind(binding.name if binding.name.text else "", local)
    if isinstance(part, FunctionPart) and part.result is not None:
        t = expressions.types.read(part.result, Scope())
        body = expressions.fit(expressions.elaborate(part.body, scope, t), t, scope, part.body.span)
    else:
        body = expressions.elaborate(part.body, scope)
    if body.type in (NONE.type, Set(NOBODY), List(NOBODY, 0)):
        expressions.report.fail(
            "E216", part.name.span, f"the type of {name} cannot be told from its body"
        )
    clauses = tuple(c.clause for c in part.cites)
    return Function(name, tuple(params), body.type, body, clauses)
