"""The generated C file as a whole."""

from __future__ import annotations

from importlib.resources import files

from rulewright.dsl.ir.loops import heads
from rulewright.dsl.ir.positions import goes_on
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import default

from ...common.move_limit import MOVE_LIMIT
from . import runtime, stmts
from .blocks import CBlocks, most_parameters
from .builder import CBuilder
from .code import comment, numbers_fit
from .constants import written
from .expressions import collections, folds, reachability, scalars, sets
from .nodes import CNodeFunctions
from .states import NODE, States, scratch
from .writer import CWriter

KINDS = {
    **scalars.KINDS,
    **sets.KINDS,
    **collections.KINDS,
    **folds.KINDS,
    **reachability.KINDS,
    **stmts.KINDS,
}
"""What writes each kind of expression."""


def source(program: Program, *attachments: str, move_limit: int = MOVE_LIMIT) -> str:
    """A game as one C file, followed by the C texts that are to be compiled with it.

    A move may take ``move_limit`` passes of loops. Text of the ruleset occurs in it only in
    comments. Raises EngineUnavailable for a program whose numbers are too large.
    """
    module = CBuilder(program, KINDS)
    blocks = CBlocks(module)
    CNodeFunctions(module, blocks).write()
    entry = blocks.number(program.entry)
    blocks.finish()
    structs = _structs(module)
    return "\n\n".join(
        part
        for part in (
            _head(module, entry, move_limit),
            f"typedef int{numbers_fit(module.lowest, module.highest)}_t rw_int;",
            embedded("runtime.h"),
            module.definitions(),
            structs,
            module.constants.text(),
            module.text(),
            embedded("api.c"),
            embedded("library.c"),
            *attachments,
        )
        if part
    )


def embedded(name: str) -> str:
    """A file of C from ``runtime``."""
    return files(runtime).joinpath(name).read_text(encoding="utf-8").rstrip()


def _head(module: CBuilder, entry: int, move_limit: int) -> str:
    program = module.program
    w = CWriter()
    w.line(comment(f"{program.instance.title}, {program.instance.variant}"))
    w.line("/* Generated from the rules of a game: change those and build this again.")
    w.line("   cc -std=gnu11 -O2 -shared -fPIC -o game.so game.c")
    w.line(
        "   What a library offers stands at the end: the functions whose names begin with rwx_. */"
    )
    w.line("#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n")
    w.line(f"#define RW_MAX_ARGS {most_parameters(program.nodes)}")
    w.line(f"#define RW_NODES {len(program.nodes)}")
    w.line(f"#define RW_CHECKS {len(program.checks)}")
    w.line(f"#define RW_PLAYERS {max(1, len(program.players.labels))}")
    w.line(f"#define RW_ENTRY {entry}")
    w.line(f"#define RW_MOVE_LIMIT INT64_C({move_limit})")
    return w.text()


def _structs(module: CBuilder) -> str:
    program, states = module.program, States(module.program)
    variables, w = program.variables, CWriter()
    with w.block("typedef struct", "} rw_state;"):
        for place in states.places:
            if place.index == NODE:
                w.line(f"{place.shape.name} node;")
            else:
                v = variables[place.index]
                w.line(f"{module.shape(v.type)} {module.member(place.index, v.name)};")
        if states.padding:
            w.line(f"uint8_t nothing[{states.padding}];")
    scratches = scratch(program)
    with w.block("typedef struct", "} rw_scratch;"):
        for i in scratches:
            w.line(f"{module.shape(variables[i].type)} {module.member(i, variables[i].name)};")
        w.line("uint8_t nothing;")
    w.line("typedef struct { rw_state s; rw_scratch t; int32_t turns; } rw_draft;")
    w.line("typedef struct { int32_t choice; int32_t args[RW_MAX_ARGS]; } rw_action;")
    w.line("typedef int (*rw_visit)(void *context, const rw_action *a);")
    w.line(f'_Static_assert(sizeof(rw_state) == {states.size}, "a state has padding");')
    with w.block("static const rw_state rw_initial =", "};"):
        for place in states.places:
            if place.index != NODE:
                v = variables[place.index]
                w.line(f".{module.member(place.index, v.name)} = {written(v.type, v.initial)},")
    for name, values in (
        ("rw_initial_scratch", [variables[i].initial for i in scratches]),
        ("rw_default_scratch", [default(variables[i].type) for i in scratches]),
    ):
        with w.block(f"static const rw_scratch {name} =", "};"):
            for i, value in zip(scratches, values, strict=True):
                v = variables[i]
                w.line(f".{module.member(i, v.name)} = {written(v.type, value)},")
            w.line(".nothing = 0,")
    ends = ", ".join(str(int(not goes_on(node))) for node in program.nodes)
    w.line(f"static const uint8_t rw_ends[RW_NODES] = {{{ends}}};")
    with w.block("static const uint8_t rw_seen[RW_PLAYERS][sizeof(rw_state)] =", "};"):
        for player in range(max(1, len(program.players.labels))):
            w.line(f"{{{', '.join(map(str, states.seen(player)))}}},")
    closing = heads(program)
    passed = ", ".join(str(int(i in closing)) for i in range(len(program.blocks)))
    w.line(f"static const uint8_t rw_heads[{len(program.blocks)}] = {{{passed}}};")
    with w.block("static inline void rw_draft_of(const rw_state *s, rw_draft *d)"):
        w.line("memcpy(&d->s, s, sizeof *s);")
        w.line("memcpy(&d->t, &rw_default_scratch, sizeof d->t);")
        w.line("d->turns = 0;")
    return w.text()
