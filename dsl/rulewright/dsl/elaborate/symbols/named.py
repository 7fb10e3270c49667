"""Which names occur in a text, also in functions and procedures that it uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...syntax import parts as p
from ...syntax.node import SyntaxNode
from ...syntax.tree import names_used, nodes
from .symbol_table import SymbolTable

_ASKING = (
    p.FunctionPart, p.ProcedurePart, p.CheckPart, p.AgreePart, p.StrategyPart, p.ExamplePart,
)  # fmt: skip
"""The parts whose expressions are evaluated during play."""


def asked_in(parts: Iterable[p.Part]) -> Iterator[SyntaxNode]:
    """Every node of expressions evaluated during play, and of questions about it."""
    return (node for part in parts if isinstance(part, _ASKING) for node in nodes(part))


def names_in(world: SymbolTable, roots: Iterable[object]) -> list[str]:
    """Each name once, in the order of first occurrence."""
    waiting = list(roots)
    found: dict[str, None] = {}
    while waiting:
        for name in names_used(waiting.pop()):
            if name in found:
                continue
            found[name] = None
            if name in world.function_parts:
                waiting.append(world.function_parts[name].body)
            if name in world.procedures:
                waiting.append(world.procedures[name].body)
    return list(found)
