"""Expressions that bind a name: quantifiers and ``those``."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NoReturn

from ...ir import code as x
from ...ir import fold
from ...ir.types import Bool, Enum, Int, Option, Set, size  # fmt: skip
from ...syntax import expressions as e
from ...syntax.unparse import unparse
from ..symbols.scope import Domain, Scope
from .elaborator import ExpressionElaborator

_QUANTIFIERS: dict[str, Literal["all", "some", "count", "sum", "min", "max"]] = {
    "some": "some", "no": "some", "all": "all", "count": "count", "sum": "sum",
    "least": "min", "greatest": "max",
}  # fmt: skip

MADE_OF = "make it of numbers and params, which are known then"
"""The advice if a set or a number must be known before play begins."""


def quantified(expressions: ExpressionElaborator, node: e.Quantified, scope: Scope) -> x.Expr:
    if node.kind == "union":
        return _union(expressions, node, scope)
    if scope.constant:
        return _written_out(expressions, node, scope)
    variables, where, inner = _bound(expressions, node, scope)
    kind = _QUANTIFIERS[node.kind]
    if kind in {"all", "some", "count"}:
        body = expressions.truth(node.body, inner)
    else:
        body = expressions.present(expressions.elaborate(node.body, inner), inner)
        if isinstance(body.type, Bool) and isinstance(node.body, e.Comparison):
            _compared(expressions, node, node.body)
        if kind == "sum" or not expressions.world.has_order(body.type):
            body = expressions.as_integer(body, node.body, _left_out(node.body))
    if node.kind in {"least", "greatest"} and len(variables) > 1:
        expressions.report.fail("E219", node.span, f"{node.kind} takes one variable")
    return _fold_quantifier(expressions, node.kind, kind, variables, where, body)


def _left_out(number: e.Expression) -> str:
    """The advice if a number asked of each element may be none."""
    if not isinstance(number, e.Reference | e.Indexed | e.FieldAccess | e.Application):
        return ""
    return f"leave out those that have none: … if {unparse(number)} is not none …"


def _compared(
    expressions: ExpressionElaborator, node: e.Quantified, body: e.Comparison
) -> NoReturn:
    """Report a sum, or a least number, whose comparison is part of what it is of."""
    number = unparse(replace(node, body=body.left))
    hint = f"brackets end what belongs to it: ({number}) {body.op} {unparse(body.right)}"
    text = "expected a number, found yes or no"
    expressions.report.fail("E201", e.result_of(body).span, text, hint)


def _bound(
    expressions: ExpressionElaborator, node: e.Quantified, scope: Scope
) -> tuple[list[tuple[x.Local, x.Expr]], x.Expr | None, Scope]:
    """Each variable with the set it runs over, the condition, and the scope of the body."""
    variables: list[tuple[x.Local, x.Expr]] = []
    for binder in node.binders:
        for name in binder.names:
            family = expressions.family(binder.over, scope)
            local = expressions.element_of(family, name.text)
            variables.append((local, family.over))
            scope = scope.bind(name, family.bound(local)).among(local, family.over)
    if node.condition is None:
        return variables, None, scope
    where = expressions.truth(node.condition, scope)
    return variables, where, expressions.tested(node.condition, where, scope, holds=True)


def _union(expressions: ExpressionElaborator, node: e.Quantified, scope: Scope) -> x.Expr:
    """Everything that is in one of the sets: the elements for which some set has them."""
    variables, where, inner = _bound(expressions, node, scope)
    body = expressions.as_set(expressions.elaborate(node.body, inner), node.body.span)
    assert isinstance(body.type, Set)
    element = expressions.local("e", body.type.element)
    inside: x.Expr = fold.in_(element, body)
    for var, over in reversed(variables):
        inside = fold.quantifier("some", var, over, where, inside, Bool())
        where = None
    return x.Filter(element, x.every(body.type.element), inside, body.type)


def _written_out(expressions: ExpressionElaborator, node: e.Quantified, scope: Scope) -> x.Expr:
    """The same for each value of the variables in turn, so that constants fold away."""
    scopes = [scope]
    for binder in node.binders:
        for name in binder.names:
            scopes = [
                s.bind(name, value) for s in scopes for value in _each(expressions, binder, s)
            ]
    bodies: list[x.Expr] = []
    for inner in scopes:
        where = expressions.truth(node.condition, inner) if node.condition else x.YES
        if node.kind in {"sum", "least", "greatest"}:
            value = expressions.integer(node.body, inner)
        else:
            value = expressions.truth(node.body, inner)
        match node.kind:
            case "all":
                bodies.append(fold.or_([fold.not_(where), value]))
            case "some" | "no":
                bodies.append(fold.and_([where, value]))
            case "count":
                counted = fold.and_([where, value])
                bodies.append(fold.if_(counted, fold.number(1), fold.number(0), Int(0, 1)))
            case "least" | "greatest":
                if where != x.NO:
                    bodies.append(value)
            case _:
                assert isinstance(value.type, Int)
                t = Int(min(0, value.type.lo), max(0, value.type.hi))
                bodies.append(fold.if_(where, value, fold.number(0), t))
    match node.kind:
        case "all":
            return fold.and_(bodies)
        case "some":
            return fold.or_(bodies)
        case "no":
            return fold.not_(fold.or_(bodies))
        case "least" | "greatest":
            return _extreme_constant(expressions, node, bodies)
        case _:
            total: x.Expr = fold.number(0)
            for value in bodies:
                total = fold.arith("+", total, value)
            return total


def _extreme_constant(
    expressions: ExpressionElaborator, node: e.Quantified, bodies: list[x.Expr]
) -> x.Expr:
    """The least or the greatest of constants, which must not be none."""
    values = [b.value for b in bodies if isinstance(b, x.Const) and isinstance(b.value, int)]
    if not values or len(values) < len(bodies):
        expressions.report.fail(
            "E223", node.span, f"the {node.kind} must be known before play begins", MADE_OF
        )
    return fold.number(min(values) if node.kind == "least" else max(values))


def _each(expressions: ExpressionElaborator, binder: e.Binder, scope: Scope) -> list[x.Expr]:
    """The values of a variable, one by one; the set must be known before play."""
    family = expressions.family(binder.over, scope)
    if not isinstance(family.over, x.Const) or not isinstance(family.over.value, int):
        expressions.report.fail(
            "E223", binder.over.span, "this set must be known before play begins", MADE_OF
        )
    return [family.bound(v) for v in fold.constants(family.element, family.over.value)]


def _fold_quantifier(expressions: ExpressionElaborator, word: str, kind: Literal["all", "some", "count", "sum", "min", "max"],
    variables: list[tuple[x.Local, x.Expr]], where: x.Expr | None, body: x.Expr,
) -> x.Expr:  # fmt: skip
    if kind == "count":
        where = body if where is None else fold.and_([where, body])
    result: x.Expr = body
    for depth, (var, over) in enumerate(reversed(variables)):
        innermost = depth == 0
        test = where if innermost else None
        assert isinstance(over.type, Set)
        most = size(over.type.element)
        match kind:
            case "all" | "some":
                result = fold.quantifier(kind, var, over, test, result, Bool())
            case "count" if innermost:
                result = fold.quantifier("count", var, over, test, None, Int(0, most))
            case "count" | "sum":
                assert isinstance(result.type, Int)
                ends = Int(min(0, most * result.type.lo), max(0, most * result.type.hi))
                result = fold.quantifier("sum", var, over, test, result, ends)
            case _:
                assert isinstance(result.type, Int | Enum)
                t = Option(result.type)
                result = fold.quantifier(kind, var, over, test, result, t)
    return fold.not_(result) if word == "no" else result


def those(expressions: ExpressionElaborator, node: e.Those, scope: Scope) -> x.Expr | Domain:
    family = expressions.family(node.over, scope)
    var = expressions.element_of(family, node.name.text)
    inner = scope.bind(node.name, family.bound(var)).among(var, family.over)
    where = expressions.truth(node.where, inner)
    return _filtered(expressions, family, var, where)


def _filtered(
    expressions: ExpressionElaborator, family: Domain, var: x.Local, where: x.Expr
) -> x.Expr | Domain:
    over = family.over
    if where != x.YES:
        over = x.Filter(var, over, where, Set(family.element))
    return over if family.member is None else replace(family, over=over)


def extreme(expressions: ExpressionElaborator, node: e.Extreme, scope: Scope) -> x.Expr | Domain:
    family = expressions.family(node.over, scope)
    var = expressions.element_of(family, node.name.text)
    inner = scope.bind(node.name, family.bound(var)).among(var, family.over)
    if node.condition is not None:
        where = expressions.truth(node.condition, inner)
        narrowed = _filtered(expressions, family, var, where)
        family = narrowed if isinstance(narrowed, Domain) else Domain(narrowed)
        var = expressions.element_of(family, node.name.text)
        inner = scope.bind(node.name, family.bound(var))
        inner = inner.assume(expressions.truth(node.condition, inner))
    key = expressions.present(expressions.elaborate(node.key, inner), inner)
    if expressions.world.has_order(key.type):
        key = fold.place_in(key)
    key = expressions.as_integer(key, node.key, _left_out(node.key))
    best = x.Best(var, family.over, key, node.most, Set(family.element))
    return best if family.member is None else replace(family, over=best)
