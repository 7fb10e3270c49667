"""The variables for what `was` looks back at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...ir.names import made_of
from ...syntax import expressions as e
from ...syntax import parts as p
from ...syntax.node import Node
from ...syntax.tree import nodes
from ..expressions.names.earlier import WAS
from ..symbols.symbol_table import SymbolTable

_LOOKING = (
    p.FunctionPart, p.ProcedurePart, p.CheckPart, p.AgreePart, p.StrategyPart, p.ExamplePart,
)  # fmt: skip


def declare_earlier(world: SymbolTable, parts: Iterable[p.Part]) -> None:
    """For each state that stands below a `was`, in a function that is used there, too."""
    asked = (n for part in parts if isinstance(part, _LOOKING) for n in nodes(part))
    waiting: list[Node] = [n.arg for n in asked if isinstance(n, e.Was)]
    seen: set[str] = set()
    while waiting:
        for node in nodes(waiting.pop()):
            name = node.name if isinstance(node, e.Reference) else ""
            if isinstance(node, e.Application):
                name = node.name.text
            if name in seen:
                continue
            seen.add(name)
            if name in world.function_parts:
                waiting.append(world.function_parts[name].body)
            if name in world.variables and name not in world.histories:
                state = world.variables[name]
                world.earlier[name] = replace(state, name=made_of(WAS, name), kind="state")
    for variable in world.earlier.values():
        world.variables[variable.name] = variable
