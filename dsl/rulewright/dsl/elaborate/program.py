"""One instance of a ruleset: from the parts of a variant to a program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ..ir.code import Branch, Store
from ..ir.program import (
    Chance,
    Check,
    Decision,
    Drawing,
    End,
    Example,
    Fault,
    Function,
    Instance,
    Program,
    Reset,
    Supply,
    Variable,
)  # fmt: skip
from ..ir.types import Int, Map, Set, show_value
from ..ir.unknown import refuse
from ..ir.walk import reads, walk
from ..span import Span
from ..syntax import parts as p
from .at_faults import AtFaults, taken_back
from .cfg.builder import Cfg, number
from .cfg.liveness import FrameReads, liveness, without_dead_stores
from .cfg.outcomes import with_outcomes
from .cfg.simplify import joined, threaded
from .cfg.twins import Shapes, alike_but_for_names, merged, twins_in
from .checks import PropertyElaborator, checks
from .control.dispatch import passes
from .control.flow.given import ParameterSlot
from .control.flow.lowering import Lowering
from .declarations.declare import Declarations
from .examples import TypedActions, examples
from .expressions.dispatch import LEAVES
from .expressions.names import functions, since
from .strategies import strategies
from .symbols.report import DiagnosticSink, ElaborationError
from .symbols.symbol_table import Keys, SymbolTable
from .symbols.variants import Variant

MOST_DROPPED = 6
"""With more parameters that may have to be variables, it is not tested for each whether it must be
one."""


def elaborate(
    ruleset: p.RulesetSyntax, variant: Variant, name: str, parameters: Mapping[str, int],
    readings: Mapping[str, str], report: DiagnosticSink, places: Mapping[str, Span] | None = None,
    held: Collection[str] = (), plays: Sequence[p.ExamplePart] = (), *,
    only_played: bool = False,
) -> Program | None:  # fmt: skip
    """The program of an instance, or None if anything is wrong (it is then in the report).

    ``places`` tells where parameters are set, if not in their parts. The readings and parameters
    in ``held`` are state of the program. ``plays``: the examples of this game. In a
    program that is ``only_played`` equal positions may rest at several nodes: it takes half the
    time, and nobody counts them.
    """
    chosen = _Chosen(ruleset, variant, name, parameters, readings, places or {}, plays)
    sound = _since_known(chosen, report, held, _to_play if only_played else _flow)
    return None if sound is None else _program(chosen, sound)


def diagnose(
    ruleset: p.RulesetSyntax, variant: Variant, name: str, parameters: Mapping[str, int],
    readings: Mapping[str, str], report: DiagnosticSink, places: Mapping[str, Span] | None = None,
    plays: Sequence[p.ExamplePart] = (),
) -> None:  # fmt: skip
    """Report what is wrong in an instance, as :func:`elaborate` does, without making a program.

    Equal positions are not looked for, which takes most of the time.
    """
    chosen = _Chosen(ruleset, variant, name, parameters, readings, places or {}, plays)
    _since_known(chosen, report, (), lambda flow, play: (flow, _lowered(flow, play)))


@dataclass(frozen=True, slots=True)
class _Chosen:
    """Which instance of which ruleset it is."""

    ruleset: p.RulesetSyntax
    variant: Variant
    name: str
    parameters: Mapping[str, int]
    readings: Mapping[str, str]
    places: Mapping[str, Span]
    plays: Sequence[p.ExamplePart]


@dataclass(frozen=True, slots=True)
class _Sound:
    """An instance without errors."""

    world: SymbolTable
    flow: Lowering
    numbered: Cfg
    checks: tuple[Check, ...]
    strategies: tuple[Function, ...]
    examples: tuple[Example, ...]


_FlowOf = Callable[[Lowering, p.ProcedurePart], tuple[Lowering, Cfg | None]]


def _since_known(
    chosen: _Chosen, report: DiagnosticSink, held: Collection[str], flow_of: _FlowOf
) -> _Sound | None:
    """Elaborated again until it is known beforehand which positions are looked back to."""
    before, keys = len(report.diagnostics), dict[Span, Keys]()
    try:
        while True:
            world = SymbolTable(report, held=held, since_of=keys)
            sound = _sound(chosen, world, flow_of)
            if not world.since_met:
                return sound
            del report.diagnostics[before:]
            keys = keys | world.since_met
    except RecursionError:
        place = chosen.ruleset.name.span
        report.add("E005", place, "functions or procedures use one another too deeply")
        return None


def _sound(chosen: _Chosen, world: SymbolTable, flow_of: _FlowOf) -> _Sound | None:
    report, ruleset, variant = world.report, chosen.ruleset, chosen.variant
    before = len(report.diagnostics)
    expressions = PropertyElaborator(world, LEAVES)
    try:
        declarations = Declarations(world, expressions, chosen.places)
        declarations.declare(variant, chosen.parameters, chosen.readings)
    except ElaborationError:
        return None
    flow = Lowering(world, expressions, passes)
    flow.ask_under_after()
    since.declare(expressions, variant.parts)
    if not any(isinstance(part, p.PlayersPart) for part in variant.parts):
        report.add("E501", ruleset.name.span, f"the variant {variant.name} has no players")
    play = world.procedures.get("play")
    if play is None:
        report.add("E502", ruleset.name.span, f"the variant {variant.name} has no play")
    numbered = None
    if play is not None and world.players.labels:
        flow, numbered = flow_of(flow, play)
    whole = len(report.diagnostics) == before  # else options are left out
    _every_function(world, expressions)
    nodes = numbered.nodes if numbered else ()
    expressions.nodes = nodes
    at_faults = AtFaults(expressions, () if numbered is None else taken_back(numbered))
    asked = checks(variant, expressions, at_faults, ruleset.source)
    preferred = strategies(variant, expressions)
    words = TypedActions(nodes) if whole else None
    written = (
        examples(chosen.plays, expressions, at_faults, words, ruleset.source)
        if numbered is not None
        else ()
    )
    if len(report.diagnostics) > before or numbered is None:
        return None
    return _Sound(world, flow, numbered, asked, preferred, written)


def _program(chosen: _Chosen, sound: _Sound) -> Program:
    world, numbered = sound.world, sound.numbered
    variables, resets = _classify(world, sound.flow, numbered)
    instance = Instance(
        chosen.ruleset.name.text, chosen.ruleset.title, chosen.variant.name, chosen.name,
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
        checks=sound.checks,
        strategies=sound.strategies,
        examples=sound.examples,
        supplies=tuple(Supply(s, _places(world, s, variables)) for s in world.supplies),
        drawings=_drawings(world),
        boards=tuple(world.boards),
    )


def _flow(flow: Lowering, play: p.ProcedurePart) -> tuple[Lowering, Cfg | None]:
    """The flow of a play, and its graph; None if anything is wrong.

    Each copy of a procedure is made for its constant arguments. A parameter that is given a
    constant here and something else there becomes a variable in all copies, if more of them rest at
    the same nodes then: with equal values they make equal positions. So does one that is given a
    variable that others read as well, as in ``ask(p)`` beside ``ask(q)`` on the turn of p, if nodes
    remain that differ in nothing but which of their variables are one.
    """
    best = _Attempt.at(flow, play)
    if best is None:
        return flow, None
    least, slots = best.merged, frozenset[ParameterSlot]()
    general: _Attempt | None = best
    while general and (mixed := general.mixed | slots) != slots:
        slots = mixed
        general = _Attempt.at(flow.with_general(slots), play)
        if general and general.merged > least:
            best, least = general, general.merged
    for slot in (
        sorted(best.flow.given.general) if len(best.flow.given.general) <= MOST_DROPPED else ()
    ):
        fewer = _Attempt.at(flow.with_general(best.flow.given.general - {slot}), play)
        if fewer and fewer.merged == least:
            best = fewer
    best.flow.ask_under_after()
    return best.flow, joined(best.program)


def _to_play(flow: Lowering, play: p.ProcedurePart) -> tuple[Lowering, Cfg | None]:
    """As :func:`_flow`, with the first graph."""
    found = _lowered(flow, play)
    if found is None:
        return flow, None
    program = with_outcomes(found, flow.graph)
    return flow, joined(_only_read(program, FrameReads(frozenset(flow.graph.frames))))


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A flow, its graph, and how many nodes were the same as others in it."""

    flow: Lowering
    program: Cfg
    merged: int

    @staticmethod
    def at(flow: Lowering, play: p.ProcedurePart) -> _Attempt | None:
        """None if something is wrong."""
        found = _lowered(flow, play)
        return None if found is None else _Attempt(flow, *_settled(flow, found))

    @property
    def mixed(self) -> frozenset[ParameterSlot]:
        """Parameters that are given a constant here and something else there, or that share a
        variable where nodes differ only in that."""
        given = self.flow.given
        mixed = frozenset(given.constants & given.others)
        if given.shared <= mixed:
            return mixed
        shapes = Shapes(self.flow.graph.frames)
        return mixed | given.shared if alike_but_for_names(self.program, shapes) else mixed


