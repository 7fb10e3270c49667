"""Does an engine follow the rules? A suite, then everything or random plays, then the shortest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rulewright.engines.game import Game

from ..effort.conforming import EXAMINING
from ..limits import Budget, Deadline
from ..progress import TellText
from .confirmed import confirmed, confirmed_end
from .connection.protocol import Declined, EngineFailure, Hello
from .examination import Examination, StartsEngine, failing
from .trials.discrepancy import Discrepancy
from .trials.everything import plays, positions
from .trials.trial import random_play


@dataclass(frozen=True, slots=True)
class ConformanceResult:
    """What came of the comparison of an engine with the rules.

    ``found``: the difference in its shortest play, None if there is none so far. ``declined``: why
    the engine does not have the game. ``complete``: so many positions there are, and every action of
    each was compared; None if there are more. ``plays`` and ``actions`` count what was compared.
    ``restarts``: how often the engine had to be started again. ``cut_off``: the time was up before all that
    was to be compared; ``seconds``: so many there were, None without a limit. ``far``: of how many positions
    every action was compared, and how many a small game has; None if that is not known. ``unmet``: how the
    engine failed before it had said who it is.
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


def examine(
    make: StartsEngine, game: Game[Any], budget: Budget, *,
    suite: Callable[[], Sequence[Sequence[str]]] = tuple,
    known: Callable[[], Sequence[Sequence[str]]] = tuple, seed: int = 0, most_plays: int | None = None,
    tell: TellText = lambda _: None, shrinking: Budget | None = None,
    counts: Callable[[Discrepancy], bool] = lambda _: True,
) -> ConformanceResult:  # fmt: skip
    """Compare; the first difference is made short and told, and nothing after it is looked for.

    ``budget``: for plays; to make one shorter has time of its own, ``shrinking``. ``suite`` makes the first plays, once the
    engine has said who it is; those that are ``known`` are played before it is made, as that may take long.
    ``most_plays``: random plays. ``tell`` is told before each play how far it is. ``counts``: which differences
    in plays are looked for, all others being passed over.
    """
    asked = Examination(make, game, tell, counts)
    complete, cut_off = None, False
    try:
        failure = _greeting(asked)
        if failure is not None:
            unmet = failure if asked.hello is None else None
            return ConformanceResult(asked.hello, failing(failure), unmet=unmet)
        found, ended, deadline = _suited(asked, known, suite, budget)
        if found is None:
            first = (
                EXAMINING.first_plays
                if most_plays is None
                else min(EXAMINING.first_plays, most_plays)
            )
            found = _at_random(asked, deadline, seed, first)
        if found is None:
            counting = budget.share(EXAMINING.counting_share).start()
            complete = positions(game, EXAMINING.small, counting)
            cut_off = not ended or (complete is None and counting.passed())
            if complete is not None:
                found, ended = _everything(asked, complete, deadline)
                complete = complete if ended else None
                cut_off = cut_off or not ended
        if found is None and complete is None:
            found = _at_random(asked, deadline, seed, most_plays, EXAMINING.first_plays)
            cut_off = cut_off or (most_plays is not None and deadline.passed())
        shortening = shrinking or Budget(EXAMINING.shrinking_seconds)
        if found is not None:
            asked.shorten(found)
            found, complete = confirmed(found, asked, shortening.start()), None
        ended_badly = asked.close()
        if found is None and ended_badly is not None:
            asked.shorten(ended_badly)
            found, complete = confirmed_end(ended_badly, asked, shortening.start()), None
    except Declined as why:
        return ConformanceResult(asked.hello, None, str(why))
    finally:
        asked.close()
    cut_off = cut_off and found is None
    return ConformanceResult(
        asked.hello, found, "", complete, asked.plays, asked.actions, asked.restarts, cut_off,
        budget.seconds, asked.far,
    )  # fmt: skip


def _greeting(asked: Examination) -> EngineFailure | None:
    """How the engine fails to say twice that it is the same."""
    try:
        asked.trial()
    except EngineFailure as failure:
        return failure
    return None


def _suited(
    asked: Examination, known: Callable[[], Sequence[Sequence[str]]],
    suite: Callable[[], Sequence[Sequence[str]]], budget: Budget,
) -> tuple[Discrepancy | None, bool, Deadline]:  # fmt: skip
    """The first difference in the plays that are known, or in those of the suite; whether all of them were
    played; and the deadline for all that comes after the suite is made."""
    found, _ = _first(asked, known(), budget.share(EXAMINING.known_share).start())
    if found is not None:
        return found, False, budget.start()
    played = set(asked.played)
    covering = [play for play in suite() if tuple(play) not in played]
    deadline = budget.start()
    return *_first(asked, covering, deadline), deadline


def _first(
    asked: Examination, rows: Iterable[Sequence[str]], deadline: Deadline
) -> tuple[Discrepancy | None, bool]:
    """The first difference in these plays; and whether all of them were played."""
    for texts in rows:
        if deadline.passed():
            return None, False
        found = asked.attempt(texts)
        if found is not None:
            return found, False
    return None, True


def _everything(asked: Examination, of: int, deadline: Deadline) -> tuple[Discrepancy | None, bool]:
    """The same of plays with every action of every position, of which there are so many."""

    def done(wholly: int) -> None:
        asked.far = (wholly, of)

    done(0)
    return _first(asked, plays(asked.game, done), deadline)


def _at_random(
    asked: Examination, deadline: Deadline, seed: int, most: int | None, number: int = 0
) -> Discrepancy | None:
    """Random plays from this number on, below ``most``."""
    while not deadline.passed() and (most is None or number < most):
        rng = Random(f"{seed} {number}")
        try:
            trial = asked.trial()
        except EngineFailure as failure:
            return failing(failure)
        found = asked.attempt(random_play(trial.first, rng, trial.after))
        if found is not None:
            return found
        number += 1
    return None
