"""The drawings for each place on a play's page; equal ones are drawn once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from markupsafe import Markup

from rulewright.dsl.ir.program import Variable
from rulewright.dsl.ir.types import Map, SeenValue, scalar_values, show_value

from ...draw.marks import Mark, mark
from .figures.figure import number
from .fragments import slot_html
from .layout import BoardLayout, PositionLayout, place_numbers
from .tokens import Token, drawn, token

SHADES = 4

DrawnEntry = tuple[str, str, str]
"""A drawing: its HTML or SVG, its class, and a description."""
SeenValues = Mapping[str, SeenValue]


class Drawings:
    """Draws the positions of one play.

    ``entries``: all drawings so far, in this play and in others, with their numbers; new ones are added.
    ``used``: for each board, the places at which there is anything in one of the positions.
    """

    def __init__(self, shown: PositionLayout, entries: dict[DrawnEntry, int]) -> None:
        self._shown, self._entries = shown, entries
        self.used: list[set[int]] = [set() for _ in shown.boards]
        self._board = cache(self._drawn_board)
        self._slot = cache(self._drawn_slot)
        self._token = cache(token)
        self._drawn = cache(lambda here, radius: str(drawn(here, radius)))

    def of(self, values: SeenValues) -> list[int]:
        """The number of the entry at each spot: the places of each board and its lines, then the slots."""
        numbers: list[int] = []
        for n, board in enumerate(self._shown.boards):
            numbers += self._board(n, tuple(values[v.name] for v in board.variables))
        for n, slot in enumerate(self._shown.slots):
            numbers.append(self._slot(n, values[slot.variable.name]))
        return numbers

    def _number(self, entry: DrawnEntry) -> int:
        return self._entries.setdefault(entry, len(self._entries))

    def _drawn_board(self, which: int, held: tuple[SeenValue, ...]) -> list[int]:
        board = self._shown.boards[which]
        values = {v.name: value for v, value in zip(board.variables, held, strict=True)}
        tokens = self._tokens(board, values)
        entries = []
        for place, outline in enumerate(board.figure.outlines):
            here = tuple(tokens.get(place, ()))
            classes = " ".join(_shades(board, values, place))
            shades = [_called(v) for v in board.shades if has(values[v.name], place)]
            if here or shades:
                self.used[which].add(place)
            said = ", ".join([*(one.said for one in here), *shades])
            entries.append((self._drawn(here, outline.radius), classes, said))
        if board.links:
            entries.append((str(_lines(board, values)), "", ""))
        return [self._number(entry) for entry in entries]

    def _drawn_slot(self, which: int, value: SeenValue) -> int:
        return self._number((str(slot_html(self._shown.slots[which], value)), "", ""))

    def _tokens(self, board: BoardLayout, values: SeenValues) -> dict[int, list[Token]]:
        """What is at each occupied place."""
        found: dict[int, list[Token]] = {}
        for variable in board.tokens:
            assert isinstance(variable.type, Map)
            entries = values[variable.name]
            if not isinstance(entries, tuple):
                continue
            for place, value in enumerate(entries):
                one = self._token(variable.type.value, value)
                if one is not None:
                    found.setdefault(place, []).append(one)
        for variable in board.pins:
            for place, pin in _pins(board, variable, values[variable.name]):
                found.setdefault(place, []).append(pin)
        return found


def has(members: SeenValue, place: int) -> bool:
    """Whether a place is in a set of places; nothing is in a hidden one."""
    return isinstance(members, int) and bool(members >> place & 1)


def _shades(board: BoardLayout, values: SeenValues, place: int) -> Iterator[str]:
    for n, variable in enumerate(board.shades):
        if has(values[variable.name], place):
            yield f"shade{n % SHADES}"


def _called(variable: Variable) -> str:
    """A reader's name for a variable."""
    return variable.title or variable.name.replace("_", " ")


def _pins(board: BoardLayout, variable: Variable, value: SeenValue) -> Iterator[tuple[int, Token]]:
    name, t, element = _called(variable), variable.type, board.board.place
    if not isinstance(t, Map):
        for place in place_numbers(t, element, value):
            yield place, Token((Mark(name[:1].upper()),), name, False)
    elif isinstance(value, tuple):
        for key, where in zip(scalar_values(t.key), value, strict=True):
            for place in place_numbers(t.value, element, where):
                said = f"{show_value(t.key, key)} ({name})"
                yield place, Token((mark(t.key, key),), said)


def _lines(board: BoardLayout, values: SeenValues) -> Markup:
    """Lines between the places that are joined; half as long where only one of them says so."""
    found = []
    outlines = board.figure.outlines
    for n, variable in enumerate(board.links):
        rows = values[variable.name]
        joined = rows if isinstance(rows, tuple) else ()
        for a, row in enumerate(joined):
            for b in range(len(outlines) if row else 0):
                if has(row, b) and a != b:
                    here, there = outlines[a], outlines[b]
                    found.append(
                        Markup('<line class="link{}" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(
                            n % SHADES,
                            number(here.x),
                            number(here.y),
                            number((here.x + there.x) / 2),
                            number((here.y + there.y) / 2),
                        )
                    )
    return Markup("").join(found)
