"""What a program mentions: its enumerations and records, and its named constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..choices import choices_of, parameters_of
from ..code import Branch, Const, Each, Expr, Let, Require, Stmt, Store, When
from ..program import Chance, Decision, End, ExampleCondition, Fault, Node, Parameter, Program
from ..types import Enum, List, Map, Option, Record, Set, Type
from ..unknown import refuse
from ..walk import walk


def types(program: Program) -> tuple[Enum | Record, ...]:
    """Every enumeration and record of a program, in the order in which they are first met."""
    found: dict[Enum | Record, None] = {program.players: None}
    for t in _types(program):
        found.update(dict.fromkeys(_inside(t)))
    return tuple(found)


def constants(program: Program) -> Mapping[Const, str]:
    """The named constants of a program, each with a unique label.

    The label is the name, with a number if several constants have the same name.
    """
    found: dict[Const, str] = {}
    taken: dict[str, int] = {}
    for node in walk(*roots(program)):
        if isinstance(node, Const) and node.name and node not in found:
            count = taken[node.name] = taken.get(node.name, 0) + 1
            found[node] = node.name if count == 1 else f"{node.name}~{count}"
    return found


def _types(program: Program) -> Iterator[Type]:
    yield from (variable.type for variable in program.variables)
    yield from (f.type for f in (*program.functions, *program.strategies))
    yield from (p.type for node in program.nodes for p in _parameters(node))
    for node in walk(*roots(program)):
        if not isinstance(node, Store | Let | When | Each | Require):
            yield node.type


def _inside(t: Type) -> Iterator[Enum | Record]:
    """The enumerations and records in a type, each before those that it is made of."""
    match t:
        case Enum():
            yield t
        case Record(_, fields):
            yield t
            for _, field in fields:
                yield from _inside(field)
        case Option(inner) | Set(inner) | List(inner):
            yield from _inside(inner)
        case Map(key, value):
            yield from _inside(key)
            yield from _inside(value)
        case _:
            return


def roots(program: Program) -> Iterator[Expr | Stmt]:
    """Every expression and statement that is not inside another, in the order of the program."""
    for function in program.functions:
        yield from function.params
        yield function.body
    for block in program.blocks:
        yield from block.body
        if isinstance(block.terminator, Branch):
            yield block.terminator.condition
    for node in program.nodes:
        yield from _node_roots(node)
    for check in program.checks:
        yield check.property
        if check.player is not None:
            yield check.player
    for strategy in program.strategies:
        yield from strategy.params
        yield strategy.body
    for example in program.examples:
        conditions = (line for line in example.lines if isinstance(line, ExampleCondition))
        yield from (line.condition for line in conditions)


def _node_roots(node: Node) -> Iterator[Expr]:
    match node:
        case Decision(_, player, choices):
            yield player
            yield from (choice.guard for choice in choices)
        case Chance():
            yield node.weight
        case End(_, _, winners, scores):
            yield winners
            if scores is not None:
                yield scores
        case Fault():
            pass
        case _:
            refuse(node)
    yield from (parameter.over for parameter in _parameters(node))


def _parameters(node: Node) -> tuple[Parameter, ...]:
    return tuple(p for choice in choices_of(node) for p in parameters_of(choice))
