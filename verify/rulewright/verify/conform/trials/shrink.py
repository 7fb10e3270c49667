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
from ...limits import Budget, Deadline
from ...plays.leaving_out import without_rows
from ..rules.expected import Expected
from .discrepancy import Aspect, Discrepancy
from .trial import Trial

PlaysAnew = Callable[[Sequence[str]], Discrepancy | None]
"""Plays the legal part of a row of actions anew, and says how the engine differs."""


def shrunk(found: Discrepancy, trial: Trial, attempt: PlaysAnew, deadline: Deadline) -> Discrepancy:
    """The same or another difference, in a play that is no longer and no less simple."""
    found = _until_same(found, trial, attempt, deadline)
    nearer = _nearer(found, trial, attempt, _half(deadline))
    return found if nearer == found else _until_same(nearer, trial, attempt, deadline)


def _until_same(
    found: Discrepancy, trial: Trial, attempt: PlaysAnew, deadline: Deadline
) -> Discrepancy:
    """Leave out rows and replace actions in turn: one may make the other possible."""
    before = None
    while actions_of(found) != before and not deadline.passed():
        before = actions_of(found)
        for better in (_without_rows, _simpler):
            found = better(found, trial, attempt, _half(deadline))
    return found


def _half(deadline: Deadline) -> Deadline:
    left = deadline.left()
    return Budget(None if left is None else left / 2).start()


def actions_of(found: Discrepancy) -> tuple[str, ...]:
    """The actions that show it, including the refused one."""
    taken = found.tried and not found.by and found.aspect in (Aspect.REFUSES, Aspect.ENGINE)
    return (*found.play, found.tried) if taken else found.play


def _without_rows(
    found: Discrepancy, trial: Trial, attempt: PlaysAnew, deadline: Deadline
) -> Discrepancy:
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
    return without_rows(found, ladder, without, deadline.passed)


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


def _nearer(
    found: Discrepancy, trial: Trial, attempt: PlaysAnew, deadline: Deadline
) -> Discrepancy:
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
                if len(seen) > EXAMINING.shrinking_positions or deadline.passed():
                    return found
                seen.add(after.at)
                shorter = attempt([*texts, text])
                if shorter is not None and shorter.length < found.length:
                    return shorter
                following.append(((*texts, text), after))
        level = following
    return found


def _simpler(
    found: Discrepancy, trial: Trial, attempt: PlaysAnew, deadline: Deadline
) -> Discrepancy:
    """Each action replaced by the first in the rules' own order that still shows a difference."""
    for place in range(len(actions_of(found))):
        texts = actions_of(found)
        if place >= len(texts):
            break
        expected = trial.first
        for text in texts[:place]:
            expected = trial.after(expected, text)
        for other in expected.actions:
            if other == texts[place] or deadline.passed():
                break
            simpler = attempt([*texts[:place], other, *texts[place + 1 :]])
            if simpler is not None and simpler.length <= found.length:
                found = simpler
                break
    return found
