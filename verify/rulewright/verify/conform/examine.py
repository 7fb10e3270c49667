"""Does an engine follow the rules? A suite, then everything or random plays, then the shortest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from typing import Any

from rulewright.engines.game import Game

from ..effort.conforming import EXAMINING
from ..limits import Budget, Deadline
from ..progress import TellText
from .confirmed import confirmed, confirmed_end
from .connection.protocol import Declined, EngineFailure, Hello
from .examination import Examination, PlayFrom, StartsEngine
from .trials.discrepancy import Discrepancy
from .trials.everything import plays, positions
from .trials.trial import Trial, random_play

MakesPlays = Callable[[], Sequence[Sequence[str]]]
"""Makes plays, as texts of actions, when they are needed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of an engine.

    ``budget``: for plays; to make one shorter has time of its own, ``shrinking``. ``suite`` makes the first plays, once the
    engine has said who it is; those that are ``known`` are played before it is made, as that may take long.
    ``most_plays``: random plays, drawn by the ``seed``.
    """

    budget: Budget
    suite: MakesPlays = tuple
    known: MakesPlays = tuple
    seed: int = 0
    most_plays: int | None = None
    shrinking: Budget = field(default_factory=lambda: Budget(EXAMINING.shrinking_seconds))

    @property
    def first_plays(self) -> Iterable[int]:
        """The numbers of the random plays that come before everything of a small game."""
        first, most = EXAMINING.first_plays, self.most_plays
        return range(first if most is None else min(first, most))

    @property
    def later_plays(self) -> Iterable[int]:
        """The numbers of those that come after, where a game is not small."""
        first, most = EXAMINING.first_plays, self.most_plays
        return count(first) if most is None else range(first, most)


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
    asked = Examination(make, game, tell, counts)
    try:
        greeting = asked.running()
        if isinstance(greeting, Discrepancy):
            return ConformanceResult(asked.hello, greeting, unmet=asked.unmet)
        compared = _compared(asked, plan)
        found = _made_short(compared.found, asked, plan.shrinking)
    except Declined as why:
        return ConformanceResult(asked.hello, None, str(why))
    finally:
        asked.close()
    return ConformanceResult(
        asked.hello, found, "", None if found is not None else compared.complete, asked.plays,
        asked.actions, asked.restarts, compared.cut_off and found is None, plan.budget.seconds, asked.far,
    )  # fmt: skip


def _compared(asked: Examination, plan: Plan) -> _Compared:
    """The first difference: in known plays and the suite, some random plays, everything of a small game, or
    more random plays of a larger one."""
    found, ended, deadline = _suited(asked, plan)
    if found is None:
        found, _ = _first(asked, _at_random(plan.seed, plan.first_plays), deadline)
    if found is not None:
        return _Compared(found)
    counting = plan.budget.share(EXAMINING.counting_share).start()
    positions_there = positions(asked.game, EXAMINING.small, counting)
    if positions_there is not None:
        found, wholly = _everything(asked, positions_there, deadline)
        return _Compared(found, positions_there if wholly else None, not ended or not wholly)
    ended = ended and not counting.passed()
    found, _ = _first(asked, _at_random(plan.seed, plan.later_plays), deadline)
    too_late = plan.most_plays is not None and deadline.passed()
    return _Compared(found, None, not ended or too_late)


def _made_short(
    found: Discrepancy | None, asked: Examination, shrinking: Budget
) -> Discrepancy | None:
    """The difference, or one that shows when the engine is told to end, in the shortest play found."""
    if found is not None:
        asked.shorten(found)
        return confirmed(found, asked, shrinking.start())
    ended_badly = asked.close()
    if ended_badly is None:
        return None
    asked.shorten(ended_badly)
    return confirmed_end(ended_badly, asked, shrinking.start())


def _suited(asked: Examination, plan: Plan) -> tuple[Discrepancy | None, bool, Deadline]:
    """The first difference in the plays that are known, or in those of the suite; whether all of them were
    played; and the deadline for all that comes after the suite is made."""
    found, _ = _first(asked, _given(plan.known()), plan.budget.share(EXAMINING.known_share).start())
    if found is not None:
        return found, False, plan.budget.start()
    played = set(asked.played)
    covering = [play for play in plan.suite() if tuple(play) not in played]
    deadline = plan.budget.start()
    return *_first(asked, _given(covering), deadline), deadline


def _everything(asked: Examination, of: int, deadline: Deadline) -> tuple[Discrepancy | None, bool]:
    """The same of plays with every action of every position, of which there are so many."""

    def done(wholly: int) -> None:
        asked.far = (wholly, of)

    done(0)
    return _first(asked, _given(plays(asked.game, done)), deadline)


def _first(
    asked: Examination, rows: Iterable[PlayFrom], deadline: Deadline
) -> tuple[Discrepancy | None, bool]:
    """The first difference in these plays; and whether all of them were played."""
    for play in rows:
        if deadline.passed():
            return None, False
        found = asked.attempt_from(play)
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
