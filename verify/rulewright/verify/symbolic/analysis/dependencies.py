"""What is known of a program without running it, found once and shared by all who run it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulewright.dsl.ir import types as ty
from rulewright.dsl.ir.code import Expr
from rulewright.dsl.ir.program import Program

from .cfg import visiting_order
from .facts import Dependencies


class Analysis:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.types = {v.name: v.type for v in program.variables}
        self.functions = {f.name: f for f in program.functions}
        self.needs = Dependencies(self.functions)
        self._plans: dict[int, tuple[Expr, Plan]] = {}

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """For each block when it is visited: a loop as a whole before what follows it."""
        return visiting_order(self.program.blocks)

    @cached_property
    def forgotten(self) -> tuple[Mapping[str, ty.Value], ...]:
        """For each node, the variables that have their default there."""
        defaults = {name: ty.default(t) for name, t in self.types.items()}
        scratch = [v.name for v in self.program.variables if v.kind == "scratch"]
        return tuple(
            {name: defaults[name] for name in (*scratch, *reset.variables)}
            for reset in self.program.resets
        )

    def plan(self, e: Expr) -> Plan:
        """What the value of ``e`` depends on, in a fixed order."""
        found = self._plans.get(id(e))
        if found is None:
            needs = self.needs.of(e)
            plan = Plan(tuple(sorted(needs.locals)), tuple(sorted(needs.variables)), needs.node)
            found = self._plans[id(e)] = (e, plan)
        return found[1]


@dataclass(frozen=True, slots=True)
class Plan:
    """The locals and variables that an expression reads, and whether the node matters."""

    locals: tuple[str, ...]
    variables: tuple[str, ...]
    node: bool
