"""One instance of a ruleset: from the parts of a variant to a program."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from ..ir.program import (
    Chance,
    Decision,
    Drawing,
    End,
    Fault,
    Function,
    Instance,
    Program,
    Reset,
    Supply,
    Variable,
)  # fmt: skip
from ..ir.stmt import Branch, Store
from ..ir.types import Int, Map, Set, show_value
from ..ir.walk import reads, walk
from ..span import Span
from ..syntax import parts as p
from .cfg.builder import Cfg, number
from .cfg.liveness import live_at_nodes
from .cfg.simplify import simplify
from .checks import PropertyElaborator, checks
from .control.lowering import Lowering
from .declare import Declarations
from .expressions import references
from .strategies import strategies
from .symbols.report import DiagnosticSink, ElaborationError
from .symbols.symbol_table import SymbolTable
from .symbols.variants import Variant


def elaborate(
    ruleset: p.Ruleset, variant: Variant, name: str, parameters: Mapping[str, int],
    readings: Mapping[str, str], report: DiagnosticSink, places: Mapping[str, Span] | None = None,
    varied: Collection[str] = (),
) -> Program | None:  # fmt: skip
    """The program of an instance, or None if anything is wrong (it is in the report then).

    ``places`` tells where parameters are set, if not in their parts. The readings in ``varied``
    are state of the program.
    """
    try:
        return _elaborate(
            ruleset, variant, name, parameters, readings, report, places or {}, varied
        )
    except RecursionError:
        report.add(ruleset.name.span, "functions or procedures use one another too deeply")
        return None


def _elaborate(
    ruleset: p.Ruleset, variant: Variant, name: str, parameters: Mapping[str, int],
    readings: Mapping[str, str], report: DiagnosticSink, places: Mapping[str, Span],
    varied: Collection[str],
) -> Program | None:  # fmt: skip
    before = len(report.diagnostics)
    world = SymbolTable(report, varied=varied)
    expressions = PropertyElaborator(world)
    try:
        Declarations(world, expressions, places).declare(variant, parameters, readings)
    except ElaborationError:
        return None
    flow = Lowering(world, expressions)
    expressions.hypothetical = flow.hypothetical
    if not any(isinstance(part, p.PlayersPart) for part in variant.parts):
        report.add(ruleset.name.span, f"the variant {variant.name} has no players")
    play = world.procedures.get("play")
    if play is None:
        report.add(ruleset.name.span, f"the variant {variant.name} has no play")
    numbered = None
    if play is not None and world.players.labels:
        numbered = _flow(flow, play)
    _every_function(world, expressions)
    nodes = numbered.nodes if numbered else ()
    asked = checks(variant, expressions, nodes, ruleset.source)
    preferred = strategies(variant, expressions)
    if len(report.diagnostics) > before or numbered is None:
        return None
    variables, resets = _classify(world, flow, numbered)
    instance = Instance(
        ruleset.name.text, ruleset.title, variant.name, name,
        tuple((k, v.value) for k, v in world.constants.items() if isinstance(v.type, Int) and isinstance(v.value, int)),
        tuple((k, show_value(v.type, v.value)) for k, v in world.readings.items())
        + tuple(world.chosen_shapes.items()),
    )  # fmt: skip
    return Program(
        instance=instance,
        players=world.players,
        variables=variables,
        functions=_used_functions(world),
        blocks=numbered.blocks,
        nodes=numbered.nodes,
        resets=resets,
        entry=numbered.entry,
        checks=asked,
        strategies=preferred,
        supplies=tuple(Supply(s, _places(world, s)) for s in world.supplies),
        drawings=_drawings(world),
        boards=tuple(world.boards),
    )


def _flow(flow: Lowering, play: p.ProcedurePart) -> Cfg | None:
    before = len(flow.report.diagnostics)
    try:
        entry = flow.play(play)
    except ElaborationError:
        return None
    if len(flow.report.diagnostics) > before:
        return None
    return simplify(number(flow.graph, entry))


def _every_function(world: SymbolTable, expressions: PropertyElaborator) -> None:
    """Functions that nothing uses are checked too."""
    for name, part in world.function_parts.items():
        if name not in world.functions:
            try:
                references.defined_function(expressions, name, part.name.span)
            except ElaborationError:
                continue


def _used_functions(world: SymbolTable) -> tuple[Function, ...]:
    """All functions, callees before callers."""
    return tuple(f for f in world.functions.values() if f is not None)


def _classify(
    world: SymbolTable, flow: Lowering, numbered: Cfg
) -> tuple[tuple[Variable, ...], tuple[Reset, ...]]:
    """Which frame variables are state, which are scratch, and what each node resets."""
    frames = flow.graph.frames
    trial = flow.graph.trial
    used = (_mentioned(numbered) | trial) & frames.keys()
    live = live_at_nodes(numbered.blocks, numbered.nodes, numbered.kept, frozenset(used - trial))
    lasting = frozenset().union(*live) if live else frozenset()
    variables = list(world.variables.values())
    variables += [v for n, v in frames.items() if n in lasting]
    variables += [
        replace(v, kind="scratch") for n, v in frames.items() if n in used and n not in lasting
    ]
    order = [n for n in frames if n in lasting]
    resets = tuple(
        Reset(() if isinstance(node, Fault) else tuple(n for n in order if n not in alive))
        for node, alive in zip(numbered.nodes, live, strict=True)
    )
    return tuple(variables), resets


def _mentioned(numbered: Cfg) -> set[str]:
    """Every variable that the program writes or reads."""

    found: set[str] = set()
    for block in numbered.blocks:
        for statement in block.body:
            found |= reads(statement)
            found |= {n.var for n in walk(statement) if isinstance(n, Store)}
        if isinstance(block.terminator, Branch):
            found |= reads(block.terminator.condition)
    for node, kept in zip(numbered.nodes, numbered.kept, strict=True):
        found |= set(kept)
        match node:
            case Decision():
                found |= reads(node.player)
                for choice in node.choices:
                    found |= reads(choice.guard, *(q.over for q in choice.parameters))
                    found |= {q.variable for q in choice.parameters}
            case Chance():
                found |= reads(node.parameter.over, node.weight) | {node.parameter.variable}
            case End():
                found |= reads(node.winners)
                found |= reads(node.scores) if node.scores is not None else set()
            case _:
                pass
    return found


def _places(world: SymbolTable, supply: str) -> tuple[str, ...]:
    """The variables that components of a supply can get to."""
    found = [supply]
    for variable in found:
        found += [to for source, to in world.flows if source == variable and to not in found]
    return tuple(v for v in found if v not in world.supplies)


def _drawings(world: SymbolTable) -> tuple[Drawing, ...]:
    found: list[Drawing] = []
    for board in world.boards:
        for variable in world.variables.values():
            key = variable.type.key if isinstance(variable.type, Map) else None
            if key == board.place or variable.type == Set(board.place):
                found.append(Drawing(board.name, variable.name))
    return tuple(found)
