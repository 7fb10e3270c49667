"""Confirms a difference: by the shortest play that shows it in a fresh process, or all that led to it in one process.

And whether it comes again each time: an engine that draws lots, or goes by a clock, does not repeat itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ..effort.conforming import EXAMINING
from ..limits import Budget, Limit, OutOfTime
from ..plays.leaving_out import without_rows
from .examination import Examination, at_the_end
from .trials.discrepancy import Aspect, Discrepancy, Repeats, legal_part
from .trials.shrink import PlaysAnew, PlaysSeen, actions_of, each_once, shrunk, without_rows_of

EarlierPlays = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ShorteningEffort:
    """How much is done to make a play short: so many actions of the engine, and seconds as a backstop.

    ``surely``: a difference that recurred once is looked for in further processes. ``simply``: actions are
    replaced, too, and positions nearer to the beginning tried; else rows of actions are left out only.
    """

    actions: int = EXAMINING.shrinking_actions
    seconds: float = EXAMINING.shrinking_seconds
    surely: bool = True
    simply: bool = True


WHOLLY = ShorteningEffort()
AT_FIRST = ShorteningEffort(
    EXAMINING.first_actions, EXAMINING.first_seconds, surely=False, simply=False
)
IN_SMALLER = replace(AT_FIRST, simply=True)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of trying a play; ``whole`` and ``seen`` as for :func:`each_once`."""

    attempt: PlaysAnew
    whole: bool
    seen: PlaysSeen = field(default_factory=dict)


def confirmed(
    found: Discrepancy,
    asked: Examination,
    how: ShorteningEffort = WHOLLY,
    seen: PlaysSeen | None = None,
) -> Discrepancy:
    """The difference in the shortest play found, if it recurs at all.

    An engine can go wrong whatever the play is, for example at its hundredth request, and then any play
    seems to show it. So what was found in a running process has to recur in a fresh one. If no play by
    itself shows it there, the plays that the process had played ``before`` belong to it. If it recurs in
    some new processes and not in others, ``repeats`` says in how many. ``seen``: which plays by themselves were
    tried before; more are added. What there is no time for is not done, and ``repeats`` says so. Raises Declined.
    """
    shortest = [found]
    try:
        return _confirmed(found, asked, how, seen, shortest)
    except OutOfTime:
        return _not_tried(shortest[-1])


def _confirmed(
    found: Discrepancy,
    asked: Examination,
    how: ShorteningEffort,
    seen: PlaysSeen | None,
    shortest: list[Discrepancy],
) -> Discrepancy:
    """The same; shorter plays are put down in ``shortest``. Raises Declined, OutOfTime."""
    before = tuple(asked.played[:-1])
    limit = asked.limit(Budget(how.seconds), how.actions)
    at_the_last = at_the_end(found.tried, found.by) if _tries(found, asked) else None

    def at_end(texts: Sequence[str]) -> Discrepancy | None:
        return asked.attempt(texts, at_the_last)

    def at_end_anew(texts: Sequence[str]) -> Discrepancy | None:
        asked.anew()
        return at_end(texts)

    def everywhere_anew(texts: Sequence[str]) -> Discrepancy | None:
        asked.anew()
        again = asked.attempt(texts)
        return None if again is None else replace(again, before=())

    whole = at_the_last is None
    alone = _Way(at_end, whole, {} if seen is None else seen)
    shorter = _shortest(found, asked, alone, limit, simply=how.simply)
    shortest += [shorter] if shorter is not None else []
    again = None if shorter is None else asked.shows(shorter)
    if shorter is not None and again is not None and _same(shorter, again):
        return _counted(shorter, asked, how, (True,)) if how.surely else shorter
    if not how.surely:  # What a play alone does not show is looked into here and now, or never.
        how = WHOLLY
    limit = asked.limit(Budget(how.seconds), how.actions)
    if shorter is not None and again is None:
        counted = _counted(shorter, asked, how, (False,))
        if not counted.lost:
            return counted
    for way in (_Way(at_end_anew, whole), _Way(everywhere_anew, whole=True)):
        shorter = _shortest(found, asked, way, limit)
        if shorter is not None:
            return _counted(shorter, asked, how)
    shortest.append(replace(found, before=before))
    return _after(found, asked, before, how)


