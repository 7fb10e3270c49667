"""A position as a person looks at it: the boards, then what is not on a board."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.boards.board import Board
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import Map, Type, Value, default, show_value

from ..itf_values import scalars
from .board import board_lines, painter
from .marks import HIDDEN, legend, mark
from .style import Style

MANY = 8
"""Maps with more keys than this are shown without the keys that hold nothing."""


def position_lines(program: Program, values: Mapping[str, Value | None], style: Style) -> list[str]:
    """The variables' values (None where hidden), boards first."""
    variables = {v.name: v for v in program.variables}
    lines: list[str] = []
    drawn: set[str] = set()
    for drawing in program.drawings:
        board = next((b for b in _boards(program) if b.name == drawing.board), None)
        variable = variables[drawing.variable]
        if board is None or not isinstance(variable.type, Map):
            continue
        drawn.add(variable.name)
        value = values[variable.name]
        held = value if isinstance(value, tuple) else (None,) * len(board.place.labels)
        marks = [mark(variable.type.value, item) for item in held]
        if len(program.drawings) > 1:
            lines.append(style.dim(f"{variable.name}:"))
        lines += board_lines(board, marks, style)
    lines += _others(program, values, drawn, style)
    return lines


def legend_line(program: Program, style: Style) -> str:
    """Which mark on the boards stands for what, or an empty line if that is plain."""
    drawn = {drawing.variable for drawing in program.drawings}
    entries = dict.fromkeys(
        entry for v in program.variables if v.name in drawn for entry in legend(v.type)
    )
    return "  ".join(f"{painter(m, style)(m.text)} {label}" for m, label in entries)


def _boards(program: Program) -> list[Board]:
    return [board for board in program.boards if isinstance(board, Board)]


def _others(
    program: Program, values: Mapping[str, Value | None], drawn: set[str], style: Style
) -> list[str]:
    shown = [v for v in program.variables if v.kind in ("state", "supply") and v.name not in drawn]
    return [f"{style.dim(v.name + ':')} {_short(v, values[v.name])}" for v in shown]


def _short(variable: Variable, value: Value | None) -> str:
    if value is None:
        return HIDDEN
    t = variable.type
    if not isinstance(t, Map) or not isinstance(value, tuple):
        return show_value(t, value)
    pairs = list(zip(scalars(t.key), value, strict=True))
    if len(value) > MANY:
        pairs = [(k, v) for k, v in pairs if v != default(t.value)]
    return ", ".join(f"{show_value(t.key, k)} {_held(t.value, v)}" for k, v in pairs) or "nothing"


def _held(t: Type, value: Value | None) -> str:
    return HIDDEN if value is None else show_value(t, value)
