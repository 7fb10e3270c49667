"""Functions and tables of a ruleset as maps: their results for each key."""

from __future__ import annotations

from collections.abc import Sequence

from ....ir import code as x
from ....ir import fold
from ....ir.types import Map, Record, Scalar, Type
from ....span import Span
from ....syntax import expressions as e
from ...symbols.scope import Domain, Scope
from ..coercions import TypeMismatch, convert
from ..elaborator import ExpressionElaborator
from .functions import constant_call, defined_function


def initial(expressions: ExpressionElaborator, node: e.Expression, scope: Scope, t: Type) -> x.Expr:
    """The initial value of a variable, or what it is reset to: a value of its type, or one for all
    keys of a map.

    Raises ElaborationError.
    """
    if not isinstance(t, Map) or _is_map(expressions, node, scope):
        return expressions.of_type(node, scope, t)
    value, result = expressions.elaborate(node, scope, t.value), e.result_of(node)
    kind = t if isinstance(value.type, Map) else t.value
    return expressions.fit(value, kind, scope, result.span, result)


def spread(expressions: ExpressionElaborator, value: x.Expr, t: Type) -> x.Expr:
    """The value a variable is set to; a single value for all keys becomes a map."""
    if not isinstance(t, Map) or isinstance(value.type, Map):
        return value
    return x.MapOf(expressions.local("k", t.key), value, t)


def _is_map(expressions: ExpressionElaborator, node: e.Expression, scope: Scope) -> bool:
    """Whether this is the name of a function with parameters, or of a map."""
    if not isinstance(node, e.Reference):
        return False
    local = scope.names.get(node.name)
    if local is not None:
        return not isinstance(local, Domain) and isinstance(local.type, Map)
    variable = expressions.world.variables.get(node.name)
    if variable is not None:
        return isinstance(variable.type, Map)
    part = expressions.world.function_parts.get(node.name)
    return part is not None and bool(part.params)


def as_map(
    expressions: ExpressionElaborator, name: str, t: Map, span: Span, scope: Scope
) -> x.Expr | None:
    """A function as a map of this type; None if it takes something other than the keys.

    Raises ElaborationError if its results do not fit.
    """
    found = tabulated(expressions, name, t.key, span, scope)
    if found is None:
        return None
    values = [constant_call(expressions, name, tuple(_given(key))) for key in fold.constants(t.key)]
    fitted = [expressions.fit(v, t.value, scope, span) for v in values if v is not None]
    if len(fitted) == len(values) and all(isinstance(v, x.Const) for v in fitted):
        return x.Const(tuple(v.value for v in fitted if isinstance(v, x.Const)), t)
    return x.MapOf(found.var, expressions.fit(found.body, t.value, scope, span), t)


def tabulated(
    expressions: ExpressionElaborator, name: str, key: Scalar, span: Span, scope: Scope
) -> x.MapOf | None:
    """The map from each key to a function's result for it; None if it takes something else.

    A function of several values is a map with as many keys.
    """
    function = defined_function(expressions, name, span)
    local = expressions.local("k", key)
    given = _given(local)
    if len(function.params) != len(given):
        return None
    args: list[x.Expr] = []
    for value, param in zip(given, function.params, strict=True):
        fitted = convert(value, param.type, scope.present)
        if isinstance(fitted, TypeMismatch):
            return None
        args.append(fitted)
    result = function.type
    if isinstance(result, Map):
        return None
    return x.MapOf(local, x.Call(name, tuple(args), result), Map(key, result))


def _given(key: x.Expr) -> Sequence[x.Expr]:
    """The arguments of a function of a map's keys: a key, or each of several."""
    if isinstance(key.type, Record) and not key.type.name:
        return [fold.field(key, field) for field, _ in key.type.fields]
    return [key]
