"""Confirms a difference: by the shortest play that shows it in a fresh process, or all that led to it in one process.

And whether it comes again each time: an engine that draws lots, or goes by a clock, does not repeat itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..effort.conforming import EXAMINING
from ..limits import Budget, Deadline
from ..plays.leaving_out import without_rows
from .examination import Examination, at_the_end
from .trials.discrepancy import Aspect, Discrepancy, Repeats, legal_part
from .trials.shrink import PlaysAnew, actions_of, shrunk

EarlierPlays = tuple[tuple[str, ...], ...]


def confirmed(found: Discrepancy, asked: Examination, deadline: Deadline) -> Discrepancy:
    """The difference in the shortest play found, if it recurs at all.

    An engine can go wrong whatever the play is, for example at its hundredth request, and then any play
    seems to show it. So what was found in a running process has to recur in a fresh one. If no play by
    itself shows it there, the plays that the process had played ``before`` belong to it. If it recurs in
    some new processes and not in others, ``repeats`` says in how many. Raises Declined.
    """
    before = tuple(asked.played[:-1])

    def at_end(texts: Sequence[str]) -> Discrepancy | None:
        return asked.attempt(texts, at_the_end(found.tried, found.by))

    def at_end_anew(texts: Sequence[str]) -> Discrepancy | None:
        asked.anew()
        return at_end(texts)

    def everywhere_anew(texts: Sequence[str]) -> Discrepancy | None:
        asked.anew()
        again = asked.attempt(texts)
        return None if again is None else replace(again, before=())

    half = Budget(None if (left := deadline.left()) is None else left / 2).start()
    shorter = _shortest(found, asked, at_end, half)
    if shorter is not None:
        again = asked.shows(shorter)
        if again is not None and again.aspect is shorter.aspect and again.play == shorter.play:
            return _counted(shorter, asked, deadline, (True,))
        if again is None:
            counted = _counted(shorter, asked, deadline, (False,))
            if not counted.lost:
                return counted
    for shows in (at_end_anew, everywhere_anew):
        shorter = _shortest(found, asked, shows, deadline)
        if shorter is not None:
            return _counted(shorter, asked, deadline)
    return _after(found, asked, before, deadline)


def confirmed_end(found: Discrepancy, asked: Examination, deadline: Deadline) -> Discrepancy:
    """The same for an engine that failed when told to end: alone, or after as few plays as show it.

    Raises Declined.
    """
    *before, last = asked.played or [()]
    played = replace(found, play=legal_part(asked.game, last), before=())
    for alone in (found, played):
        if asked.shows(alone) is not None:
            return _counted(alone, asked, deadline, (True,))
    return _after(played, asked, tuple(before), deadline)


def _counted(
    found: Discrepancy, asked: Examination, deadline: Deadline, asked_before: tuple[bool, ...] = ()
) -> Discrepancy:
    """The same, with how many new processes show it if not all do; some may have been asked before."""
    tries = [*asked_before]
    while not tries or (
        not deadline.passed() and len(tries) < (EXAMINING.again if all(tries) else EXAMINING.often)
    ):
        tries.append(asked.shows(found) is not None)
    return found if all(tries) else replace(found, repeats=Repeats(sum(tries), len(tries)))


def _shortest(
    found: Discrepancy, asked: Examination, attempt: PlaysAnew, deadline: Deadline
) -> Discrepancy | None:
    """The shortest play found from this one on; None if it does not recur."""
    again = attempt(actions_of(found))
    if again is None:
        return None
    trial = asked.running()
    if isinstance(trial, Discrepancy):
        return again
    return shrunk(again, trial, attempt, deadline)


def _after(
    found: Discrepancy, asked: Examination, before: EarlierPlays, deadline: Deadline
) -> Discrepancy:
    """The difference after as few of the earlier plays as were found; after all of them if it does not
    recur."""

    def shown(rows: EarlierPlays) -> Discrepancy | None:
        return asked.shows(replace(found, before=rows))

    def without(best: Discrepancy, start: int, end: int) -> Discrepancy | None:
        rows = best.before or ()
        return shown((*rows[:start], *rows[end:]))

    def places(best: Discrepancy) -> range:
        return range(len(best.before or ()) + 1)

    again = shown(before)
    if again is None:
        counted = _counted(replace(found, before=before), asked, deadline, (False,))
        if found.aspect is Aspect.ENGINE:
            return replace(counted, before=before or None)
        return replace(counted, aspect=Aspect.UNREPEATABLE) if counted.lost else counted
    width = len(again.before or ())
    ladder = [(places, width >> halved) for halved in range(1, width.bit_length())]
    fewest = without_rows(again, ladder, without, deadline.passed)
    return _counted(fewest, asked, deadline)
