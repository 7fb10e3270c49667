"""Does an engine follow the rules? A suite, then everything or random plays, then the shortest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, takewhile
from random import Random
from time import monotonic
from typing import Any

from rulewright.engines.game import Game

from ..effort.conforming import EXAMINING
from ..limits import NEVER, Budget, Clock, Deadline, Limit, OutOfTime, Soonest
from ..progress import TellText
from .confirmed import WHOLLY, ShorteningEffort, confirmed, confirmed_end
from .connection.protocol import Declined, EngineFailure, Hello
from .examination import Examination, PlayFrom, StartsEngine
from .trials.discrepancy import Discrepancy
from .trials.everything import plays, positions
from .trials.shrink import PlaysSeen
from .trials.trial import Trial, random_play

MakesPlays = Callable[[], Iterable[Sequence[str]]]
"""Makes plays, as texts of actions, when they are needed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of an engine.

    ``budget``: for plays, and for making one shorter, which has effort of its own, ``shrinking``, and a moment more if
    it begins late; its seconds are those of the ``clock``. ``suite`` makes the first plays, once the
    engine has said who it is; those that are ``known`` are played before it is made, as that may take long.
    ``most_plays``: random plays, drawn by the ``seed``, None for as many as there is time for, but for the
    seconds that are ``reserved``; ``playing``: seconds in which still more than so many are played.
    ``small``: a game with at most so many positions is
    compared completely. ``actions``: the most after which no further play is begun.
    """

    budget: Budget
    suite: MakesPlays = tuple
    known: MakesPlays = tuple
    seed: int = 0
    most_plays: int | None = None
    playing: float = 0.0
    reserved: float = 0.0
    shrinking: ShorteningEffort = WHOLLY
    small: int = EXAMINING.small
    actions: int | None = None
    clock: Clock = monotonic

    @property
    def first_plays(self) -> Iterable[int]:
        """The numbers of the random plays that come before everything of a small game."""
        first, most = EXAMINING.first_plays, self.most_plays
        return range(first if most is None else min(first, most))

    def later_plays(self, until: Deadline) -> Iterator[int]:
        """The numbers of those that come after, where a game is not small: their seconds begin here."""
        most, more = self.most_plays, Budget(self.playing).start(self.clock)

        def goes_on(number: int) -> bool:
            if most is not None:
                return number < most or not more.passed()
            left = until.left()
            return left is None or left > self.reserved

        return takewhile(goes_on, count(EXAMINING.first_plays))


@dataclass(frozen=True, slots=True)
class ConformanceResult:
    """What came of the comparison of an engine with the rules.

    ``found``: the difference in its shortest play, None if there is none so far. ``declined``: why
    the engine does not have the game. ``complete``: so many positions there are, and every action of
    each was compared; None if there are more. ``plays`` and ``actions`` count what was compared.
    ``restarts``: how often the engine had to be started again. ``cut_off``: the time was up before all that
    was to be compared; ``seconds``: so many there were, None without a limit. ``far``: of how many positions
    every action was compared, and how many a small game has; None if that is not known. ``unmet``: how the
    engine failed before it had said who it is. ``settled``: what was found is as short as it gets, and surely
    recurs; see :func:`settled`. ``unknown``: variables that the engine names and the rules do not have, some
    of them. ``seen``: the plays that were tried to make it short.
    """

    hello: Hello | None
    found: Discrepancy | None
    declined: str = ""
    complete: int | None = None
    plays: int = 0
    actions: int = 0
    restarts: int = 0
    cut_off: bool = False
    seconds: float | None = None
    far: tuple[int, int] | None = None
    unmet: EngineFailure | None = None
    settled: bool = True
    unknown: tuple[str, ...] = ()
    seen: PlaysSeen = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Compared:
    """How far a comparison came: see :class:`ConformanceResult`."""

    found: Discrepancy | None
    complete: int | None = None
    cut_off: bool = False


def examine(
    make: StartsEngine, game: Game[Any], plan: Plan, tell: TellText = lambda _: None,
    counts: Callable[[Discrepancy], bool] = lambda _: True,
) -> ConformanceResult:  # fmt: skip
    """Compare; the first difference is made short and told, and nothing after it is looked for.

    ``tell`` is told before each play how far it is. ``counts``: which differences in plays are looked for, all
    others being passed over.
    """
    until = plan.budget.start(plan.clock)
    asked = Examination(make, game, tell, counts, until)
    seen: PlaysSeen = {}
    try:
        greeting = asked.running()
        if isinstance(greeting, Discrepancy):
            return ConformanceResult(asked.hello, greeting, unmet=asked.unmet)
        compared = _compared(asked, plan)
        asked.extend(until.later(EXAMINING.moment_more))
        found = _made_short(compared.found, asked, plan.shrinking, seen)
    except Declined as why:
        return ConformanceResult(asked.hello, None, str(why))
    finally:
        asked.close()
    alone = found is not None and found.before is None and found.repeats is None
    return ConformanceResult(
        asked.hello, found, "", None if found is not None else compared.complete, asked.plays,
        asked.actions, asked.restarts, compared.cut_off and found is None, plan.budget.seconds, asked.far,
        settled=compared.found is None or plan.shrinking.surely or not alone,
        unknown=tuple(sorted(asked.unknown))[: EXAMINING.unknown], seen=seen,
    )  # fmt: skip


def settled(
    make: StartsEngine, game: Game[Any], examined: ConformanceResult, tell: TellText = lambda _: None,
    until: Deadline = NEVER,
) -> ConformanceResult:  # fmt: skip
    """The same with the difference made as short as it gets, and looked for in several processes, if that is
    still to be done, ``until`` the time is up."""
    found = examined.found
    if found is None or examined.settled or until.passed():
        return examined
    asked = Examination(make, game, tell, until=until)
    asked.shorten(found)
    try:
        shortest = confirmed(found, asked, seen=dict(examined.seen))
    except Declined:
        return examined
    finally:
        asked.close()
    return replace(
        examined, found=found if shortest.untried else shortest, plays=examined.plays + asked.plays,
        actions=examined.actions + asked.actions, restarts=examined.restarts + asked.restarts, settled=True,
    )  # fmt: skip


def _compared(asked: Examination, plan: Plan) -> _Compared:
    """The first difference: in known plays and the suite, some random plays, everything of a small game, or
    more random plays of a larger one."""
    found, ended, limit = _suited(asked, plan)
    if found is None:
        found, _ = _first(asked, _at_random(plan.seed, plan.first_plays), limit)
    if found is not None:
        return _Compared(found)
    share = plan.budget.share(EXAMINING.counting_share).start(plan.clock)
    counting = Soonest((share, asked.until))
    positions_there = positions(asked.game, plan.small, counting)
    if positions_there is not None:
        found, wholly = _everything(asked, positions_there, limit)
        return _Compared(found, positions_there if wholly else None, not ended or not wholly)
    ended = ended and not counting.passed()
    found, _ = _first(asked, _at_random(plan.seed, plan.later_plays(asked.until)), limit)
    too_late = plan.most_plays is not None and limit.passed()
    return _Compared(found, None, not ended or too_late)


def _made_short(
    found: Discrepancy | None, asked: Examination, how: ShorteningEffort, seen: PlaysSeen
) -> Discrepancy | None:
    """The difference, or one that shows when the engine is told to end, in the shortest play found."""
    if found is not None:
        asked.shorten(found)
        return confirmed(found, asked, how, seen)
    ended_badly = asked.close()
    if ended_badly is None:
        return None
    asked.shorten(ended_badly)
    return confirmed_end(ended_badly, asked, how)


def _suited(asked: Examination, plan: Plan) -> tuple[Discrepancy | None, bool, Limit]:
    """The first difference in the plays that are known, or in those of the suite; whether all of them were
    played; and the limit of all that comes after the suite is made."""
    shortly = plan.budget.share(EXAMINING.known_share).start(plan.clock)
    found, _ = _first(asked, _given(plan.known()), shortly)
    if found is not None:
        return found, False, asked.until
    played = set(asked.played)
    covering = [play for play in plan.suite() if tuple(play) not in played]
    limit = asked.limit(plan.budget, plan.actions)
    return *_first(asked, _given(covering), limit), limit


def _everything(asked: Examination, of: int, limit: Limit) -> tuple[Discrepancy | None, bool]:
    """The same of plays with every action of every position, of which there are so many."""

    def done(wholly: int) -> None:
        asked.far = (wholly, of)

    done(0)
    return _first(asked, _given(plays(asked.game, done)), limit)


def _first(
    asked: Examination, rows: Iterable[PlayFrom], limit: Limit
) -> tuple[Discrepancy | None, bool]:
    """The first difference in these plays; and whether all of them were played."""
    for play in rows:
        if limit.passed() or asked.hopeless:
            return None, False
        try:
            found = asked.attempt_from(play)
        except OutOfTime:
            return None, False
        if found is not None:
            return found, False
    return None, True


def _given(rows: Iterable[Sequence[str]]) -> Iterator[PlayFrom]:
    return (partial(_as_given, row) for row in rows)


def _as_given(row: Sequence[str], _: Trial) -> Sequence[str]:
    return row


def _at_random(seed: int, numbers: Iterable[int]) -> Iterator[PlayFrom]:
    """Random plays with these numbers."""
    return (partial(_drawn, Random(f"{seed} {number}")) for number in numbers)


def _drawn(rng: Random, trial: Trial) -> Sequence[str]:
    return random_play(trial.first, rng, trial.after)
