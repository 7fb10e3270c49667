"""A whole program of the IR as text, for debugging and for comparing programs.

Everything that affects how a program runs is included, so that two programs that differ print
differently; the places in the source and the boards, which are kept for messages and drawings, are
not. The notation of expressions is explained in :mod:`rulewright.dsl.ir.printing.code`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from .. import code as x
from ..code import Block, Branch, Goto, Stop, Terminator
from ..program import (
    Chance,
    Check,
    Choice,
    Decision,
    End,
    Example,
    ExampleAction,
    Fault,
    Function,
    Instance,
    Node,
    Parameter,
    Program,
    Variable,
)
from ..types import Enum, Record, show, show_value
from .code import Labels, show_expr, show_stmt
from .names import constants, types

__all__ = ["show_expr", "show_program", "show_stmt"]


def show_program(program: Program) -> str:
    """``program`` as text that ends in a line break.

    Raises TypeError for anything that is not part of the IR.
    """
    labels = constants(program)
    sections = [
        _instance(program.instance),
        [f"players {show(program.players)}"],
        _listing("types", map(_type, types(program))),
        _listing("constants", (_constant(c, label) for c, label in labels.items())),
        _listing("variables", map(_variable, program.variables)),
        *(_function(function, labels) for function in program.functions),
        [f"play begins at block {program.entry}"],
        *(_block(number, block, labels) for number, block in enumerate(program.blocks)),
        *_nodes(program, labels),
        *(_check(check, labels) for check in program.checks),
        *(_function(f, labels, "strategy") for f in program.strategies),
        *(_example(example, labels) for example in program.examples),
        _listing("supplies", (f"{s.variable} on {_names(s.places)}" for s in program.supplies)),
        _listing("drawings", (f"{d.variable} on {d.board}" for d in program.drawings)),
    ]
    return "\n\n".join("\n".join(rows) for rows in sections if rows) + "\n"


def _entry(title: str, rows: Iterable[str]) -> list[str]:
    return [title, *(f"  {row}" for row in rows)]


def _listing(title: str, rows: Iterable[str]) -> list[str]:
    """The rows under a title; nothing at all if there are none."""
    entry = _entry(title, rows)
    return entry if len(entry) > 1 else []


def _instance(instance: Instance) -> list[str]:
    return [
        f"program {_quoted(instance.ruleset)} {_quoted(instance.title)}",
        f"  variant {_quoted(instance.variant)}, instance {_quoted(instance.name)}",
        *(f"  parameter {name} = {value}" for name, value in instance.parameters),
        *(f"  reading {name} = {option}" for name, option in instance.readings),
    ]


def _variable(variable: Variable) -> str:
    initial = show_value(variable.type, variable.initial)
    head = f"{variable.kind} {variable.name}: {show(variable.type)} = {initial}"
    head += "" if variable.seen == "all" else f", seen by {variable.seen}"
    return f"{head}, called {_quoted(variable.title)}" if variable.title else head


def _function(function: Function, labels: Labels, word: str = "function") -> list[str]:
    params = ", ".join(f"%{p.name}: {show(p.type)}" for p in function.params)
    head = f"{word} {function.name}({params}): {show(function.type)}"
    return [head + _cited(function.clauses), f"  {show_expr(function.body, labels)}"]


def _block(number: int, block: Block, labels: Labels) -> list[str]:
    body = (line for node in block.body for line in show_stmt(node, labels).split("\n"))
    rows = [*body, _terminator(block.terminator, labels)]
    return _entry(f"block {number} {_quoted(block.name)}", rows)


def _terminator(terminator: Terminator, labels: Labels) -> str:
    match terminator:
        case Goto(block, turn):
            return f"go to block {block}{' as a new turn' if turn else ''}"
        case Branch(condition, then, otherwise):
            return f"go to block {then} if {show_expr(condition, labels)} else to block {otherwise}"
        case Stop(node):
            return f"stop at node {node}"
        case _:
            raise TypeError(f"this ends no block of the IR: {terminator!r}")


def _nodes(program: Program, labels: Labels) -> Iterator[list[str]]:
    for number, (node, reset) in enumerate(zip(program.nodes, program.resets, strict=True)):
        title, *rows = _node(node, labels)
        cleared = [f"reset {_names(reset.variables)}"] if reset.variables else []
        yield _entry(f"node {number}: {title}", [*rows, *cleared])


def _node(node: Node, labels: Labels) -> list[str]:
    match node:
        case Decision(name, player, choices, secret, clauses):
            how = "decides secretly" if secret else "decides"
            head = f"decision {_quoted(name)}: {show_expr(player, labels)} {how}"
            return [head + _cited(clauses), *(_choice(choice, labels) for choice in choices)]
        case Chance(name, parameter, weight, block, clauses):
            drawn = f"{_parameter(parameter, labels)} with weight {show_expr(weight, labels)}"
            head = f"chance {_quoted(name)}: {drawn}, to block {block}"
            return [head + _cited(clauses)]
        case End(name, kind, winners, scores, clauses):
            rows = [f"winners {show_expr(winners, labels)}"]
            if scores is not None:
                rows.append(f"scores {show_expr(scores, labels)}")
            return [f"end {_quoted(name)}: {kind}{_cited(clauses)}", *rows]
        case Fault(message, clauses, declared=declared):
            word = "gap" if declared else "fault"
            return [f"{word} {_quoted(message)}{_cited(clauses)}"]
        case _:
            raise TypeError(f"this is no node of the IR: {node!r}")


def _choice(choice: Choice, labels: Labels) -> str:
    parameters = ", ".join(_parameter(p, labels) for p in choice.parameters)
    guard = show_expr(choice.guard, labels)
    head = f"{choice.name}({parameters}) when {guard}, to block {choice.block}"
    head += f", called {_quoted(choice.title)}" if choice.title else ""
    return head + _cited(choice.clauses)


def _parameter(parameter: Parameter, labels: Labels) -> str:
    head = f"%{parameter.name}: {show(parameter.type)} in {show_expr(parameter.over, labels)}"
    return f"{head} into {parameter.variable}"


def _check(check: Check, labels: Labels) -> list[str]:
    player = f" %{check.player.name}: {show(check.player.type)}" if check.player else ""
    head = f"check {check.name}: {check.kind}{player}, {'holds' if check.expected else 'fails'}"
    texts = [f"text {_quoted(check.text)}"]
    if check.question:
        texts.append(f"question {_quoted(check.question)}")
    return _entry(head + _cited(check.clauses), [show_expr(check.property, labels), *texts])


def _example(example: Example, labels: Labels) -> list[str]:
    rows = []
    for line in example.lines:
        if isinstance(line, ExampleAction):
            rows.append(f"{line.actor} {'does' if line.legal else 'cannot'} {_quoted(line.text)}")
        else:
            condition = show_expr(line.condition, labels)
            rows.append(f"then {condition}{_cited(line.clauses)}, text {_quoted(line.text)}")
    title = f" {_quoted(example.title)}" if example.title else ""
    return _entry(f"example {example.name}{title}" + _cited(example.clauses), rows)


# Enumerations, records and named constants: once, with everything that is in them


def _type(t: Enum | Record) -> str:
    match t:
        case Enum(name, labels):
            return f"enum {name}: {', '.join(labels)}"
        case Record(name, fields):
            return f"record {name}: {', '.join(f'{f}: {show(u)}' for f, u in fields)}"


def _constant(constant: x.Const, label: str) -> str:
    return f"@{label}: {show(constant.type)} = {show_value(constant.type, constant.value)}"


# Words


def _names(names: Sequence[str]) -> str:
    return ", ".join(names)


def _cited(clauses: Sequence[str]) -> str:
    return f" by {', '.join(f'[{clause}]' for clause in clauses)}" if clauses else ""


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
