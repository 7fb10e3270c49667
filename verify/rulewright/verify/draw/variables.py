"""Which variables a game uses, so that a reader is shown them, and when one holds nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulewright.dsl.boards.board import Board
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import (
    Bool,
    Int,
    List,
    Map,
    Option,
    SeenValue,
    Set,
    Type,
    none_of,
    size,
)
from rulewright.dsl.ir.walk import stores


def used_variables(
    program: Program, shown: Sequence[Mapping[str, SeenValue]], always: Collection[str] = ()
) -> tuple[Variable, ...]:
    """Those that the ruleset names, without what this game does not use: what holds nothing in any of the
    positions that are ``shown``, and is stored to by no rule.

    ``always``: the names of those that stay in any case.
    """
    stored = stores(*(statement for block in program.blocks for statement in block.body))
    return tuple(
        v
        for v in program.shown_variables
        if v.name in stored
        or v.name in always
        or not all(holds_nothing(v.type, values[v.name]) for values in shown)
    )


def ground(program: Program, board: Board) -> Variable | None:
    """The set of a board's places that has all of them at first, if there is one: places may leave it."""
    named = {drawing.variable for drawing in program.drawings if drawing.board == board.name}
    full = (1 << size(board.place)) - 1
    sets = (v for v in program.variables if v.name in named and isinstance(v.type, Set))
    there = [v for v in sets if v.initial == full and v.seen == "all"]
    return there[0] if len(there) == 1 else None


def holds_nothing(t: Type, value: SeenValue) -> bool:
    """Whether a value is none, no, 0 or without elements, or a map of such values; nothing that is
    hidden is."""
    if value is None:
        return False
    match t:
        case Option():
            return value == none_of(t)
        case Bool() | Set() | List() | Int():
            return not value
        case Map(_, inner):
            return isinstance(value, tuple) and all(holds_nothing(inner, v) for v in value)
        case _:
            return False
