"""Plays continued from an archive of positions near to the goal of one check, in C."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
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
    """The result of ``moves`` moves, made or tried.

    ``play``: states and actions, on the Python engine, None if nothing was found; ``since``: after
    how many of them a recurring position was reached first; ``nearest``: the least distance to the
    goal; ``positions``: how many were kept.
    """

    moves: int
    play: tuple[list[S], list[Action]] | None
    since: int
    nearest: int
    positions: int


@dataclass(frozen=True, slots=True)
class Aim:
    """What is looked for: as ``ask`` says of a check; with ``SearchFor.NOTHING`` a recurring
    position.

    ``distance`` is the strategy for the distance, ``cell`` the one for the cell; from ``own`` on
    there are ``owned`` strategies of the ruleset.
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
    """Look for a play of at most ``longest`` moves that answers a check, within ``moves`` moves.

    It also continues from the positions of ``known`` plays.

    Raises OutOfMemory, OutOfTime if a move does not end, and EngineMismatch if the Python engine
    plays another game.
    """
    archive = _Archive(compiled, aim, style, seed, longest)
    archive.keep(known)
    return archive.explored(moves, deadline)


def plays_to_any(
    compiled: Compiled[S], aim: Aim, sought: Callable[[], Sequence[int]], style: ArchiveStyle,
    seed: int, moves: int, longest: int, deadline: Deadline, known: Sequence[Sequence[Action]] = (),
) -> Iterator[list[Action]]:  # fmt: skip
    """Plays to positions in which one of the ``sought`` checks holds, within ``moves`` moves in
    all.

    After each play it asks again which these are; what was explored serves them all. ``aim``: of
    any check. It also continues from the positions of ``known`` plays.

    Raises as :func:`explore_from_archive`.
    """
    archive = _Archive(compiled, aim, style, seed, longest)
    left, first = moves, True
    while left > 0 and not deadline.passed() and (checks := sought()):
        archive.look_for(checks)
        if first:
            archive.keep(known)
        first = False
        explored = archive.explored(left, deadline)
        if explored.play is None:
            return
        left -= explored.moves
        yield explored.play[1]


class _Archive(Generic[S]):
    """Positions in C, and plays that continue from them. Raises OutOfMemory."""

    def __init__(
        self, compiled: Compiled[S], aim: Aim, style: ArchiveStyle, seed: int, longest: int
    ) -> None:
        library = self._library = compiled.library
        self._game = compiled.game
        self._width = 1 + library.rwx_most_arguments()
        self._handle = Handle(
            library,
            library.rwa_create(
                aim.check, aim.ask, aim.distance, aim.cell, aim.own, aim.owned if style.advised else 0,
                style.breadth, seed % (1 << 64), longest,
            ),
            library.rwa_delete,
        )  # fmt: skip

    def look_for(self, checks: Sequence[int]) -> None:
        """From now on look for positions in which one of these checks holds."""
        rows = array("i", checks)
        if not self._library.rwa_sought(self._handle.address, rows.buffer_info()[0], len(rows)):
            raise OutOfMemory("no room for what is looked for")

    def keep(self, plays: Sequence[Sequence[Action]]) -> None:
        """Keep the positions of plays, until one of them shows what is looked for."""
        for play in plays:
            rows = array("i", [n for action in play for n in _row(action, self._width)] or [0])
            self._library.rwa_seed(self._handle.address, rows.buffer_info()[0], len(play))

    def explored(self, moves: int, deadline: Deadline) -> ArchiveExploration[S]:
        """The result of ``moves`` more moves."""
        done, end, width = 0, 0, self._width
        while done < moves and end == 0 and not deadline.passed():
            now = min(GUIDING.slice, moves - done)
            end = called_in_time(
                partial(self._library.rwa_advance, self._handle.address, now), deadline
            )
            done += now
        if end not in (0, 1, NOWHERE):
            raise OutOfMemory("no room for positions")
        positions, nearest, length, since = self._handle.words("rwa_counts", 4)
        shown = None
        if end == 1:
            rows = (ctypes.c_int32 * max(1, width * length))()
            self._library.rwa_found(self._handle.address, rows)
            shown = played(self._game, rows[: width * length], width)
        return ArchiveExploration(done, shown, since, nearest, positions)


def _row(action: Action, width: int) -> Iterator[int]:
    """An action in C's form: unused arguments are 0."""
    yield action.choice
    yield from action.args
    yield from (0,) * (width - 1 - len(action.args))
