"""A position as a person looks at it: the boards, then what is not on a board."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.boards.board import Board
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import (
    List,
    Map,
    SeenValue,
    Set,
    Type,
    default,
    scalar_values,
    show_value,
)

from .board import board_lines, painter
from .marks import HIDDEN, legend, mark
from .style import Style

MANY = 8
"""Maps with more keys than this are shown without the keys that hold nothing."""


def position_lines(program: Program, values: Mapping[str, SeenValue], style: Style) -> list[str]:
    """The variables' values (None where hidden), boards first."""
    lines: list[str] = []
    boards = [(v, v.type.value, b) for v, b in _drawn(program) if isinstance(v.type, Map)]
    for variable, held, board in boards:
        value = values[variable.name]
        items = value if isinstance(value, tuple) else (None,) * len(board.place.labels)
        marks = [mark(held, item) for item in items]
        if len(boards) > 1:
            lines.append(style.dim(f"{variable.name}:"))
        lines += board_lines(board, marks, style)
    lines += _others(program, values, {v.name for v, _, _ in boards}, style)
    return lines


def legend_line(program: Program, style: Style) -> str:
    """Which mark on the boards stands for what, or an empty line if that is plain."""
    drawn = {drawing.variable for drawing in program.drawings}
    entries = dict.fromkeys(
        entry for v in program.variables if v.name in drawn for entry in legend(v.type)
    )
    return "  ".join(f"{painter(m, style)(m.text)} {label}" for m, label in entries)


def _drawn(program: Program) -> list[tuple[Variable, Board]]:
    """Which variable stands on which board."""
    variables = {v.name: v for v in program.variables}
    boards = {board.name: board for board in program.boards if isinstance(board, Board)}
    pairs = [(variables[d.variable], boards.get(d.board)) for d in program.drawings]
    return [(variable, board) for variable, board in pairs if board is not None]


def _others(
    program: Program, values: Mapping[str, SeenValue], drawn: set[str], style: Style
) -> list[str]:
    shown = [v for v in program.shown_variables if v.name not in drawn]
    empty = (v.name for v in shown if isinstance(v.type, Set | List) and not values[v.name])
    hidden = {name for name in empty if values[name] is not None}
    return [
        f"{style.dim(v.name + ':')} {_short(v, values[v.name])}"
        for v in shown
        if v.name not in hidden
    ]


def _short(variable: Variable, value: SeenValue) -> str:
    if value is None:
        return HIDDEN
    t = variable.type
    if not isinstance(t, Map) or not isinstance(value, tuple):
        return show_value(t, value)
    pairs = list(zip(scalar_values(t.key), value, strict=True))
    if len(value) > MANY:
        pairs = [(k, v) for k, v in pairs if v != default(t.value)]
    return ", ".join(f"{show_value(t.key, k)} {_held(t.value, v)}" for k, v in pairs) or "nothing"


def _held(t: Type, value: SeenValue) -> str:
    return HIDDEN if value is None else show_value(t, value)