def _lowered(flow: Lowering, play: p.ProcedurePart) -> Cfg | None:
    """The graph; None if anything is wrong, which is reported unless this is a second attempt."""
    diagnostics = flow.report.diagnostics
    before = len(diagnostics)
    with suppress(ElaborationError):
        entry = flow.play(play)
        if len(diagnostics) == before:
            return number(flow.graph, entry)
    if flow.given.general:
        del diagnostics[before:]
    return None


def _settled(flow: Lowering, program: Cfg) -> tuple[Cfg, int]:
    """The same flow, in which equal positions rest at one node with equal variables.

    And how many nodes were merged with others.
    """
    program = with_outcomes(program, flow.graph)
    frames = flow.graph.frames
    frame_reads, shapes = FrameReads(frozenset(frames)), Shapes(frames)
    count, known = 0, None
    while True:
        program = _only_read(program, frame_reads)
        if program == known:  # in which there are no twins
            break
        twins = twins_in(program, liveness(program, frame_reads), shapes)
        known = None if twins else program
        program = merged(program, twins, frames, flow.expressions.local)
        count += len(twins)
    return program, count


def _only_read(program: Cfg, frame_reads: FrameReads) -> Cfg:
    """The same flow without stores that are never read, and without the blocks that are empty then."""
    return threaded(without_dead_stores(threaded(program), frame_reads))


