"""Positions to which plays of a larger game come: known plays, and random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rulewright.engines.game import IllegalAction, Unrested
from rulewright.engines.python.game import PythonGame, PythonState

from ....effort.answering import NOTICING_ALWAYS
from ....plays.play import Play
from ....simulation.playout import generator, play
from ..explored import Positions
from .known_game import KnownGame


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """How much is played: ``known`` moves of known plays, and ``moves`` at random."""

    known: int
    moves: int


@dataclass(frozen=True, slots=True)
class Played(Positions):
    """Those of some plays."""

    plays: Sequence[Play]
    playing: PlayedFor

    def again(self, game: PythonGame) -> Sequence[Any] | None:
        return tuple(dict.fromkeys(s for p in plays_of(game, self.plays, self.playing) for s in p))

    def for_checks(self, states: Sequence[Any]) -> Sequence[Any]:
        return states[:: max(1, len(states) // NOTICING_ALWAYS.for_checks)]


def played(known: KnownGame, playing: PlayedFor) -> Played | None:
    """The positions of plays of a game that was made from a ruleset."""
    one, plays = known.selected, known.plays
    if one.ruleset is None:
        return None
    game = PythonGame(one.program, one.move_limit)
    found = tuple(dict.fromkeys(s for p in plays_of(game, plays, playing) for s in p))
    return Played(one, one.ruleset, game, found, [game.legal(s) for s in found], plays, playing)


def plays_of(
    game: PythonGame, known: Sequence[Play], playing: PlayedFor
) -> Iterator[Sequence[PythonState]]:
    """The positions of one play after another: of known ones, the shortest first, then of random ones."""
    moves = 0
    for each in sorted(known, key=lambda each: len(each.moves)):
        moves += len(each.moves)
        if moves > playing.known:
            break
        yield tuple(_replayed(game, each))
    left = playing.moves
    for number in range(NOTICING_ALWAYS.most_plays):
        if left <= 0:
            return
        positions = tuple(_at_random(game, number, min(left, NOTICING_ALWAYS.longest)))
        left -= len(positions)
        yield positions


def _replayed(game: PythonGame, known: Play) -> Iterator[PythonState]:
    state = game.new()
    yield state
    with suppress(IllegalAction, Unrested):
        for move in known.moves:
            state = game.step(state, move.action).state
            yield state


def _at_random(game: PythonGame, number: int, moves: int) -> Iterator[PythonState]:
    with suppress(Unrested):
        yield game.new()
        for step in play(game, generator(0, number, "marks"), moves):
            yield step.after
