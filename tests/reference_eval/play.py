"""A program that runs: from one resting position to the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.dsl.ir.code import Branch, Goto, Stop
from rulewright.dsl.ir.program import Chance, Choice, Decision, Parameter, Program
from rulewright.dsl.ir.types import (
    Value,
    default,
)

from .meaning import FaultHappened, Scope, element_of, elements, evaluate, execute, number, restore


class Endless(Exception):  # noqa: N818
    """Very many blocks ran without a decision."""


class Position(NamedTuple):
    """A resting state: the node and the variables other than scratch ones, in their order."""

    node: int
    values: tuple[Value, ...]


Action = tuple[int, tuple[int, ...]]
STEPS = 10_000


def parameters_of(option: Choice | Chance) -> tuple[Parameter, ...]:
    return (option.parameter,) if isinstance(option, Chance) else option.parameters


class Reference:
    """A program that runs by the meaning of the IR."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def new(self) -> Position:
        values = {v.name: v.initial for v in self.program.variables}
        return self._run(self.program.entry, values, dict(values))[0]

    def scope(self, position: Position) -> Scope:
        """What an expression reads in a resting state."""
        kept = iter(position.values)
        values = {
            v.name: default(v.type) if v.kind == "scratch" else next(kept)
            for v in self.program.variables
        }
        return Scope(self.program, values, {}, position.node)

    def legal(self, position: Position) -> list[Action]:
        node, scope = self.program.nodes[position.node], self.scope(position)
        if isinstance(node, Chance):
            found = self._arguments((node.parameter,), scope)
            return [(0, a) for a, inner in found if number(evaluate(node.weight, inner)) > 0]
        if not isinstance(node, Decision):
            return []
        return [
            (i, args)
            for i, choice in enumerate(node.choices)
            for args, inner in self._arguments(choice.parameters, scope)
            if evaluate(choice.guard, inner)
        ]

    def _allows(self, option: Choice | Chance, args: tuple[int, ...], s: Scope) -> bool:
        """Whether ``legal`` lists an option with these arguments, without the list of them all."""
        for p, arg in zip(parameters_of(option), args, strict=True):
            value = restore(p.type, arg)
            if value not in elements(evaluate(p.over, s), element_of(p.over.type)):
                return False
            s = s.bind(p.name, value)
        if isinstance(option, Chance):
            return number(evaluate(option.weight, s)) > 0
        return bool(evaluate(option.guard, s))

    def _arguments(
        self, parameters: tuple[Parameter, ...], s: Scope
    ) -> Iterator[tuple[tuple[int, ...], Scope]]:
        if not parameters:
            yield (), s
            return
        first, *rest = parameters
        for v in elements(evaluate(first.over, s), element_of(first.over.type)):
            for args, inner in self._arguments(tuple(rest), s.bind(first.name, v)):
                yield (int(number(v)), *args), inner

    def step(self, position: Position, action: Action) -> tuple[Position, int]:
        """The next position and how many turns began."""
        index, args = action
        node, scope = self.program.nodes[position.node], self.scope(position)
        assert isinstance(node, Decision | Chance)
        option = node if isinstance(node, Chance) else node.choices[index]
        assert self._allows(option, args, scope)
        before = scope.values
        values = dict(before)
        for p, v in zip(parameters_of(option), args, strict=True):
            values[p.variable] = restore(p.type, v)
        return self._run(option.block, before, values)

    def _run(
        self, number_: int, before: dict[str, Value], values: dict[str, Value]
    ) -> tuple[Position, int]:
        turns = 0
        try:
            for _ in range(STEPS):
                block = self.program.blocks[number_]
                end = execute(block.body, Scope(self.program, values, {}))
                match block.terminator:
                    case Stop(node):
                        return self._rest(node, values), turns
                    case Goto(number_, turn):
                        turns += turn
                    case Branch(condition, then, otherwise):
                        number_ = then if evaluate(condition, end) else otherwise
        except FaultHappened as fault:
            return self._rest(fault.number, before), turns
        raise Endless

    def _rest(self, node: int, values: dict[str, Value]) -> Position:
        forgotten = self.program.resets[node].variables
        return Position(
            node,
            tuple(
                default(v.type) if v.name in forgotten else values[v.name]
                for v in self.program.variables
                if v.kind != "scratch"
            ),
        )
