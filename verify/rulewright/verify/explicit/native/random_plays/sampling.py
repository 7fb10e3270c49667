"""Random plays of a compiled game with every open question watched, thousands in a second."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulewright.dsl.ir.choices import choices_of, parameters_of
from rulewright.dsl.ir.program import Program
from rulewright.engines.game import Action, Game

from ....effort.playing import SIMULATING
from ....execution.interruption import called_in_time
from ....limits import Deadline
from ....stategraph.graph import EngineMismatch, OutOfMemory
from ..search import Compiled, SearchFor

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something was seen in a play with this number after this many moves.

    ``since``: for a recurring position, after how many moves it was reached before.
    """

    play: int
    moves: int
    since: int


@dataclass(frozen=True, slots=True)
class PlaySample:
    """The results of random plays, always in the fewest moves.

    ``plays``: how many rested and ended, or were cut off at the limit of moves. ``checks``: by the
    number of the check. ``nodes``: where play ended or was stuck. ``again``: a recurring position.
    """

    plays: int
    checks: Mapping[int, Sighting]
    nodes: Mapping[int, Sighting]
    again: Sighting | None


def sample(
    compiled: Compiled[S],
    asked: Sequence[SearchFor],
    seed: int,
    plays: int,
    limit: int,
    deadline: Deadline,
    progress: Callable[[int], None] = lambda plays: None,
) -> PlaySample:
    """Play ``plays`` games at random, each at most ``limit`` moves, or until the deadline.

    Raises OutOfMemory, and OutOfTime if a play does not end.
    """
    program, library = compiled.game.program, compiled.library
    checks, nodes = len(program.checks), len(program.nodes)
    asks = array("i", [*asked, 0])
    seen = array("q", [-1, 0, 0] * (checks + nodes + 1))
    counts = array("q", bytes(8 * 4))
    done = 0
    while done < plays and not deadline.passed():
        now = min(SIMULATING.batch, plays - done)
        first = done

        def batch(first: int = first, now: int = now) -> int:
            found: int = library.rws_sample(
                seed % (1 << 64), first, now, limit,
                *(a.buffer_info()[0] for a in (asks, seen, counts)),
            )  # fmt: skip
            return found

        if not called_in_time(batch, deadline):
            raise OutOfMemory("no room for the legal actions")
        done += now
        progress(done)
    return sighted(program, seen, counts[0] + counts[1])


def sighted(program: Program, seen: Sequence[int], plays: int) -> PlaySample:
    """The content of the sightings: those of checks, of nodes, and of a recurring position."""
    checks, nodes = len(program.checks), len(program.nodes)
    rows = [Sighting(*seen[3 * i : 3 * i + 3]) for i in range(checks + nodes + 1)]
    return PlaySample(
        plays=plays,
        checks={n: rows[n] for n in range(checks) if rows[n].play >= 0},
        nodes={n: rows[checks + n] for n in range(nodes) if rows[checks + n].play >= 0},
        again=rows[-1] if rows[-1].play >= 0 else None,
    )


def sampled(compiled: Compiled[S], seed: int, sighting: Sighting) -> tuple[list[S], list[Action]]:
    """The play up to a sighting, on the Python engine: one state more than actions.

    Raises EngineMismatch if the Python engine plays another game, OutOfMemory.
    """
    game, width = compiled.game, 1 + compiled.library.rwx_most_arguments()
    rows = (ctypes.c_int32 * max(1, width * sighting.moves))()
    made = compiled.library.rws_sampled(seed % (1 << 64), sighting.play, sighting.moves, rows)
    if made < 0:
        raise OutOfMemory("no room for the legal actions")
    if made < sighting.moves:
        raise EngineMismatch("a random play is not the same when it is played again")
    return played(game, rows[: width * sighting.moves], width)


def played(game: Game[S], rows: Sequence[int], width: int) -> tuple[list[S], list[Action]]:
    """A play of C, on the Python engine: ``width`` numbers for an action.

    Raises EngineMismatch if the Python engine plays another game.
    """
    states, actions = [game.new()], list[Action]()
    for at in range(0, len(rows), width):
        node = game.program.nodes[game.node(states[-1])]
        choices = choices_of(node)
        if rows[at] >= len(choices):
            raise EngineMismatch("a random play has a choice that is not there")
        length = len(parameters_of(choices[rows[at]]))
        actions.append(Action(rows[at], tuple(rows[at + 1 : at + 1 + length])))
        states.append(game.apply(states[-1], actions[-1]))
    return states, actions
