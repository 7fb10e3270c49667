"""The one traversal of a syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ..node_fields import field_values, named_fields
from ..span import Span
from .expressions import Application, FieldAccess, Indexed, Reference
from .node import Cite, Name, SyntaxNode


def nodes(root: object) -> Iterator[SyntaxNode]:
    """Every node below and including the root; a node before those inside it, in order of the text."""
    if isinstance(root, tuple):
        for item in root:
            yield from nodes(item)
    elif isinstance(root, SyntaxNode):
        yield root
        for value in field_values(root, without="span"):
            yield from nodes(value)


def name_used(node: SyntaxNode) -> str | None:
    """The name that an expression refers to or applies; None for others."""
    match node:
        case Reference(name=name) | Application(name=Name(text=name)):
            return name
        case _:
            return None


def names_used(root: object) -> Iterator[str]:
    """The names that expressions below and including the root refer to or apply, with repetitions."""
    return (name for node in nodes(root) if (name := name_used(node)) is not None)


def root_of(target: SyntaxNode) -> SyntaxNode:
    """The name that is stored to, without its keys and fields."""
    while isinstance(target, Indexed | FieldAccess):
        target = target.base
    return target


def rewritten(root: Any, change: Callable[[Any, Any], Any]) -> Any:
    """The tree with ``change(before, after)`` in place of each node and each tuple, from inside
    out.

    ``before`` is the original, ``after`` the same with the changes inside it.
    """
    after = root
    if isinstance(root, tuple):
        items = tuple(rewritten(item, change) for item in root)
        after = items if any(a is not b for a, b in zip(items, root, strict=True)) else root
    elif isinstance(root, SyntaxNode):
        fields = named_fields(root, without="span")
        new = {name: rewritten(value, change) for name, value in fields.items()}
        changes = {name: value for name, value in new.items() if value is not fields[name]}
        after = replace(root, **changes) if changes else root
    return change(root, after) if isinstance(root, tuple | SyntaxNode) else root


def cited_around(root: object, place: Span) -> tuple[str, ...]:
    """The clauses that the node at a place cites itself, or else the innermost node around it that cites
    any."""
    return next(_around(root, place, ()), ())


def _around(node: object, place: Span, cites: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(node, tuple):
        for each in node:
            yield from _around(each, place, cites)
    elif isinstance(node, SyntaxNode):
        values = field_values(node, "span")
        own = (each for value in values if isinstance(value, tuple) for each in value)
        cites = tuple(each.clause for each in own if isinstance(each, Cite)) or cites
        if node.span == place:
            yield cites
        yield from _around(values, place, cites)


def cited(node: object) -> tuple[str, ...]:
    """The clauses cited by a node and everything inside it, each once."""
    return tuple(dict.fromkeys(n.clause for n in nodes(node) if isinstance(n, Cite)))
