"""A history: the variables in which positions are recorded."""

from __future__ import annotations

from ...ir.names import made_of
from ...ir.program import Seen, Variable
from ...ir.types import Int, Map, Record, Scalar, default, size
from ...syntax import parts as p
from ..expressions.elaborator import ExpressionElaborator
from ..expressions.names.lvalues import no_state
from ..symbols.scope import Scope
from ..symbols.symbol_table import History

MOST_POSITIONS = 1024
MOST_ENTRIES = 16384
"""The most entries of one state in a history."""


def declare_history(expressions: ExpressionElaborator, part: p.HistoryPart) -> None:
    """Declare its variables; raises ElaborationError after reporting what is wrong."""
    world, report, name = expressions.world, expressions.report, part.name.text
    world.claim_part(part)
    world.broken.add(name)  # until it is found to be right
    limit = expressions.constant(part.limit, Scope())
    if not 1 <= limit <= MOST_POSITIONS:
        text = f"a history holds 1 to {MOST_POSITIONS} positions"
        report.fail("E423", part.limit.span, text)
    found: list[tuple[Variable, Variable]] = []
    for of in part.of:
        state = world.variables.get(of.text)
        if state is None:
            no_state(expressions, of.text, of.span)
        report.use("global", of.text, of.span, value=state.type)
        keys = _indices(state.type.key) if isinstance(state.type, Map) else []
        key = expressions.types.key([Int(0, limit - 1), *keys])
        if size(key) > MOST_ENTRIES:
            text = f"to remember {limit} times what {of.text} is takes {size(key)} entries"
            report.fail("E424", of.span, f"{text}; at most {MOST_ENTRIES} are allowed")
        t = Map(key, state.type.value if isinstance(state.type, Map) else state.type)
        seen: Seen = "all" if state.seen == "all" else "none"
        found.append(
            (state, Variable(made_of(name, of.text), t, default(t), "state", seen, of.span))
        )
    counted = Variable(name, Int(0, limit), 0, "state", "all", part.name.span)
    for variable in (counted, *(entries for _, entries in found)):
        world.variables[variable.name] = variable
    world.histories[name] = History(name, limit, tuple(found))
    world.broken.discard(name)


def _indices(key: Scalar) -> list[Scalar]:
    """The indices of a map, one after another."""
    return [t for _, t in key.fields] if isinstance(key, Record) and not key.name else [key]
