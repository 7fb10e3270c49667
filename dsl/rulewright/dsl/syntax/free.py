"""Which names an expression mentions without binding them."""

from __future__ import annotations

from collections.abc import Iterable

from ..node_fields import field_values
from . import expressions as e
from .node import Name, SyntaxNode

FreeNames = frozenset[str]


def free_names(node: object) -> FreeNames:
    """The names of values, functions and procedures that are free in an expression."""
    match node:
        case e.Reference(name):
            return frozenset({name})
        case e.Application(name, args, via):
            along = () if via is None else (via.text,)
            return _all(args).union((name.text, *along))
        case e.Hypothetical(call, body):
            return free_names(call) | free_names(body)
        case e.Quantified(_, binders, condition, body):
            bound = [(name, binder.over) for binder in binders for name in binder.names]
            return _bound(bound, (condition, body))
        case e.Those(name, over, where):
            return _bound([(name, over)], (where,))
        case e.Extreme(name, over, condition, _, key):
            return _bound([(name, over)], (condition, key))
        case e.ListComprehension(body, name, over, condition):
            return _bound([(name, over)], (condition, body))
        case e.LetIn(name, value, body):
            return _bound([(name, value)], (body,))
        case tuple():
            return _all(node)
        case SyntaxNode():
            return _all(field_values(node, without="span"))
        case _:
            return frozenset()


def _all(nodes: Iterable[object]) -> FreeNames:
    return frozenset[str]().union(*map(free_names, nodes))


def _bound(binders: Iterable[tuple[Name, object]], inside: Iterable[object]) -> FreeNames:
    """Names bound one after another, each over what may mention those before it."""
    found, bound = frozenset[str](), frozenset[str]()
    for name, over in binders:
        found |= free_names(over) - bound
        bound |= {name.text}
    return found | (_all(inside) - bound)
