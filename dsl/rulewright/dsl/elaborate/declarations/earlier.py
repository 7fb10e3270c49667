"""The variables that `was` looks back at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...ir.names import made_of
from ...syntax import expressions as e
from ...syntax import parts as p
from ..expressions.names.earlier import WAS
from ..symbols.named import asked_in, names_in
from ..symbols.symbol_table import SymbolTable


def declare_earlier(world: SymbolTable, parts: Iterable[p.Part]) -> None:
    """For each state under a `was`, also in a function that is used there."""
    for name in names_in(world, [n.arg for n in asked_in(parts) if isinstance(n, e.Was)]):
        if name in world.variables and name not in world.histories:
            state = world.variables[name]
            world.earlier[name] = replace(state, name=made_of(WAS, name), kind="state")
    for variable in world.earlier.values():
        world.variables[variable.name] = variable