def _same(one: Discrepancy, two: Discrepancy) -> bool:
    return one.aspect is two.aspect and one.play == two.play


def _tries(found: Discrepancy, asked: Examination) -> bool:
    """Whether illegal actions show what may be wrong: it was seen so, or is not seen in what the engine offers."""
    seen_so = bool(found.tried) and found.aspect is not Aspect.REFUSES
    return seen_so or not asked.offers >= {"decides", "legal"}


def confirmed_end(
    found: Discrepancy, asked: Examination, how: ShorteningEffort = WHOLLY
) -> Discrepancy:
    """The same for an engine that failed when told to end: alone, after the moves of a play, with what is not
    legal tried on the way, or after as few plays as show it. Raises Declined.
    """
    *before, last = asked.played or [()]
    played = replace(found, play=legal_part(asked.game, last), before=())
    try:
        for alone in (found, replace(played, before=None), played):
            if asked.shows(alone) is not None:
                return _counted(alone, asked, how, (True,))
        return _after(played, asked, tuple(before), how)
    except OutOfTime:
        return _not_tried(replace(played, before=tuple(before)))


def _not_tried(found: Discrepancy) -> Discrepancy:
    """The time was up before another process played it."""
    return replace(found, repeats=Repeats(0, 0))


def _counted(
    found: Discrepancy,
    asked: Examination,
    how: ShorteningEffort,
    asked_before: tuple[bool, ...] = (),
) -> Discrepancy:
    """The same, with how many new processes show it if not all do; some may have been asked before."""
    tries = [*asked_before]
    backstop = Budget(how.seconds).start()
    in_time = Budget(EXAMINING.again_seconds).start()

    def enough() -> bool:
        if not all(tries):
            return len(tries) >= EXAMINING.often
        return len(tries) >= (EXAMINING.at_least if in_time.passed() else EXAMINING.again)

    while not tries or not (enough() or backstop.passed()):
        try:
            tries.append(asked.shows(found) is not None)
        except OutOfTime:
            break
    return (
        found if tries and all(tries) else replace(found, repeats=Repeats(sum(tries), len(tries)))
    )


def _shortest(
    found: Discrepancy, asked: Examination, way: _Way, limit: Limit, *, simply: bool = True
) -> Discrepancy | None:
    """The shortest play found from this one on; None if it does not recur."""
    again = way.attempt(actions_of(found))
    if again is None:
        return None
    trial = asked.running()
    if isinstance(trial, Discrepancy):
        return again
    shorten = shrunk if simply else without_rows_of
    attempt = each_once(way.attempt, trial, way.seen, whole=way.whole)
    return shorten(again, trial, lambda texts: _in_time(lambda: attempt(texts)), limit)


def _in_time(shows: Callable[[], Discrepancy | None]) -> Discrepancy | None:
    """What is shown; None, too, where there is no time for it: a play stays as it is then."""
    try:
        return shows()
    except OutOfTime:
        return None


def _after(
    found: Discrepancy, asked: Examination, before: EarlierPlays, how: ShorteningEffort
) -> Discrepancy:
    """The difference after as few of the earlier plays as were found; after all of them if it does not
    recur."""

    def shown(rows: EarlierPlays) -> Discrepancy | None:
        return asked.shows(replace(found, before=rows))

    def without(best: Discrepancy, start: int, end: int) -> Discrepancy | None:
        rows = best.before or ()
        return _in_time(lambda: shown((*rows[:start], *rows[end:])))

    def places(best: Discrepancy) -> range:
        return range(len(best.before or ()) + 1)

    again = shown(before)
    if again is None:
        counted = _counted(replace(found, before=before), asked, how, (False,))
        if found.aspect is Aspect.ENGINE:
            return replace(counted, before=before or None)
        return replace(counted, aspect=Aspect.UNREPEATABLE) if counted.lost else counted
    limit = asked.limit(Budget(how.seconds), EXAMINING.before_actions)
    width = len(again.before or ())
    ladder = [(places, width >> halved) for halved in range(1, width.bit_length())]
    fewest = without_rows(again, ladder, without, limit.passed)
    return _counted(fewest, asked, how)
