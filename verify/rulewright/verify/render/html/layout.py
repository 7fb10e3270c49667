"""Where the variables of a program are shown: on a board, or beside it, with their players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rulewright.dsl.boards.board import Board
from rulewright.dsl.ir.program import Program, Variable
from rulewright.dsl.ir.types import Enum, Map, Option, Record, Scalar, Set, Type, lowest, size

from .figures.figure import Figure
from .figures.registry import figure_of


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A board, and the variables that are shown on it.

    ``shades``: sets of places, and flags for each place. ``tokens``: maps from places to their contents.
    ``links``: maps from places to the places that each is joined with. ``pins``: things that are on a
    place, as a place, or a map from things to places.
    """

    board: Board
    figure: Figure
    shades: tuple[Variable, ...]
    tokens: tuple[Variable, ...]
    links: tuple[Variable, ...]
    pins: tuple[Variable, ...]

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All of them."""
        return (*self.shades, *self.tokens, *self.links, *self.pins)


@dataclass(frozen=True, slots=True)
class Slot:
    """Something beside the boards: a variable, or a player's share of one (``entries``)."""

    variable: Variable
    owner: int | None = None
    entries: range | None = None


@dataclass(frozen=True, slots=True)
class PositionLayout:
    """Everything that is shown of a position."""

    boards: tuple[BoardLayout, ...]
    slots: tuple[Slot, ...]


def layout(
    variables: Sequence[Variable], program: Program, beside: Collection[str] = ()
) -> PositionLayout:
    """Where variables of a program are shown; ``beside``: the names of those that stand beside the boards,
    also if they are shown on one."""
    boards = [board for board in program.boards if isinstance(board, Board)]
    shown = [_on_board(board, variables) for board in boards]
    drawn = {v.name for board in shown for v in board.variables}.difference(beside)
    slots = [s for v in variables if v.name not in drawn for s in _slots(v, program.players)]
    return PositionLayout(tuple(shown), tuple(slots))


def _on_board(board: Board, variables: Sequence[Variable]) -> BoardLayout:
    place = board.place
    shades, tokens, links, pins = [], [], [], []
    for v in variables:
        match v.type:
            case Set(element) if element == place:
                shades.append(v)
            case Map(key, Set(element)) if key == element == place:
                links.append(v)
            case Map(key, _) if key == place:
                tokens.append(v)
            case _ if _is_place(v.type, place):
                pins.append(v)
            case Map(_, value) if _is_place(value, place):
                pins.append(v)
    return BoardLayout(
        board, figure_of(board), tuple(shades), tuple(tokens), tuple(links), tuple(pins)
    )


def _is_place(t: Type, place: Enum) -> bool:
    return t == place or (isinstance(t, Option) and t.inner == place)


def _slots(variable: Variable, players: Enum) -> list[Slot]:
    """The variable, or a share of it for each player if it is a map from players."""
    t = variable.type
    if not isinstance(t, Map) or first(t.key) != players:
        return [Slot(variable)]
    share = size(t.key) // size(players)
    return [
        Slot(variable, player, range(player * share, (player + 1) * share))
        for player in range(size(players))
    ]


def first(key: Scalar) -> Scalar:
    """The first part of a key, or the key itself."""
    return key.fields[0][1] if isinstance(key, Record) and key.fields else key


def place_numbers(t: Type, place: Enum, value: object) -> list[int]:
    """The places that a value of such a type names: one or none."""
    assert _is_place(t, place)
    if not isinstance(value, int):
        return []
    number = value - lowest(place)
    return [number] if 0 <= number < size(place) else []
