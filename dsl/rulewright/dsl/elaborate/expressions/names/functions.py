"""Functions of a ruleset, elaborated when they are first used."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from ....ir import code as x
from ....ir import fold
from ....ir.names import made_of
from ....ir.program import Function
from ....ir.types import List, Option, Set
from ....span import Span
from ....syntax import expressions as e
from ....syntax.parts import FunctionPart, StrategyPart
from ...symbols import facts
from ...symbols.report import ElaborationError
from ...symbols.scope import Again, Scope
from ..coercions import NOBODY, NONE
from ..conditionals import conditional
from ..elaborator import ExpressionElaborator
from .falling import FUNCTION


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
    again = world.uses_itself(part)
    try:
        result = _of_copies(expressions, part) if again else function(expressions, part)
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


def _of_copies(expressions: ExpressionElaborator, part: FunctionPart) -> Function:
    """A function that uses itself: a copy for each value of the decreasing number.

    The copy for a value uses those for smaller ones; the remaining function chooses among them.
    """
    world, name, span = expressions.world, part.name.text, part.name.span
    place, t = FUNCTION.sinking_number(expressions, part)
    copies = world.copies
    for value in range(t.lo, t.hi + 1):
        copy = function(
            expressions, part, Again(name, place, part.params[place].name.text, value, t.lo)
        )
        copies[name, value] = copy.body if isinstance(copy.body, x.Const) else copy
        if not isinstance(copy.body, x.Const):
            world.functions[copy.name] = copy
    types = [expressions.types.read(q.type, Scope()) for q in part.params]
    params = [expressions.local(q.name.text, u) for q, u in zip(part.params, types, strict=True)]
    others = (*params[:place], *params[place + 1 :])
    body = copied(expressions, name, t.hi, others)
    for value in reversed(range(t.lo, t.hi)):
        here = fold.compare("==", params[place], fold.convert(fold.number(value), t))
        there = copied(expressions, name, value, others)
        body = conditional(expressions, here, there, body, Scope(), span)
    return _settled(expressions, part, Function(name, tuple(params), body.type, body))


def copied(
    expressions: ExpressionElaborator, name: str, value: int, others: tuple[x.Expr, ...]
) -> x.Expr:
    """The result of the copy of a function for a value, with the other arguments."""
    copy = expressions.world.copies[name, value]
    return x.Call(copy.name, others, copy.type) if isinstance(copy, Function) else copy


def function(
    expressions: ExpressionElaborator, part: FunctionPart | StrategyPart,
    again: Again | None = None,
) -> Function:  # fmt: skip
    """The function that a part defines; its type is that of its body.

    ``again``: the copy of it for a value of the decreasing number.
    """
    name = part.name.text
    scope = Scope(again=again, written_out=expressions.written_out)
    params: list[x.Local] = []
    for place, binding in enumerate(part.params):
        t = expressions.types.read(binding.type, Scope())
        if binding.name.text in scope.names:
            expressions.report.add(
                "E111", binding.name.span, f"{binding.name.text} stands here twice"
            )
        if again is not None and again.place == place:
            scope = scope.bind(binding.name, x.Const(again.value, t))
            continue
        local = expressions.local(binding.name.text, t)
        params.append(local)
        scope = scope.bind(binding.name if binding.name.text.strip() else binding.name.text, local)
    if isinstance(part, FunctionPart) and part.result is not None:
        t = expressions.types.read(part.result, Scope())
        body = expressions.fit(
            expressions.elaborate(part.body, scope, t), t, scope, e.result_of(part.body).span
        )
    else:
        body = expressions.elaborate(part.body, scope)
        if (
            isinstance(body.type, Option)
            and isinstance(body, x.Quantifier)
            and facts.has_value(body)
        ):
            body = fold.unwrap(body)  # the least or greatest of a set that is never empty
    if again is not None:
        return Function(made_of(f"{name} at", again.value), tuple(params), body.type, body)
    return _settled(expressions, part, Function(name, tuple(params), body.type, body))


def _settled(
    expressions: ExpressionElaborator, part: FunctionPart | StrategyPart, found: Function
) -> Function:
    """The function with the citations of its part, if its type is known."""
    if found.type in (NONE.type, Set(NOBODY), List(NOBODY, 0)):
        text = f"the type of {found.name} cannot be told from its body"
        expressions.report.fail("E216", part.name.span, text)
    return replace(found, clauses=tuple(c.clause for c in part.cites))


def constant_call(
    expressions: ExpressionElaborator, name: str, args: tuple[x.Expr, ...]
) -> x.Const | None:
    """The value of a function of constants, if that is all it depends on."""
    if not all(isinstance(a, x.Const) for a in args):
        return None
    part = expressions.world.function_parts[name]
    scope = Scope(constant=True)
    if expressions.world.uses_itself(part):
        place, t = FUNCTION.sinking_number(expressions, part)
        value = args[place]
        assert isinstance(value, x.Const)
        assert isinstance(value.value, int)
        scope = replace(
            scope, again=Again(name, place, part.params[place].name.text, value.value, t.lo)
        )
    for binding, argument in zip(part.params, args, strict=True):
        scope = scope.bind(binding.name, argument)
    value = expressions.elaborate(part.body, scope)
    if not isinstance(value, x.Const):
        return None
    function = defined_function(expressions, name, part.name.span)
    fitted = expressions.fit(value, function.type, scope, part.name.span)
    return fitted if isinstance(fitted, x.Const) else None
