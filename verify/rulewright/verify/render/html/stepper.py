"""A play to step through: a table of drawings, and which of them is where after each move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.types import Map, lowest, size
from rulewright.engines.common.observation import PlayerViews
from rulewright.engines.python.game import PythonGame

from ...draw.marks import legend
from ...draw.plays import in_words
from ...draw.variables import holds_nothing
from ...plays.play import Move, Play
from ...plays.seen import seen_moves
from ...plays.spoken import ending
from .drawings import Drawings, DrawnEntry, SeenValues, has
from .figures.figure import Box, Figure, FigureLabel, number
from .layout import BoardLayout, PositionLayout, Slot, layout
from .tokens import EXPLAINED

LARGE = 80
"""Of a board with more places than this, only the part is shown to which the play comes."""


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
    """A board with its places; ``links`` is the spot of the lines between them, if there are any.

    ``legend``: marks with the labels that they stand for, a type each.
    """

    name: str
    figure: Figure
    box: Box
    places: tuple[PlaceView, ...]
    labels: tuple[FigureLabel, ...]
    links: int | None
    shades: tuple[str, ...]
    legend: tuple[tuple[tuple[str, str], ...], ...]


@dataclass(frozen=True, slots=True)
class SlotView:
    """Something beside the boards: its title, the number of its spot, and whether it is shown when it is
    ``empty``, too."""

    title: str
    spot: int
    empty: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """What belongs to a player, or to nobody (``owner`` is empty)."""

    owner: str
    slots: tuple[SlotView, ...]


@dataclass(frozen=True, slots=True)
class Stepper:
    """A play as the page shows it. ``ending``: how it ended, if it did, by the ``end_clauses``. ``last``: the
    entry at each spot after the last move.

    ``entries``: the numbers of all that is drawn on the page, in this play and in those before.
    ``data`` is for the script: who may look (``everything`` first), and for each position and each
    of them the spots that have changed since the one before, with the numbers of their entries;
    None is what everything has.
    """

    boards: tuple[BoardView, ...]
    panels: tuple[Panel, ...]
    moves: tuple[Move, ...]
    ending: str
    end_clauses: tuple[str, ...]
    last: tuple[DrawnEntry, ...]
    entries: Mapping[DrawnEntry, int]
    data: Mapping[str, object]


def stepper(
    play: Play,
    entries: dict[DrawnEntry, int],
    game_of: Callable[[Program], PythonGame] = PythonGame,
    always: Collection[str] = (),
    side_by_side: Sequence[Play] = (),
) -> Stepper:
    """A play, drawn. What looks the same shares its drawing, with ``entries`` of other plays too.

    ``game_of`` runs a program, to see which moves look the same to a player. ``always``: the names of
    variables that are shown even where they hold nothing; of the others those are shown that hold something
    at some time, in this play or in those that are ``side_by_side`` with it.
    """
    program, end = play.program, play.positions[-1].values
    held = {name for one in (play, *side_by_side) for name in _ever_held(one)}
    used = [v for v in program.shown_variables if v.name in held or v.name in always]
    bare = {v.name for v in used if v.name in always and holds_nothing(v.type, end[v.name])}
    shown = layout(used, program, bare)
    spots = [*_spots(shown)]
    drawings, views = Drawings(shown, entries), PlayerViews(program)
    viewers: list[int | None] = [None, *_who_sees_less(program)]
    before: dict[int | None, list[int]] = {viewer: [] for viewer in viewers}
    steps: list[list[list[tuple[int, int]] | None]] = []
    for position in play.positions:
        changes: list[list[tuple[int, int]]] = []
        for viewer in viewers:
            values: SeenValues = (
                position.values if viewer is None else views.view(position.values, viewer)
            )
            now = drawings.of(values)
            old = before[viewer] or [-1] * len(now)
            changes.append(
                [(n, e) for n, (e, o) in enumerate(zip(now, old, strict=True)) if e != o]
            )
            before[viewer] = now
        whole = changes[0]
        steps.append([whole, *(None if some == whole else some for some in changes[1:])])
    table = list(entries)
    names = program.players.labels
    return Stepper(
        boards=tuple(_boards(shown, drawings.used)),
        panels=tuple(_panels(shown, program, len(spots), always)),
        moves=tuple(replace(move, text=_plain(move.text)) for move in in_words(play)),
        ending=_ending(play),
        end_clauses=() if play.outcome is None else play.outcome.clauses,
        last=tuple(table[e] for e in before[None]),
        entries=entries,
        data={
            "viewers": ["everything" if v is None else f"as {names[v]} sees it" for v in viewers],
            "steps": steps,
            "moves": [{}, *_otherwise(play, game_of)] if len(viewers) > 1 else [{}],
        },
    )


def _ever_held(play: Play) -> Iterator[str]:
    """The names of the variables that hold something in a position of the play."""
    for v in play.program.shown_variables:
        if not all(holds_nothing(v.type, position.values[v.name]) for position in play.positions):
            yield v.name


def _otherwise(
    play: Play, game_of: Callable[[Program], PythonGame]
) -> Iterator[Mapping[int, tuple[str, tuple[str, ...]]]]:
    """For each player, the moves of which they see less than there is to see."""
    entire = play.entire or play
    game = game_of(entire.program)
    before = {
        number: game.at(position.node, position.values)
        for number, position in enumerate(entire.positions[:-1])
    }
    entirely = in_words(play)
    for moves in seen_moves(game, play, before):
        yield {
            number: (f"{seen.actor}: {_plain(seen.text)}", seen.clauses)
            for number, (seen, whole) in enumerate(
                zip(in_words(play, moves), entirely, strict=True)
            )
            if seen.text != whole.text
        }


def _who_sees_less(program: Program) -> Iterator[int]:
    if any(v.seen != "all" for v in program.shown_variables):
        yield from range(size(program.players))


def _spots(shown: PositionLayout) -> Iterator[object]:
    """One for each place, one for the lines of each board that has any, one for each slot."""
    for board in shown.boards:
        yield from board.figure.outlines
        if board.links:
            yield board
    yield from shown.slots


def _boards(shown: PositionLayout, used: Sequence[set[int]]) -> Iterator[BoardView]:
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
            shades=tuple(v.title or _plain(v.name) for v in board.shades),
            legend=tuple(_legend(board)),
        )
        spot += count + bool(board.links)


def _legend(board: BoardLayout) -> Iterator[tuple[tuple[str, str], ...]]:
    """What letters on the board stand for; not for tables of so many that nobody would look there."""
    types = [v.type.value for v in board.tokens if isinstance(v.type, Map)]
    types += [v.type.key for v in board.pins if isinstance(v.type, Map)]
    for entries in dict.fromkeys(legend(t) for t in types):
        if len(entries) <= EXPLAINED:
            yield tuple((mark.text, label) for mark, label in entries)


def _with_neighbours(board: BoardLayout, places: set[int]) -> set[int]:
    near = board.board.adjacency
    around = set(places)
    for place in places:
        row = near.values[place]
        around |= {p for p in range(len(near.values)) if has(row, p)}
    return around


def _panels(
    shown: PositionLayout, program: Program, spots: int, always: Collection[str]
) -> Iterator[Panel]:
    begin = spots - len(shown.slots)
    by_owner: dict[int | None, list[SlotView]] = {}
    for n, slot in enumerate(shown.slots):
        view = SlotView(_title(slot), begin + n, slot.variable.name in always)
        by_owner.setdefault(slot.owner, []).append(view)
    for owner, slots in sorted(by_owner.items(), key=lambda item: item[0] is None):
        name = "" if owner is None else program.players.labels[owner + lowest(program.players)]
        yield Panel(name, tuple(slots))


def _title(slot: Slot) -> str:
    return slot.variable.title or _plain(slot.variable.name)


def _plain(name: str) -> str:
    """A name for people who do not type it."""
    return name.replace("_", " ")


def _ending(play: Play) -> str:
    if play.loop is not None:
        back = f"after move {play.loop}" if play.loop else "at the beginning"
        return f"This is the position {back}: play can go round like this for ever."
    if play.outcome is None:
        return ""
    return ": ".join(ending(play.last_node, play.outcome.label))
