"""Forms that an expression alone determines: comparisons, intervals, lists, names of relations."""

from __future__ import annotations

from collections.abc import Iterator

from ..ir import code as x
from ..ir import fold
from ..ir.types import Bool, Int, Record, Set, size
from ..ir.walk import walk
from ..syntax import expressions as e
from ..syntax.node import Name
from .pieces import NOWHERE, SyntaxTemplate, call, compare, constant_fields, exact, hole, speakable

_MIRRORED = {"<": ">", "<=": ">="}


def membership(word: str, element: x.Expr, set_: x.Expr) -> Iterator[SyntaxTemplate]:
    """``in`` and ``not in``: a set that is written out, or any other."""

    def form(right: e.Expression, *more: x.Expr, same: bool = False) -> SyntaxTemplate:
        return SyntaxTemplate(compare(word, hole(0), right), (element, *more), same=same)

    if isinstance(set_, x.SetOf) and set_.items:
        items = tuple(hole(i) for i in range(1, len(set_.items) + 1))
        yield form(e.SetLiteral(items, span=NOWHERE), *set_.items, same=True)
    if isinstance(set_, x.Const) and isinstance(set_.value, int) and isinstance(set_.type, Set):
        inside = fold.constants(set_.type.element, set_.value)
        if 0 < len(inside) < size(set_.type.element):
            items = tuple(hole(i) for i in range(1, len(inside) + 1))
            yield form(e.SetLiteral(items, span=NOWHERE), *inside, same=True)
    yield form(hole(1), set_)


def comparison(op: str, left: x.Expr, right: x.Expr) -> Iterator[SyntaxTemplate]:
    """A comparison, with a constant at its right."""
    word = {"==": "=", "!=": "!="}.get(op, op)
    plain = isinstance(left.type, Int | Bool) and isinstance(right.type, Int | Bool)
    if not plain:
        word = {"==": "is", "!=": "is not"}.get(op, op)
    if op in _MIRRORED and isinstance(left, x.Const):
        yield SyntaxTemplate(compare(_MIRRORED[op], hole(0), hole(1)), (right, left))
    if op in {"==", "!="} and isinstance(left, x.Const):
        yield SyntaxTemplate(compare(word, hole(0), hole(1)), (right, left))
    yield SyntaxTemplate(compare(word, hole(0), hole(1)), (left, right))
    if op in {"==", "!="}:
        yield SyntaxTemplate(compare(word, hole(0), hole(1)), (right, left), same=True)


def extreme(node: x.Quantifier, name: Name) -> Iterator[SyntaxTemplate]:
    """The least or the greatest element of a set, for which the language has no word."""
    parts = [p for p in (node.where, node.body) if p is not None]
    condition = hole(1) if node.where is not None else None
    binder = e.Binder((name,), hole(0), span=NOWHERE)
    syntax = e.ExactExtreme(node.kind == "min", binder, condition, hole(len(parts)), span=NOWHERE)
    yield SyntaxTemplate(syntax, (node.over, *parts), (node.var,))


def interval(node: x.Filter) -> Iterator[SyntaxTemplate]:
    """A range between two bounds that are not constants."""
    match node.where:
        case x.And((x.Compare("<=", lo, a), x.Compare("<=", b, hi))) if a == b == node.var:
            syntax = e.Interval(hole(0), hole(1), span=NOWHERE)
            yield SyntaxTemplate(syntax, (lo, hi), (node.var,))


def part_of_map(node: x.MapOf) -> Iterator[SyntaxTemplate]:
    """A map with some of its keys given."""
    match node.body:
        case x.Lookup(map_, x.Make(fields)):
            given = len(fields) - (
                len(node.var.type.fields) if isinstance(node.var.type, Record) else 1
            )
            keys = tuple(hole(i) for i in range(1, given + 1))
            if keys:
                syntax = e.Indexed(hole(0), keys, span=NOWHERE)
                yield SyntaxTemplate(syntax, (map_, *fields[:given]), (node.var,))


def relations(neighbours: x.Expr) -> Iterator[str | None]:
    """The names of a relation of neighbours; None stands for that of the board."""
    yield None
    match neighbours:
        case x.Const(_, _, name) if speakable(name):
            yield name
        case x.MapOf(_, x.Call(name)) if speakable(name):
            yield name


def of_list(node: x.Expr) -> Iterator[SyntaxTemplate]:
    """Lists, their items and their parts."""
    match node:
        case x.ListOf(items):
            holes = tuple(map(hole, range(len(items))))
            yield SyntaxTemplate(e.ListLiteral(holes, span=NOWHERE), items)
        case x.Concat(left, right):
            yield SyntaxTemplate(e.Binary("++", hole(0), hole(1), span=NOWHERE), (left, right))
        case x.Item(of, index, back):
            if index == fold.number(0):
                yield SyntaxTemplate(call("last" if back else "first", 1), (of,))
            yield SyntaxTemplate(exact("back", 2) if back else call("item", 2), (of, index))
        case x.Slice(of, start, stop):
            if start == fold.number(0):
                yield SyntaxTemplate(call("first", 2), (of, stop))
            if isinstance(start, x.If) and isinstance(start.condition, x.Compare):
                yield SyntaxTemplate(call("last", 2), (of, start.condition.right))
            yield SyntaxTemplate(exact("slice", 3), (of, start, stop))


def binders(part: x.Expr) -> tuple[x.Local, ...]:
    """The locals bound in what the elaborator adds, in the order of the text."""
    return tuple(
        n.var for n in walk(part) if isinstance(n, x.Quantifier | x.Filter | x.Best | x.MapOf)
    )


def key_parts(key: x.Expr) -> tuple[x.Expr, ...]:
    """The indices that make a key."""
    match key:
        case x.Make(fields, Record("", _)):
            return fields
        case x.Const(_, Record("", _)):
            return constant_fields(key)
        case _:
            return (key,)
