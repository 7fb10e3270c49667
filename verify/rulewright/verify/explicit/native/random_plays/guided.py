"""Plays guided toward the goals of questions, in C: multilevel splitting over branch distances."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.engines.game import Action

from ....effort.playing import GUIDING
from ....execution.interruption import called_in_time
from ....limits import Deadline
from ....stategraph.graph import EngineMismatch, OutOfMemory
from ..handle import Handle
from ..search import Compiled, SearchFor
from .sampling import PlaySample, Sighting, played, sighted

S = TypeVar("S", bound=Hashable)

NEARER = 4
"""The index, among the counts, of plays that came nearer; RWS_NEARER in C."""


@dataclass(frozen=True, slots=True)
class Led(Generic[S]):
    """What was seen on the way to one target; ``play`` has the plays."""

    seen: PlaySample
    play: Callable[[Sighting], tuple[list[S], list[Action]]]


def led(
    compiled: Compiled[S],
    strategy: int,
    asked: Sequence[SearchFor],
    seed: int,
    most: int,
    limit: int,
    deadline: Deadline,
) -> Led[S]:
    """Try to reach a position in which a strategy's value is 0, with ``most`` moves, in plays of at
    most ``limit``.

    From such a position play continues to its end: what comes after is often asked for as well.
    Raises OutOfMemory, and OutOfTime if a play does not end.
    """
    program, library = compiled.game.program, compiled.library
    asks = array("i", [*asked, 0])
    seen = array("q", [-1, 0, 0] * (len(program.checks) + len(program.nodes) + 1))
    counts = array("q", bytes(8 * 6))
    seeing, counting = (a.buffer_info()[0] for a in (seen, counts))
    address = library.rws_guide_create(
        strategy, seed % (1 << 64), limit, asks.buffer_info()[0], seeing
    )
    guide = Handle(library, address, library.rws_guide_delete)

    def left() -> int:
        return 0 if deadline.passed() else most - library.rws_guide_moves(guide.address)

    def level(trials: int) -> None:
        for done in range(0, trials, GUIDING.batch):
            now = min(GUIDING.batch, trials - done)

            def batch(now: int = now) -> int:
                held = (guide, asks, seen, counts)  # also when the call is given up
                found: int = library.rws_guide_try(held[0].address, now, counting)
                return found

            if left() <= 0:
                return
            if not called_in_time(batch, deadline):
                raise OutOfMemory("no room for the plays")

    def play(sighting: Sighting) -> tuple[list[S], list[Action]]:
        width = 1 + library.rwx_most_arguments()
        rows = (ctypes.c_int32 * max(1, width * sighting.moves))()
        made = library.rws_guide_play(guide.address, sighting.play, rows)
        if made != sighting.moves:
            raise EngineMismatch("a play is not the same when it is played again")
        return played(compiled.game, rows[: width * made], width)

    distance, trials = 1, GUIDING.trials
    while distance != 0 and left() > 0:
        distance = library.rws_guide_begin(guide.address)
        while distance >= 0 and left() > 0:
            level(trials)
            if distance == 0:
                break
            distance = library.rws_guide_advance(guide.address)
        if not counts[NEARER]:
            break
        trials *= 2
    return Led(sighted(program, seen, counts[0] + counts[1] + counts[NEARER]), play)