def _every_function(world: SymbolTable, expressions: PropertyElaborator) -> None:
    """Functions that nothing uses are checked too."""
    for name, part in world.function_parts.items():
        if name not in world.functions:
            try:
                functions.defined_function(expressions, name, part.name.span)
            except ElaborationError:
                continue


def _used_functions(world: SymbolTable) -> tuple[Function, ...]:
    """All functions, callees before callers."""
    return tuple(f for f in world.functions.values() if f is not None)


def _classify(
    world: SymbolTable, flow: Lowering, numbered: Cfg
) -> tuple[tuple[Variable, ...], tuple[Reset, ...]]:
    """Which frame variables are state, which are scratch, and what each node resets."""
    frames = flow.graph.trial | flow.graph.frames
    used = (_occurring(numbered) | flow.graph.trial.keys()) & frames.keys()
    live = liveness(numbered, FrameReads(frozenset(used))).nodes
    lasting = frozenset().union(*live) if live else frozenset()
    variables = list(world.variables.values())
    variables += [v for n, v in frames.items() if n in lasting]
    variables += [
        replace(v, kind="scratch") for n, v in frames.items() if n in used and n not in lasting
    ]
    order = [n for n in frames if n in lasting]
    resets = tuple(Reset(tuple(n for n in order if n not in alive)) for alive in live)
    return tuple(variables), resets


def _occurring(numbered: Cfg) -> set[str]:
    """Every variable that the program writes or reads."""

    found: set[str] = set()
    for block in numbered.blocks:
        for statement in block.body:
            found |= reads(statement)
            found |= {n.var for n in walk(statement) if isinstance(n, Store)}
        if isinstance(block.terminator, Branch):
            found |= reads(block.terminator.condition)
    for node in numbered.nodes:
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
            case Fault():
                pass
            case _:
                refuse(node)
    return found


def _places(world: SymbolTable, supply: str, variables: Sequence[Variable]) -> tuple[str, ...]:
    """The variables that components of a supply can get to; what only code that never runs has is none."""
    there = {v.name for v in variables}
    found = [supply]
    for variable in found:
        for source, to in world.flows:
            if source == variable and to not in found and to in there:
                found.append(to)
    return tuple(v for v in found if v not in world.supplies)


def _drawings(world: SymbolTable) -> tuple[Drawing, ...]:
    found: list[Drawing] = []
    for board in world.boards:
        for variable in world.named_variables:
            key = variable.type.key if isinstance(variable.type, Map) else None
            if key == board.place or variable.type == Set(board.place):
                found.append(Drawing(board.name, variable.name))
    return tuple(found)
