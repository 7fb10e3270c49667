"""The one walk over a syntax tree."""

from __future__ import annotations

from collections.abc import Iterator

from ..node_fields import field_values
from .node import Cite, Node


def nodes(root: object) -> Iterator[Node]:
    """Every node below and with the root; a node before those inside it, in order of the text."""
    if isinstance(root, tuple):
        for item in root:
            yield from nodes(item)
    elif isinstance(root, Node):
        yield root
        for value in field_values(root, without="span"):
            yield from nodes(value)


def cited(node: object) -> tuple[str, ...]:
    """The clauses that a node and what is inside it cite, each once."""
    return tuple(dict.fromkeys(n.clause for n in nodes(node) if isinstance(n, Cite)))
