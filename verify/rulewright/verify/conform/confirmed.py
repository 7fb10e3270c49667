"""A difference made sure of: the shortest play that shows it in a process of its own, or all that led to it in one process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..limits import Budget, Deadline
from ..plays.leaving_out import without_rows
from .connection.protocol import EngineFailure
from .examination import EVERYWHERE, Examination
from .rules.not_legal import Illegal
from .trials.discrepancy import Discrepancy
from .trials.shrink import Attempt, actions_of, shrunk

Plays = tuple[tuple[str, ...], ...]


def confirmed(found: Discrepancy, asked: Examination, deadline: Deadline) -> Discrepancy:
    """The difference in a play as short as can be found, if it comes again at all.

    An engine can go wrong whatever the play is, at its hundredth request say, and then any play seems to show it. So what
    was found in a process that runs has to come again in one that begins. If no play by itself shows it there, those that
    the process had played ``before`` belong to it. Raises Declined.
    """
    before = tuple(asked.played[:-1])

    def at_end(texts: Sequence[str]) -> Discrepancy | None:
        return asked.attempt(texts, replace(_tried(found), everywhere=False))

    def at_end_anew(texts: Sequence[str]) -> Discrepancy | None:
        asked.anew()
        return at_end(texts)

    def everywhere_anew(texts: Sequence[str]) -> Discrepancy | None:
        asked.anew()
        again = asked.attempt(texts)
        return None if again is None else replace(again, before=())

    half = Budget(None if (left := deadline.left()) is None else left / 2).start()
    shorter = _shortest(found, asked, at_end, half)
    if shorter is not None and _again(shorter, asked):
        return shorter
    for shows in (at_end_anew, everywhere_anew):
        shorter = _shortest(found, asked, shows, deadline)
        if shorter is not None:
            return shorter
    return _after(found, asked, before, deadline)


def _tried(found: Discrepancy) -> Illegal:
    return Illegal(EVERYWHERE.each, found.tried, found.by)


def _shortest(
    found: Discrepancy, asked: Examination, attempt: Attempt, deadline: Deadline
) -> Discrepancy | None:
    """The shortest play found from this one on; None if it does not come again so."""
    again = attempt(actions_of(found))
    if again is None:
        return None
    try:
        trial = asked.trial()
    except EngineFailure:
        return again
    return shrunk(again, trial, attempt, deadline)


def _again(shorter: Discrepancy, asked: Examination) -> bool:
    """Whether a process that begins shows it in this play, and nothing else."""
    asked.anew()
    again = asked.attempt(actions_of(shorter), replace(_tried(shorter), everywhere=False))
    return again is not None and again.aspect == shorter.aspect and again.play == shorter.play


def _after(
    found: Discrepancy, asked: Examination, before: Plays, deadline: Deadline
) -> Discrepancy:
    """The difference behind as few of the plays before it as were found; with all of them if it does not come again."""

    def shown(rows: Plays) -> tuple[Plays, Discrepancy] | None:
        asked.anew()
        for number, row in enumerate((*rows, actions_of(found))):
            again = asked.attempt(row)
            if again is not None:
                return rows[:number], again
        return None

    def without(
        best: tuple[Plays, Discrepancy], start: int, end: int
    ) -> tuple[Plays, Discrepancy] | None:
        return shown((*best[0][:start], *best[0][end:]))

    again = shown(before)
    if again is None:
        if found.aspect == "engine":
            return replace(found, before=before or None)
        return replace(found, aspect="unrepeatable", before=before)
    ladder = [
        (lambda best: range(len(best[0]) + 1), len(again[0]) >> halved)
        for halved in range(1, len(again[0]).bit_length())
    ]
    rows, again_found = without_rows(again, ladder, without, deadline.passed)
    return replace(again_found, before=rows)
