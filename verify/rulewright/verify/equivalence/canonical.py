"""Whether two programs are the same, whatever the names and the order of their parts.

A reading that nothing asks for in some variant, or only where an instance never gets to, leaves no trace in
the program: then there is nothing to play. Programs are written down from the entry on, in the order in
which control reaches blocks and nodes; frame variables, locals, functions, blocks and nodes are numbered as
they are first met. Texts, places and citations are left out, and so are checks and strategies, which are
not rules. Equal lines mean the same program; unequal ones mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.code import Block, Branch, Goto, Require, Stmt, Stop, Store
from rulewright.dsl.ir.program import Chance, Decision, End, Fault, Node, Parameter, Program
from rulewright.dsl.ir.types import Type
from rulewright.dsl.ir.unknown import refuse
from rulewright.dsl.node_fields import field_values

from .observation import stopped

CanonicalLine = tuple[object, ...]

_NODES = (*get_args(x.Expr), *get_args(Stmt))
_TYPES = get_args(Type)


def canonical(program: Program) -> tuple[CanonicalLine, ...]:
    """The program as lines that do not depend on names and order."""
    return tuple(_Writer(program).lines())


class _Writer:
    """Numbers what it meets, and queues what is still to be written."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._variables = {v.name: v for v in program.variables}
        self._functions = {f.name: f for f in program.functions}
        self._numbers: dict[tuple[str, object], int] = {}
        self._waiting: list[tuple[str, object]] = []

    def lines(self) -> Iterable[CanonicalLine]:
        program = self._program
        yield "players", program.players
        declared = [v for v in program.variables if v.declared]
        for v in sorted(declared, key=lambda v: v.name):
            yield v.name, v.type, v.initial, v.kind, v.seen
        self._number("block", program.entry)
        for kind, name in self._waiting:  # grows while it is read
            match kind, name:
                case "block", int(number):
                    yield (kind, *self._block(program.blocks[number]))
                case "node", int(number):
                    yield (kind, *self._node(program.nodes[number]))
                case "function", str(number):
                    function = self._functions[number]
                    yield (kind, *self._each((*function.params, function.body)))
                case _:
                    variable = self._variables[str(name)]
                    yield kind, variable.type, variable.initial, variable.kind, variable.seen
        for met in self._waiting:
            match met:
                case "node", int(number):
                    yield ("reset", *self._resets(program.resets[number].variables))

    def _number(self, kind: str, name: object) -> int:
        """The number of a block, node, function or frame variable, which is then queued to be written."""
        key = (kind, name)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._waiting.append(key)
        return self._numbers[key]

    def _resets(self, names: Iterable[str]) -> list[str | int]:
        """The variables that are reset, without those that nothing mentions."""
        met = (n for n in names if self._declared(n) or ("variable", n) in self._numbers)
        return sorted(map(self._variable, met), key=str)

    def _declared(self, name: str) -> bool:
        return self._variables[name].declared

    def _variable(self, name: str) -> str | int:
        return name if self._declared(name) else self._number("variable", name)

    def _block(self, block: Block) -> Iterable[object]:
        yield self._each(block.body)
        end = block.terminator
        match end:
            case Goto(target, turn):
                yield from ("goto", self._number("block", target), turn)
            case Branch(condition, then, otherwise):
                yield self._part(condition)
                yield from (self._number("block", then), self._number("block", otherwise))
            case Stop(node):
                yield from ("stop", self._number("node", node))
            case _:
                refuse(end)

    def _node(self, node: Node) -> Iterable[object]:
        match node:
            case Decision(_, player, choices, secret):
                yield from ("decision", secret, self._part(player))
                for choice in choices:
                    yield choice.name
                    yield [self._parameter(p) for p in choice.parameters]
                    yield from (self._part(choice.guard), self._number("block", choice.block))
            case Chance(_, parameter, weight, block):
                yield from ("chance", self._parameter(parameter), self._part(weight))
                yield self._number("block", block)
            case End(_, kind, winners, scores):
                yield from (kind, self._part(winners), self._part(scores))
            case Fault():
                yield from stopped(node)
            case _:
                refuse(node)

    def _parameter(self, parameter: Parameter) -> CanonicalLine:
        over = self._part(parameter.over)
        local = self._part(x.Local(parameter.name, parameter.type))
        return over, local, self._variable(parameter.variable)

    def _each(self, parts: Iterable[x.Expr | Stmt]) -> CanonicalLine:
        return tuple(self._part(part) for part in parts)

    def _part(self, part: object) -> object:
        """An expression, a statement, or a field's value in one."""
        match part:
            case x.Const(value, t):
                return "const", value, t
            case x.Local(name, t):
                return "local", self._local(name), t
            case x.Var(name, t):
                return "var", self._variable(name), t
            case x.Call(name, args, t):
                return "call", self._number("function", name), self._each(args), t
            case Store(name, key, value, fault):
                return (
                    "store",
                    self._variable(name),
                    *map(self._part, (key, value)),
                    self._fault(fault),
                )
            case Require(condition, fault):
                return "require", self._part(condition), self._fault(fault)
            case x.At(nodes):
                return "at", tuple(self._number("node", n) for n in nodes)
            case tuple():
                return tuple(self._part(p) for p in part)
            case _ if isinstance(part, _NODES):
                return type(part).__name__, *map(self._part, field_values(part))
            case None | str() | int():
                return part
            case _ if isinstance(part, _TYPES):
                return part
            case _:
                raise TypeError(f"nobody said what is to be done here with {part!r}")

    def _local(self, name: str) -> int:
        key = ("local", name)
        return self._numbers.setdefault(key, len(self._numbers))

    def _fault(self, fault: int | None) -> int | None:
        """A fault's node; inside 'after' a fault has none."""
        return fault if fault is None or fault < 0 else self._number("node", fault)
