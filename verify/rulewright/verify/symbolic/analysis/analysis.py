"""What is known of a program without running it, computed once and shared by all who run it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Expr
from rulewright.dsl.ir.program import Program

from .cfg import visiting_order
from .dependencies import Dependencies


class Analysis:
    """What the expressions of one program read, in which order its blocks are visited, what is reset where."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = {v.name: v.type for v in program.variables}
        self.functions = {f.name: f for f in program.functions}
        self._dependencies = Dependencies(self.functions)
        self._memo_keys: dict[int, tuple[Expr, MemoKey]] = {}

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """For each block its place in the order of visits: a loop as a whole before what follows it."""
        return visiting_order(self.program.blocks)

    @cached_property
    def reset_values(self) -> tuple[Mapping[str, ty.Value], ...]:
        """For each node, the variables that are reset to their defaults there."""
        defaults = {name: ty.default(t) for name, t in self.types.items()}
        scratch = [v.name for v in self.program.variables if v.kind == "scratch"]
        return tuple(
            {name: defaults[name] for name in (*scratch, *reset.variables)}
            for reset in self.program.resets
        )

    def reads(self, *expressions: Expr) -> frozenset[str]:
        """The variables that expressions read, themselves or through functions."""
        of = self._dependencies.of
        return frozenset[str]().union(*(of(e).variables for e in expressions))

    def reads_location(self, e: Expr) -> bool:
        """Whether the value of ``e`` depends on the node at which play rests."""
        return self._dependencies.of(e).node

    def memo_key(self, e: Expr) -> MemoKey:
        """What the value of ``e`` depends on, in a fixed order."""
        found = self._memo_keys.get(id(e))
        if found is None:
            read = self._dependencies.of(e)
            key = MemoKey(tuple(sorted(read.locals)), tuple(sorted(read.variables)), read.node)
            found = self._memo_keys[id(e)] = (e, key)
        return found[1]


@dataclass(frozen=True, slots=True)
class MemoKey:
    """The locals and variables that an expression reads, and whether the node matters."""

    locals: tuple[str, ...]
    variables: tuple[str, ...]
    node: bool
