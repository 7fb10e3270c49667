"""What an expression may read: names, variables, locals that change, and how play ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tests.oracles.language.values import Type, Value


@dataclass(frozen=True)
class Cell:
    """The place of a local that statements may change."""

    number: int
    type: Type


@dataclass(frozen=True)
class Ended:
    """How play ended: ``winners`` are all who win, nobody in a draw."""

    kind: str
    winners: frozenset[Value]


@dataclass(frozen=True)
class Scope:
    """What an expression may read: local names, the variables, the cells of changing locals."""

    names: Mapping[str, Value]
    state: Mapping[str, Value]
    cells: Mapping[int, Value] | None = None
    ended: Ended | None = None

    def bind(self, name: str, value: Value) -> Scope:
        return replace(self, names={**self.names, name: value})
