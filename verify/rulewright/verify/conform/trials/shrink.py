"""Shortens and simplifies plays in which an engine differs.

Rows of moves are left out as long as the rest still shows a difference (delta debugging, Zeller
and Hildebrandt, 2002): whole rounds first, then turns, then single moves. Then positions nearer to
the beginning are tried breadth first. Last, each action is replaced by the first that will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.engines.game import Unrested

from ...effort.conforming import EXAMINING
from ...limits import Limit
from ...plays.leaving_out import without_rows
from ..rules.expected import Expected
from .discrepancy import Aspect, Discrepancy
from .trial import Trial

PlaysAnew = Callable[[Sequence[str]], Discrepancy | None]
"""Plays the legal part of a row of actions anew, and says how the engine differs."""

PlaysSeen = dict[tuple[str, ...], Discrepancy | None]
"""How the engine differs in plays that were tried in one way."""


def shrunk(found: Discrepancy, trial: Trial, attempt: PlaysAnew, limit: Limit) -> Discrepancy:
    """The same or another difference, in a play that is no longer and no less simple."""
    found = _until_same(found, trial, attempt, limit)
    nearer = _nearer(found, trial, attempt, limit.share(EXAMINING.way_share))
    return found if nearer == found else _until_same(nearer, trial, attempt, limit)


def _until_same(found: Discrepancy, trial: Trial, attempt: PlaysAnew, limit: Limit) -> Discrepancy:
    """Leave out rows and replace actions in turn: one may make the other possible."""
    before = None
    while actions_of(found) != before and not limit.passed():
        before = actions_of(found)
        for better in (without_rows_of, _simpler):
            found = better(found, trial, attempt, limit.share(EXAMINING.way_share))
    return found


def each_once(attempt: PlaysAnew, trial: Trial, seen: PlaysSeen, *, whole: bool) -> PlaysAnew:
    """The same, but what was played before is not played again: an engine does the same each time, or that is
    noticed when a difference is confirmed.

    ``seen``: what was played, to which more is added. ``whole``: what shows no difference shows none in its beginnings either, as nothing is tried at the end
    alone.
    """

    def anew(texts: Sequence[str]) -> Discrepancy | None:
        legal = _legal(trial, texts)
        if legal not in seen:
            seen[legal] = found = attempt(texts)
            if found is None and whole:
                seen.update((legal[:length], None) for length in range(len(legal)))
        return seen[legal]

    return anew


def _legal(trial: Trial, texts: Sequence[str]) -> tuple[str, ...]:
    """What is legal in its place, as far as the rules come to rest."""
    expected, legal = trial.first, list[str]()
    for text in texts:
        if text in expected.actions:
            legal.append(text)
            try:
                expected = trial.after(expected, text)
            except Unrested:
                break
    return tuple(legal)


def actions_of(found: Discrepancy) -> tuple[str, ...]:
    """The actions that show it, including the refused one."""
    taken = found.tried and not found.by and found.aspect in (Aspect.REFUSES, Aspect.ENGINE)
    return (*found.play, found.tried) if taken else found.play


def without_rows_of(
    found: Discrepancy, trial: Trial, attempt: PlaysAnew, limit: Limit
) -> Discrepancy:
    """The same or another difference, with rows of actions left out."""

    def turns(shown: Discrepancy) -> Sequence[int]:
        return _turns(trial.first, actions_of(shown))

    def without(shown: Discrepancy, start: int, end: int) -> Discrepancy | None:
        texts = actions_of(shown)
        shorter = attempt([*texts[:start], *texts[end:]])
        return shorter if shorter is not None and shorter.length < shown.length else None

    players = len(trial.first.game.program.players.labels)
    ladder = [
        *((turns, width) for width in (4 * players, 2 * players, players, 1)),
        *((_everywhere, width) for width in EXAMINING.removed),
    ]
    return without_rows(found, ladder, without, limit.passed)


def _turns(first: Expected[Any], texts: Sequence[str]) -> Sequence[int]:
    """The beginnings of turns, as far as the rules can play it."""
    turns = [0]
    expected = first
    for number, text in enumerate(texts, 1):
        if text not in expected.actions:
            break
        try:
            step = expected.game.step(expected.at, expected.actions[text])
        except Unrested:
            break
        expected = Expected(expected.game, step.state)
        if step.turns:
            turns.append(number)
    return turns


def _everywhere(found: Discrepancy) -> Sequence[int]:
    return range(len(actions_of(found)) + 1)


def _nearer(found: Discrepancy, trial: Trial, attempt: PlaysAnew, limit: Limit) -> Discrepancy:
    """Every position nearer to the beginning, once; a play as long as the one found shows nothing
    sooner."""
    seen = {trial.first.at}
    level: list[tuple[tuple[str, ...], Expected[Any]]] = [((), trial.first)]
    for _ in range(found.length - 1):
        following: list[tuple[tuple[str, ...], Expected[Any]]] = []
        for texts, expected in level:
            for text in expected.actions:
                try:
                    after = trial.after(expected, text)
                except Unrested:
                    continue
                if after.at in seen:
                    continue
                if len(seen) > EXAMINING.shrinking_positions or limit.passed():
                    return found
                seen.add(after.at)
                shorter = attempt([*texts, text])
                if shorter is not None and shorter.length < found.length:
                    return shorter
                following.append(((*texts, text), after))
        level = following
    return found


def _simpler(found: Discrepancy, trial: Trial, attempt: PlaysAnew, limit: Limit) -> Discrepancy:
    """Each action replaced by the first in the rules' own order that still shows a difference."""
    for place in range(len(actions_of(found))):
        texts = actions_of(found)
        if place >= len(texts):
            break
        expected = trial.first
        for text in texts[:place]:
            expected = trial.after(expected, text)
        for other in expected.actions:
            if other == texts[place] or limit.passed():
                break
            simpler = attempt([*texts[:place], other, *texts[place + 1 :]])
            if simpler is not None and simpler.length <= found.length:
                found = simpler
                break
    return found
