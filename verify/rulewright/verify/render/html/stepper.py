"""A play to step through: a table of drawings, and which of them stand where after each move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Map, Type, Value, lowest, scalar_values, show_value, size
from rulewright.engines.common.observation import view

from ...draw.marks import Mark, mark
from ...plays.play import Move, Play
from .figures.figure import Box, Figure, Label, number
from .fragments import slot_html
from .layout import BoardLayout, Layout, Slot, layout, place_numbers
from .tokens import COLOURS, Token, drawn, token

LARGE = 80
"""Of a board with more places than this, only the part is shown to which the play comes."""
SHADES = 4

Entry = tuple[str, str, str]
"""What is drawn at a spot: its HTML or SVG, its class, and what it is in words."""
Values = Mapping[str, Value | None]


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place of a board: where it is, and the number of its spot."""

    name: str
    path: str
    x: str
    y: str
    spot: int


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board with its places; ``links`` is the spot of the lines between them, if there are any."""

    name: str
    figure: Figure
    box: Box
    places: tuple[PlaceView, ...]
    labels: tuple[Label, ...]
    links: int | None
    shades: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """What belongs to a player, or to nobody (``owner`` is empty): titles with their spots."""

    owner: str
    colour: int | None
    slots: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Stepper:
    """A play as the page shows it. ``last``: the entry at each spot after the last move.

    ``data`` is for the script: the entries, who may look (``everything`` first), and for each
    position and each of them what has changed since the one before.
    """

    boards: tuple[BoardView, ...]
    panels: tuple[Panel, ...]
    moves: tuple[Move, ...]
    ending: str
    last: tuple[Entry, ...]
    data: Mapping[str, object]


def stepper(play: Play) -> Stepper:
    """A play, drawn. Positions that are alike share their drawings."""
    program = play.program
    shown = layout(program)
    spots = [*_spots(shown)]
    viewers: list[int | None] = [None, *_who_sees_less(program)]
    entries: dict[Entry, int] = {}
    before: dict[int | None, list[int]] = {viewer: [] for viewer in viewers}
    steps: list[list[list[tuple[int, int]]]] = []
    used: list[set[int]] = [set() for _ in shown.boards]
    for position in play.positions:
        changes = []
        for viewer in viewers:
            values: Values = (
                position.values if viewer is None else view(program, position.values, viewer)
            )
            now = [entries.setdefault(e, len(entries)) for e in _entries(shown, values, used)]
            old = before[viewer] or [-1] * len(now)
            changes.append(
                [(n, e) for n, (e, o) in enumerate(zip(now, old, strict=True)) if e != o]
            )
            before[viewer] = now
        steps.append(changes)
    table = list(entries)
    names = program.players.labels
    return Stepper(
        boards=tuple(_boards(shown, used)),
        panels=tuple(_panels(shown, program, len(spots))),
        moves=play.moves,
        ending=_ending(play),
        last=tuple(table[e] for e in before[None]),
        data={
            "entries": table,
            "viewers": ["everything" if v is None else f"what {names[v]} sees" for v in viewers],
            "steps": steps,
        },
    )


def _who_sees_less(program: Program) -> Iterator[int]:
    shown = [v for v in program.variables if v.kind in ("state", "supply")]
    if any(v.seen != "all" for v in shown):
        yield from range(size(program.players))


def _spots(shown: Layout) -> Iterator[object]:
    """One for each place, one for the lines of each board that has any, one for each slot."""
    for board in shown.boards:
        yield from board.figure.outlines
        if board.links:
            yield board
    yield from shown.slots


def _entries(shown: Layout, values: Values, used: Sequence[set[int]]) -> Iterator[Entry]:
    """What is drawn at each spot; ``used`` receives the places at which there is anything."""
    for board, places in zip(shown.boards, used, strict=True):
        tokens = _tokens(board, values)
        for number_, outline in enumerate(board.figure.outlines):
            here = tokens.get(number_, [])
            classes = " ".join(_shades(board, values, number_))
            shades = [
                v.name.replace("_", " ") for v in board.shades if _has(values[v.name], number_)
            ]
            if here or shades:
                places.add(number_)
            said = ", ".join([*(one.said for one in here), *shades])
            yield str(drawn(here, outline.radius)), classes, said
        if board.links:
            yield str(_lines(board, values)), "", ""
    for slot in shown.slots:
        html = slot_html(slot, values[slot.variable.name])
        yield str(html), "", ""


def _shades(board: BoardLayout, values: Values, place: int) -> Iterator[str]:
    for n, variable in enumerate(board.shades):
        if _has(values[variable.name], place):
            yield f"shade{n % SHADES}"


def _has(members: Value | None, place: int) -> bool:
    return isinstance(members, int) and bool(members >> place & 1)


def _tokens(board: BoardLayout, values: Values) -> dict[int, list[Token]]:
    """What stands at each place at which anything stands."""
    found: dict[int, list[Token]] = {}
    for variable in board.tokens:
        assert isinstance(variable.type, Map)
        entries = values[variable.name]
        if not isinstance(entries, tuple):
            continue
        for place, value in enumerate(entries):
            one = token(variable.type.value, value)
            if one is not None:
                found.setdefault(place, []).append(one)
    for variable in board.pins:
        for place, pin in _pins(board, variable.name, variable.type, values[variable.name]):
            found.setdefault(place, []).append(pin)
    return found


def _pins(
    board: BoardLayout, name: str, t: Type, value: Value | None
) -> Iterator[tuple[int, Token]]:
    element = board.board.place
    if not isinstance(t, Map):
        for place in place_numbers(t, element, value):
            yield place, Token((Mark(name[:1].upper()),), name.replace("_", " "), False)
    elif isinstance(value, tuple):
        for key, where in zip(scalar_values(t.key), value, strict=True):
            for place in place_numbers(t.value, element, where):
                said = f"{show_value(t.key, key)} ({name.replace('_', ' ')})"
                yield place, Token((mark(t.key, key),), said)


def _lines(board: BoardLayout, values: Values) -> Markup:
    """Lines between the places that are joined; half as long where only one of them says so."""
    found = []
    outlines = board.figure.outlines
    for n, variable in enumerate(board.links):
        rows = values[variable.name]
        joined = rows if isinstance(rows, tuple) else ()
        for a, row in enumerate(joined):
            for b in range(len(outlines) if row else 0):
                if _has(row, b) and a != b:
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


def _boards(shown: Layout, used: Sequence[set[int]]) -> Iterator[BoardView]:
    spot = 0
    for board, places in zip(shown.boards, used, strict=True):
        count = len(board.figure.outlines)
        part = count > LARGE and places
        visible = sorted(_with_neighbours(board, places)) if part else range(count)
        yield BoardView(
            name=board.board.name,
            figure=board.figure,
            box=board.figure.box(visible if part else None),
            places=tuple(
                PlaceView(
                    board.board.place.labels[p],
                    board.figure.outlines[p].path,
                    number(board.figure.outlines[p].x),
                    number(board.figure.outlines[p].y),
                    spot + p,
                )
                for p in visible
            ),
            labels=board.figure.named(visible),
            links=spot + count if board.links else None,
            shades=tuple(v.name.replace("_", " ") for v in board.shades),
        )
        spot += count + bool(board.links)


def _with_neighbours(board: BoardLayout, places: set[int]) -> set[int]:
    near = next(t for t in board.board.tables if t.name == board.board.near)
    around = set(places)
    for place in places:
        row = near.values[place]
        around |= {p for p in range(len(near.values)) if _has(row, p)}
    return around


def _panels(shown: Layout, program: Program, spots: int) -> Iterator[Panel]:
    begin = spots - len(shown.slots)
    by_owner: dict[int | None, list[tuple[str, int]]] = {}
    for n, slot in enumerate(shown.slots):
        by_owner.setdefault(slot.owner, []).append((_title(slot), begin + n))
    for owner, slots in sorted(by_owner.items(), key=lambda item: item[0] is None):
        name = "" if owner is None else program.players.labels[owner + lowest(program.players)]
        yield Panel(name, None if owner is None else owner % COLOURS, tuple(slots))


def _title(slot: Slot) -> str:
    return slot.variable.name.replace("_", " ")


def _ending(play: Play) -> str:
    if play.loop is not None:
        back = f"after move {play.loop}" if play.loop else "at the beginning"
        return f"This is the position {back}: play can go round like this for ever."
    return f"The end: {play.outcome.label}" if play.outcome is not None else ""
