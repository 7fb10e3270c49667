"""The functions that are always available."""

from __future__ import annotations

from ....ir import code as x
from ....ir import fold
from ....ir.types import Enum, Int, List, Map, Option, Scalar, Set, Type, optional, size
from ....syntax import expressions as e
from ....syntax.unparse import unparse
from ...symbols.scope import Domain, Scope
from ...symbols.symbol_table import ARITY, OUTCOMES
from ..coercions import describe, without_arguments, wrong_number
from ..elaborator import ExpressionElaborator
from .histories import remembered
from .powerset import all_subsets
from .relations import via

_WITH_VIA = frozenset({"connected", "components", "group", "distance"})


def apply(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr | Domain:
    """The meaning of ``name(args)`` for a built-in name; raises ElaborationError."""
    name = node.name.text
    report = expressions.report
    if name in {"first", "last"} and len(node.args) == 2:
        return _part(expressions, node, scope)
    if name in {"min", "max"} and node.via is None and node.args:
        return _extreme(expressions, node, scope)
    if len(node.args) != ARITY[name]:
        hint = "" if node.args else without_arguments(name)
        report.fail("E251", node.span, wrong_number(name, ARITY[name], len(node.args)), hint)
    if node.via is not None and name not in _WITH_VIA:
        report.fail(
            "E252", node.via.span, "'via' goes with connected, components, group and distance"
        )
    if name in OUTCOMES:
        return expressions.outcome(node, scope)
    if name == "remembered":
        return remembered(expressions, node, scope)
    if name == "subsets":
        return all_subsets(expressions, node, scope)
    if name == "size":
        return _size(expressions, node, scope)
    if name in {"first", "last", "item"}:
        return _item(expressions, node, scope)
    if name in {"next", "previous", "number"}:
        return _along(expressions, node, scope)
    if name == "abs":
        return _absolute(expressions, node, scope)
    if name == "components":
        return _components(expressions, node, scope)
    if name == "connected":
        return _connected(expressions, node, scope)
    if name == "group":
        return _group(expressions, node, scope)
    return _distance(expressions, node, scope)


def _absolute(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    """``abs(a)``: a number without its sign."""
    number = expressions.integer(node.args[0], scope)
    below = fold.arith("-", fold.number(0), number)
    assert isinstance(number.type, Int)
    assert isinstance(below.type, Int)
    most = Int(max(number.type.lo, below.type.lo, 0), max(number.type.hi, below.type.hi))
    return fold.if_(fold.compare("<=", number, below), below, number, most)


def _extreme(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    """``min(a, b)`` and ``max(a, b)``: one of several numbers, or of values with an order."""
    name = node.name.text
    if len(node.args) < 2:
        word = "least" if name == "min" else "greatest"
        hint = f"of what a set holds, write: {word} x in S: …"
        expressions.report.fail("E251", node.span, f"{name} takes 2 arguments or more, not 1", hint)
    least = name == "min"
    first, *others = node.args
    chosen = expressions.present(expressions.elaborate(first, scope), scope)
    if expressions.world.has_order(chosen.type):
        for arg in others:
            other = expressions.of_type(arg, scope, chosen.type)
            low = fold.compare("<=", chosen, other)
            chosen = fold.if_(low, *((chosen, other) if least else (other, chosen)), chosen.type)
        return chosen
    chosen = expressions.as_integer(chosen, first)
    for arg in others:
        other = expressions.integer(arg, scope)
        assert isinstance(chosen.type, Int)
        assert isinstance(other.type, Int)
        a, b, pick = chosen.type, other.type, min if least else max
        t = Int(pick(a.lo, b.lo), pick(a.hi, b.hi))
        low = fold.compare("<=", chosen, other)
        chosen = fold.if_(low, *((chosen, other) if least else (other, chosen)), t)
    return chosen


def _size(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    value = expressions.elaborate(node.args[0], scope)
    if isinstance(value.type, List):
        return x.Size(value, Int(0, value.type.limit))
    value = expressions.as_set(value, node.args[0].span)
    assert isinstance(value.type, Set)
    if isinstance(value, x.Const) and isinstance(value.value, int):
        return fold.number(value.value.bit_count())
    return x.Size(value, Int(0, size(value.type.element)))


def _item(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    value = expressions.elaborate(node.args[0], scope)
    if not isinstance(value.type, List) or isinstance(value.type.element, Option):
        text = f"expected a list, found {describe(value.type)}"
        hint = _of_set(expressions, value, node.args[0])
        expressions.report.fail("E201", node.args[0].span, text, hint)
    back = node.name.text == "last"
    index = fold.number(0)
    if node.name.text == "item":
        given = expressions.integer(node.args[1], scope)
        return x.Item(value, given, False, Option(value.type.element))
    return x.Item(value, index, back, Option(value.type.element))


def _of_set(expressions: ExpressionElaborator, value: x.Expr, node: e.Expression) -> str:
    """How something is taken from a set, which has no first element."""
    if not isinstance(value.type, Set):
        return ""
    written, element = unparse(node), value.type.element
    if isinstance(element, Int) or expressions.world.has_order(element):
        return f"nothing is first in a set; its least value is 'least x in {written}: x'"
    wins = f"; all of it win by 'win {written}'" if element == expressions.world.players else ""
    return f"nothing is first in a set; 'for x in {written}' goes through it{wins}"


def _part(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    """``first(L, n)`` and ``last(L, n)``: ``n`` items from one end, in order; fewer if the list is
    shorter."""
    value = expressions.elaborate(node.args[0], scope)
    if not isinstance(value.type, List):
        text = f"expected a list, found {describe(value.type)}"
        expressions.report.fail("E201", node.args[0].span, text)
    number = expressions.amount(node.args[1], scope)
    limit = value.type.limit
    if node.name.text == "first":
        return x.Slice(value, fold.number(0), number, value.type)
    length = x.Size(value, Int(0, limit))
    short = fold.compare("<", length, number)
    start = fold.if_(short, fold.number(0), fold.arith("-", length, number), Int(0, limit))
    return x.Slice(value, start, fold.number(limit), value.type)


def _along(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    """``next``, ``previous`` and ``number``: the position of a value in its enumeration."""
    name = node.name.text
    value = expressions.present(expressions.elaborate(node.args[0], scope), scope)
    if not isinstance(value.type, Enum):
        expressions.wrong("a value of an enumeration", value, node.args[0].span)
    if name == "next":
        return successor(value)
    n = size(value.type)
    if name == "previous":
        before = tuple((i - 1) % n for i in range(n))
        table = x.Const(before, Map(value.type, value.type), f"previous {value.type.name}")
        return fold.lookup(table, value)
    return fold.place_in(value)


def successor(value: x.Expr) -> x.Expr:
    """The label after ``value``, the first after the last."""
    assert isinstance(value.type, Enum)
    n = size(value.type)
    table = tuple((i + 1) % n for i in range(n))
    return fold.lookup(
        x.Const(table, Map(value.type, value.type), f"next {value.type.name}"), value
    )


def _places(
    expressions: ExpressionElaborator, node: e.Expression, scope: Scope
) -> tuple[x.Expr, Enum]:
    value = expressions.as_set(
        expressions.present(expressions.elaborate(node, scope), scope), node.span
    )
    assert isinstance(value.type, Set)
    element: Type = value.type.element
    if not isinstance(element, Enum):
        text = f"expected a set of places, found {describe(value.type)}"
        expressions.report.fail("E201", node.span, text)
    return value, element


def lowest(expressions: ExpressionElaborator, members: x.Expr, t: Scalar) -> x.Expr:
    """The lowest element of a set, or none if it is empty."""
    var = expressions.local("e", t)
    return x.Quantifier("min", var, members, None, var, optional(t))


def _reach(
    expressions: ExpressionElaborator,
    node: e.Application,
    start: x.Expr,
    within: x.Expr,
    place: Enum,
) -> x.Expr:
    return x.Reach(start, within, via(expressions, node, place), Set(place))


def _components(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> Domain:
    within, place = _places(expressions, node.args[0], scope)

    def member(representative: x.Expr, inside: x.Expr) -> x.Expr:
        return _reach(expressions, node, representative, inside, place)

    var = expressions.local("e", place)
    least = lowest(expressions, member(var, within), place)
    first = fold.compare("==", least, fold.convert(var, Option(place)))
    return Domain(x.Filter(var, within, first, Set(place)), member, within)


def _connected(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    within, place = _places(expressions, node.args[0], scope)
    start = fold.unwrap(lowest(expressions, within, place))
    whole = fold.compare("==", _reach(expressions, node, start, within, place), within)
    return fold.or_([fold.compare("==", within, x.Const(0, within.type)), whole])


def _group(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    within, place = _places(expressions, node.args[1], scope)
    element = expressions.of_type(node.args[0], scope, place)
    return _reach(expressions, node, element, within, place)


def _distance(expressions: ExpressionElaborator, node: e.Application, scope: Scope) -> x.Expr:
    within, place = _places(expressions, node.args[2], scope)
    source = expressions.of_type(node.args[0], scope, place)
    target = expressions.of_type(node.args[1], scope, place)
    steps = Option(Int(0, max(0, size(place) - 1)))
    return x.Distance(source, target, within, via(expressions, node, place), steps)
