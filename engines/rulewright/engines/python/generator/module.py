"""The generated module as a whole."""

from __future__ import annotations

from rulewright.dsl.ir import code as x
from rulewright.dsl.ir.choices import choices_of
from rulewright.dsl.ir.program import Fault, Node, Program, Variable
from rulewright.dsl.ir.types import default

from ...common.move_limit import MOVE_LIMIT
from . import exprs, loops, stmts
from .builder import PythonBuilder
from .loops import give
from .skeleton import HEAD, OWN, api, embedded
from .tables import Tables
from .text.annotations import annotation, definition, row, written
from .text.names import Names
from .text.writer import PythonWriter

KINDS = {**exprs.KINDS, **loops.KINDS, **stmts.KINDS}
"""What writes each kind of expression."""


def source(program: Program, move_limit: int = MOVE_LIMIT) -> str:
    """A game as one Python file that needs nothing but Python 3.11.

    A move may take ``move_limit`` passes of loops. The file is typed (``mypy --strict``); text of
    the ruleset occurs in it only as string literals.
    """
    module = PythonBuilder(program, KINDS, Names(OWN))
    _functions(module)
    tables = Tables(module)
    for index, node in enumerate(program.nodes):
        tables.add(index, node)
    tables.checks = [tables.nodes.check(check) for check in program.checks]
    tables.strategies = [tables.nodes.strategy(strategy) for strategy in program.strategies]
    entry = tables.blocks.number(program.entry)
    tables.blocks.finish()
    parts = (
        _state(module),
        module.constants.text(),
        module.text(),
        tables.text(),
        api(entry, tables.blocks.heads, move_limit),
    )
    code = "\n\n\n".join(part for part in parts if part)
    return "\n\n\n".join((_head(program), embedded(code), code))


def _functions(module: PythonBuilder) -> None:
    for f in module.program.functions:
        name = module.functions[f.name]
        s, parameters = module.scope(name), module.typed(module.parameters[f.name])
        for p in f.params:
            s, ident = s.bind(p)
            parameters.append(f"{ident}: {annotation(p.type)}")
        w = PythonWriter()
        if f.clauses:
            w.line(f"# by {', '.join(f.clauses)!a}")
        if parameters and not f.params and module.costs.dear(x.Call(f.name, (), f.type)):
            w.line("@remembered")  # rules ask for it repeatedly in one state
        with w.block(module.signature(name, parameters, annotation(f.type))):
            give(f.body, s, w)
        module.add(w)


def _state(module: PythonBuilder) -> str:
    w = PythonWriter()
    _tuples(module, w)
    w.line("\n")
    _draft(module, w)
    w.line("\n")
    _beginning(module, w)
    w.line("\n")
    _copying(module, w)
    return w.text()


def _tuples(module: PythonBuilder, w: PythonWriter) -> None:
    """The types of an action, and of a state: where play rests, and what is stored there."""
    with w.block("class Action(NamedTuple):"):
        w.line('"""What is chosen: the number of the choice at its node, and its arguments."""')
        w.line("")
        w.line("choice: int")
        w.line("args: tuple[int, ...]")
    w.line("\n")
    with w.block("class State(NamedTuple):"):
        w.line('"""Where play rests, and every variable."""')
        w.line("")
        w.line("node: int")
        for v in _stored(module):
            w.line(f"{module.idents[v.name]}: {annotation(v.type)}")


def _draft(module: PythonBuilder, w: PythonWriter) -> None:
    """What rules change while they run."""
    variables = module.program.variables
    with w.block("class Draft:"):
        w.line('"""The variables while rules run, and the whole turns that began meanwhile."""')
        w.line("")
        w.line(
            f"__slots__ = {row([*(repr(module.idents[v.name]) for v in variables), repr('turns')])}"
        )
        w.line("")
        for v in variables:
            w.line(f"{module.idents[v.name]}: {annotation(v.type)}")
        w.line("turns: int")
        w.line("")
        with w.block("def __init__(self, state: State) -> None:"):
            for v in variables:
                ident = module.idents[v.name]
                scratch = v.kind == "scratch"
                text = written(v.type, default(v.type)) if scratch else f"state.{ident}"
                w.line(f"self.{ident} = {text}")
            w.line("self.turns = 0")


def _beginning(module: PythonBuilder, w: PythonWriter) -> None:
    """The state before play, and what the first block begins with."""
    initial = [written(v.type, v.initial) for v in _stored(module)]
    w.line(definition("START", f"State(-1{''.join(f', {text}' for text in initial)})"))
    w.line("\n")
    with w.block("def first(start: State) -> Draft:"):
        w.line('"""The variables before the first block."""')
        w.line("d = Draft(start)")
        for v in module.program.variables:
            if v.kind == "scratch" and v.initial != default(v.type):
                w.line(f"d.{module.idents[v.name]} = {written(v.type, v.initial)}")
        w.line("return d")


def _copying(module: PythonBuilder, w: PythonWriter) -> None:
    """Copies of drafts, and whether two are alike: for moves that may go round for ever."""
    idents = [module.idents[v.name] for v in reversed(module.program.variables)]
    with w.block("def copy(d: Draft) -> Draft:"):
        w.line('"""The same variables, which go on being as they are."""')
        w.line("other = Draft(START)")
        for ident in idents:
            w.line(f"other.{ident} = d.{ident}")
        w.line("return other")
    w.line("\n")
    with w.block("def alike(d: Draft, other: Draft) -> bool:"):
        w.line('"""Whether all variables are equal."""')
        w.line("return (")
        w.line("    True")
        for ident in idents:
            w.line(f"    and d.{ident} == other.{ident}")
        w.line(")")


def _stored(module: PythonBuilder) -> list[Variable]:
    return [v for v in module.program.variables if v.kind != "scratch"]


def _head(program: Program) -> str:
    shown = [
        ("TITLE", ascii(f"{program.instance.title}, {program.instance.variant}")),
        ("PLAYERS", row([ascii(label) for label in program.players.labels])),
        ("NODES", row([ascii(_label(node)) for node in program.nodes])),
        ("CHOICES", row([row([ascii(c) for c in _choices(n)]) for n in program.nodes])),
    ]
    types = ("str", "tuple[str, ...]", "tuple[str, ...]", "tuple[tuple[str, ...], ...]")
    lines = [definition(f"{n}: {t}", text) for (n, text), t in zip(shown, types, strict=True)]
    return HEAD + "\n".join(lines)


def _label(node: Node) -> str:
    return node.message if isinstance(node, Fault) else node.name


def _choices(node: Node) -> list[str]:
    return [choice.name for choice in choices_of(node)]
