"""Local names in functions: the value is that of the expression where the name is defined.

The rest of the body becomes a separate function, with the value as an argument, so that no backend
evaluates it again, or in another state (under ``after``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....ir import code as x
from ....ir.program import Function
from ....ir.types import Type
from ....ir.walk import free_locals, substituted, walk
from ....syntax import expressions as e
from ....syntax.node import Name
from ...symbols.scope import Domain, Meaning, Scope
from ..elaborator import ExpressionElaborator


def let_in(
    expressions: ExpressionElaborator,
    name: Name,
    meaning: Meaning,
    body: e.Expression,
    scope: Scope,
    expected: Type | None,
) -> x.Expr:
    """``body`` where ``name`` has a value."""
    values: list[tuple[x.Local, x.Expr]] = []

    def capture(value: x.Expr) -> x.Expr:
        if isinstance(value, x.Const | x.Local):
            return value
        local = expressions.local(name.text, value.type)
        values.append((local, value))
        return local

    if isinstance(meaning, Domain):
        within = None if meaning.within is None else capture(meaning.within)
        meaning = replace(meaning, over=capture(meaning.over), within=within)
    else:
        meaning = capture(meaning)
    inner = scope.bind(name, meaning)
    for local, value in values:
        inner = inner.same(local, value)
    result = expressions.elaborate(body, inner, expected)
    return _applied(expressions, name.text, result, values) if values else result


def given(
    expressions: ExpressionElaborator, name: str, values: tuple[x.Expr, ...],
    body: Callable[[tuple[x.Expr, ...]], x.Expr],
) -> x.Expr:  # fmt: skip
    """The result of ``body`` with values that it uses more than once: each is computed once."""
    plain = [isinstance(value, x.Const | x.Local | x.Var) for value in values]
    locals_ = [expressions.local(name, value.type) for value in values]
    used = tuple(v if p else k for v, p, k in zip(values, plain, locals_, strict=True))
    bound = [(k, v) for v, p, k in zip(values, plain, locals_, strict=True) if not p]
    return _applied(expressions, name, body(used), bound)


def _applied(
    expressions: ExpressionElaborator, name: str, body: x.Expr, values: list[tuple[x.Local, x.Expr]]
) -> x.Expr:
    """A call of a new function that has ``body``, with the values as its last arguments.

    So are the variables of a procedure: they are renamed when programs are simplified, while
    functions stay as they are.
    """
    state = expressions.world.variables
    own = [n for n in dict.fromkeys(walk(body)) if isinstance(n, x.Var) and n.name not in state]
    taken = {variable: expressions.local(variable.name, variable.type) for variable in own}
    body = substituted(body, taken)
    values = [*values, *((local, variable) for variable, local in taken.items())]
    given = {local.name for local, _ in values}
    free = free_locals(body)
    used = [(local, value) for local, value in values if local in free]
    if not used:
        return body
    outer = [local for local in free if local.name not in given]
    lifted = expressions.local(f"with {name}", body.type).name
    params = (*outer, *(local for local, _ in used))
    expressions.world.functions[lifted] = Function(lifted, params, body.type, body)
    return x.Call(lifted, (*outer, *(value for _, value in used)), body.type)
