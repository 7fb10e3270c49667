"""Plays that go on from an archive of positions near to what one check looks for, in C."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from rulewright.engines.game import Action

from ....effort.playing import GUIDING, ArchiveStyle
from ....execution.interruption import called_in_time
from ....limits import Deadline
from ....stategraph.graph import OutOfMemory
from ..handle import Handle
from ..search import Compiled, SearchFor
from .sampling import played

S = TypeVar("S", bound=Hashable)

NOWHERE = -2


@dataclass(frozen=True, slots=True)
class ArchiveExploration(Generic[S]):
    """What came of so many ``moves``, made or tried out.

    ``play``: states and actions, on the Python engine, None if nothing was found; ``since``: after how many of
    them a position that comes again was there first; ``nearest``: the least distance to what is
    looked for, ``positions``: how many were kept.
    """

    moves: int
    play: tuple[list[S], list[Action]] | None
    since: int
    nearest: int
    positions: int


@dataclass(frozen=True, slots=True)
class Aim:
    """What is looked for: as ``ask`` says of a check; with ``SearchFor.NOTHING`` a position that comes again.

    ``distance`` is the strategy that tells how far it is, ``cell`` the one that tells the cell; from ``own``
    on there are ``owned`` strategies of the ruleset.
    """

    check: int
    ask: SearchFor
    distance: int
    cell: int
    own: int
    owned: int


def explore_from_archive(
    compiled: Compiled[S], aim: Aim, style: ArchiveStyle, seed: int, moves: int, longest: int,
    deadline: Deadline, known: Sequence[Sequence[Action]] = (),
) -> ArchiveExploration[S]:  # fmt: skip
    """Look for a play of at most ``longest`` moves that answers a check, with so many moves.

    It goes on from the positions of plays that are ``known``, too.

    Raises OutOfMemory, OutOfTime if a move does not end, and EngineMismatch if the Python engine plays
    another game.
    """
    library = compiled.library
    handle = Handle(
        library,
        library.rwa_create(
            aim.check, aim.ask, aim.distance, aim.cell, aim.own, aim.owned if style.advised else 0,
            style.breadth, seed % (1 << 64), longest,
        ),
        library.rwa_delete,
    )  # fmt: skip
    width = 1 + library.rwx_most_arguments()
    for play in known:
        rows = array("i", [n for action in play for n in _row(action, width)] or [0])
        library.rwa_seed(handle.address, rows.buffer_info()[0], len(play))
    done, end = 0, 0
    while done < moves and end == 0 and not deadline.passed():
        now = min(GUIDING.slice, moves - done)
        end = called_in_time(partial(library.rwa_advance, handle.address, now), deadline)
        done += now
    if end not in (0, 1, NOWHERE):
        raise OutOfMemory("no room for positions")
    positions, nearest, length, since = handle.words("rwa_counts", 4)
    shown = None
    if end == 1:
        rows = (ctypes.c_int32 * max(1, width * length))()
        library.rwa_found(handle.address, rows)
        shown = played(compiled.game, rows[: width * length], width)
    return ArchiveExploration(done, shown, since, nearest, positions)


def _row(action: Action, width: int) -> Iterator[int]:
    """An action as C has it: unused arguments are 0."""
    yield action.choice
    yield from action.args
    yield from (0,) * (width - 1 - len(action.args))
