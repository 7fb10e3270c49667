"""A position as a person looks at it: the boards, then what is not on a board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from string import ascii_letters, ascii_lowercase

from rulewright.dsl.boards.board import Board
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import (
    List,
    Map,
    Record,
    SeenValue,
    Set,
    Type,
    default,
    field_values,
    scalar_values,
    show_value,
    size,
)

from .board import board_lines, joined_lines, painter
from .canvas import plain
from .marks import EMPTY, GONE, HIDDEN, Mark, legend, mark
from .style import Style, beside, painted, width
from .variables import ground, holds_nothing, used_variables

MANY = 8
"""Maps with more keys than this are shown without the keys that hold nothing."""
WIDEST = 100
"""Lines beside the boards are no longer than this."""
NOTHING = "nothing"


def position_lines(
    program: Program, values: Mapping[str, SeenValue], style: Style, always: Collection[str] = ()
) -> list[str]:
    """The variables' values (None where hidden), boards first.

    ``always``: the names of variables that are told of even where they hold nothing.
    """
    lines: list[str] = []
    boards = [(v, v.type.value, b) for v, b in _drawn(program) if isinstance(v.type, Map)]
    bare = [v.name for v, held, _ in boards if _holds_nothing(held, values[v.name])]
    left_out = bare[1:] if len(bare) == len(boards) else bare
    for variable, held, board in boards:
        if variable.name in left_out:
            continue
        value = values[variable.name]
        items = value if isinstance(value, tuple) else (None,) * len(board.place.labels)
        marks = [Mark(EMPTY) if holds_nothing(held, item) else mark(held, item) for item in items]
        if (left := ground(program, board)) is not None:
            marks = _on_ground(marks, values[left.name])
        if len(boards) > 1:
            lines.append(style.dim(f"{variable.title or variable.name}:"))
        lines += _fitting(board, marks, style)
    for variable in (v for v, _, _ in boards if v.name in left_out and v.name in always):
        lines += _beside_boards(variable, NOTHING, style)
    lines += _others(program, values, {v.name for v, _, _ in boards}, style, always)
    return lines


def _fitting(board: Board, marks: Sequence[Mark], style: Style) -> list[str]:
    """The board; where it is too wide, long marks are letters on it, and are told below.

    Where that does not help, what stands on it is listed by the names of its places.
    """
    lines = board_lines(board, marks, style)
    if all(width(line) <= WIDEST for line in lines):
        return lines
    alone = {m.text for m in marks if len(m.text) == 1}
    letters = (a + b for a in ("", *ascii_lowercase) for b in ascii_letters if a + b not in alone)
    short = dict(zip(dict.fromkeys(m for m in marks if len(m.text) > 1), letters, strict=False))
    keyed = [Mark(short[m], m.colour) if m in short else m for m in marks]
    entries = [f"{painter(m, style)(letter)} {m.text}" for m, letter in short.items()]
    lines = board_lines(board, keyed, style)
    if all(width(line) <= WIDEST for line in lines):
        return [*lines, *beside(entries, WIDEST)]
    pairs = zip(board.place.labels, marks, strict=True)
    held = [f"{name}: {painter(m, style)(m.text)}" for name, m in pairs if m.text != EMPTY]
    return [style.dim("too wide to be drawn; what is not empty:"), *beside(held, WIDEST)]


def _on_ground(marks: Sequence[Mark], value: SeenValue) -> list[Mark]:
    """The marks; what is empty, and not in a set of places, has a mark of its own."""
    if not isinstance(value, int):
        return list(marks)
    return [
        Mark(GONE) if m.text == EMPTY and not value >> place & 1 else m
        for place, m in enumerate(marks)
    ]


def _holds_nothing(held: Type, value: SeenValue) -> bool:
    return isinstance(value, tuple) and all(item == default(held) for item in value)


def legend_lines(program: Program, style: Style, columns: int = WIDEST) -> list[str]:
    """What is the same in all positions: which mark on the boards stands for what, beside each other, where
    that is not plain; and which places of a graph are joined.
    """
    pairs = [(v, board) for v, board in _drawn(program) if isinstance(v.type, Map)]
    entries = dict.fromkeys(entry for v, _ in pairs for entry in legend(v.type))
    boards = {board.name: board for _, board in pairs}
    grounds = (ground(program, board) for board in boards.values())
    gone = {Mark(GONE): f"not {v.title or v.name}" for v in grounds if v is not None}
    marks = [f"{painter(m, style)(m.text)} {label}" for m, label in (*entries, *gone.items())]
    joined = [line for b in boards.values() for line in joined_lines(b, style, columns)]
    return [*beside(marks, columns), *joined]


def _drawn(program: Program) -> list[tuple[Variable, Board]]:
    """Which variable stands on which board."""
    variables = {v.name: v for v in program.variables}
    boards = {board.name: board for board in program.boards if isinstance(board, Board)}
    pairs = [(variables[d.variable], boards.get(d.board)) for d in program.drawings]
    return [(variable, board) for variable, board in pairs if board is not None]


def _others(
    program: Program, values: Mapping[str, SeenValue], drawn: set[str], style: Style,
    always: Collection[str],
) -> Iterator[str]:  # fmt: skip
    """What is not on a board, a variable after the other; what is empty, or not used in this game, is left
    out, but not ``always``; of a set of places that are there at first, those that are not."""
    boards = (board for v, board in _drawn(program) if isinstance(v.type, Map))
    grounds = [ground(program, board) for board in boards]
    for v in used_variables(program, [values], always):
        value = values[v.name]
        if v.name in drawn:
            continue
        if v in grounds:
            yield from _ground_lines(v, value, style, v.name in always)
        elif not _is_empty(v.type, value):
            yield from _beside_boards(v, _short(v.type, value), style)
        elif v.name in always:
            yield from _beside_boards(v, NOTHING, style)


def _ground_lines(
    variable: Variable, value: SeenValue, style: Style, always: bool
) -> Iterator[str]:
    """What a set of places lacks that has all of them at first."""
    assert isinstance(variable.type, Set)
    if not isinstance(value, int):
        yield from _beside_boards(variable, HIDDEN, style)
        return
    full = (1 << size(variable.type.element)) - 1
    lacks = show_value(variable.type, full & ~value)
    if value == 0:
        yield from _beside_boards(variable, NOTHING, style)
    elif value != full:
        yield from _beside_boards(variable, f"all but {lacks}", style)
    elif always:
        yield from _beside_boards(variable, "all", style)


def _beside_boards(variable: Variable, text: str, style: Style) -> list[str]:
    """What a variable holds, in words."""
    return painted(
        [(f"{variable.title or variable.name}:", style.dim), (f" {text}", plain)], WIDEST
    )


def _is_empty(t: Type, value: SeenValue) -> bool:
    """Whether there is nothing to look at: no element, no entry that holds anything."""
    match t, value:
        case Set() | List(), _:
            return value is not None and not value
        case Map(_, held), tuple():
            sparse = len(value) > MANY or isinstance(held, Set | List)
            return sparse and all(v == default(held) for v in value)
        case _:
            return False


def _short(t: Type, value: SeenValue) -> str:
    if value is None:
        return HIDDEN
    if not isinstance(t, Map) or not isinstance(value, tuple):
        return show_value(t, value)
    chosen = [n for n, v in enumerate(value) if len(value) <= MANY or v != default(t.value)]
    if not isinstance(t.key, Record) or len(t.key.fields) < 2:
        names = [show_value(t.key, key) for key in scalar_values(t.key)]
        return ", ".join(f"{names[n]} {_held(t.value, value[n])}" for n in chosen)
    keys = [[show_value(f, v) for _, f, v in field_values(t.key, n)] for n in range(len(value))]
    shares = groupby(chosen, key=lambda n: keys[n][0])
    return ", ".join(
        _share(first, [(" ".join(keys[n][1:]), value[n]) for n in share], t.value)
        for first, share in shares
    )


def _share(first: str, entries: list[tuple[str, SeenValue]], held: Type) -> str:
    """``Ada (Greedy 2, Sporty 1)``, or ``Ada ?`` where all of it is hidden."""
    if all(value is None for _, value in entries):
        return f"{first} {HIDDEN}"
    shown = ", ".join(f"{name} {_held(held, value)}" for name, value in entries)
    return f"{first} ({shown})"


def _held(t: Type, value: SeenValue) -> str:
    return HIDDEN if value is None else show_value(t, value)
