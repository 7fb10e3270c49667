"""Does an engine follow the rules? A suite, then everything or random plays, then the shortest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from rulewright.engines.game import Game

from ..limits import Budget, Deadline
from ..progress import TellText
from .connection.engine import Engine
from .connection.protocol import Declined, EngineFailure, Hello
from .rules.not_legal import Illegal
from .trials.discrepancy import Discrepancy
from .trials.everything import plays, positions
from .trials.shrink import actions_of, shrunk
from .trials.trial import Trial, random_play

Maker = Callable[[], Engine]
"""Starts an engine. Raises EngineFailure."""

SMALL = 6_000
"""A game with at most so many positions is compared completely."""
FIRST_PLAYS = 10
"""So many random plays come before a small game is compared completely: they find most."""
LONGEST = 400
"""Random plays are cut off after so many actions."""
EVERYWHERE = Illegal(each=4)
"""The actions that are not legal that are tried in each position."""
COUNTING_SHARE, SHRINKING_SECONDS = 0.2, 20.0


@dataclass(frozen=True, slots=True)
class Examined:
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


class Examination:
    """An engine that is started again when it has failed, and what was asked of it."""

    def __init__(self, make: Maker, game: Game[Any], tell: TellText = lambda _: None) -> None:
        self.game = game
        self.far: tuple[int, int] | None = None
        self._tell = tell
        self.restarts = 0
        self.plays = 0
        self.actions = 0
        self._make = make
        self._trial: Trial | None = None
        self.hello: Hello | None = None

    def trial(self) -> Trial:
        """The engine, running. Raises EngineFailure."""
        if self._trial is None:
            self._trial = Trial(self._make(), self.game)
            if self.hello is not None and self._trial.hello != self.hello:
                raise EngineFailure(
                    "changes its name", f"{self.hello.name}, {self._trial.hello.name}"
                )
            self.hello = self._trial.hello
        return self._trial

    def attempt(self, texts: Iterable[str], illegal: Illegal = EVERYWHERE) -> Discrepancy | None:
        """Play, on an engine that is started anew if it has failed. Raises Declined."""
        wholly = "; {:,} of {:,} positions completely".format(*self.far) if self.far else ""
        self._tell(f"{self.plays:,} plays compared{wholly}")
        try:
            trial = self.trial()
        except EngineFailure as failure:
            return _failing(failure)
        before = trial.actions
        found = trial.play(texts, illegal)
        self.plays += 1
        self.actions += trial.actions - before
        if found is not None and found.aspect == "engine":
            self._trial = None
            self.restarts += 1
        return found

    def close(self) -> Discrepancy | None:
        """End the engine; it may fail in that, too."""
        if self._trial is None:
            return None
        engine, self._trial = self._trial.engine, None
        try:
            engine.close()
        except EngineFailure as failure:
            return _failing(failure)
        return None


def examine(
    make: Maker, game: Game[Any], budget: Budget, *,
    suite: Callable[[], Sequence[Sequence[str]]] = tuple, seed: int = 0, most_plays: int | None = None,
    tell: TellText = lambda _: None,
) -> Examined:  # fmt: skip
    """Compare; the first difference is made short and told, and nothing after it is looked for.

    ``budget``: for plays; to make one shorter has time of its own. ``suite`` makes the first plays, once the
    engine has said who it is. ``most_plays``: random plays. ``tell`` is told before each play how far it is.
    """
    asked = Examination(make, game, tell)
    complete, cut_off = None, False
    try:
        failure = _greeting(asked)
        if failure is not None:
            unmet = failure if asked.hello is None else None
            return Examined(asked.hello, _failing(failure), unmet=unmet)
        covering = suite()
        deadline = budget.start()
        found, ended = _first(asked, covering, deadline)
        if found is None:
            first = FIRST_PLAYS if most_plays is None else min(FIRST_PLAYS, most_plays)
            found = _at_random(asked, deadline, seed, first)
        if found is None:
            counting = budget.share(COUNTING_SHARE).start()
            complete = positions(game, SMALL, counting)
            cut_off = not ended or (complete is None and counting.passed())
            if complete is not None:
                found, ended = _everything(asked, complete, deadline)
                complete = complete if ended else None
                cut_off = cut_off or not ended
        if found is None and complete is None:
            found = _at_random(asked, deadline, seed, most_plays, FIRST_PLAYS)
            cut_off = cut_off or (most_plays is not None and deadline.passed())
        if found is not None:
            found = confirmed(found, asked, Budget(SHRINKING_SECONDS).start())
            complete = None
    except Declined as why:
        return Examined(asked.hello, None, str(why))
    finally:
        ended_badly = asked.close()
    found = found or ended_badly
    cut_off = cut_off and found is None
    return Examined(
        asked.hello, found, "", complete, asked.plays, asked.actions, asked.restarts, cut_off,
        budget.seconds, asked.far,
    )  # fmt: skip


def confirmed(found: Discrepancy, asked: Examination, deadline: Deadline) -> Discrepancy:
    """The difference in a play as short as can be found, if it comes again at all."""

    def attempt(texts: Sequence[str]) -> Discrepancy | None:
        return asked.attempt(
            texts, Illegal(EVERYWHERE.each, found.tried, found.by, everywhere=False)
        )

    again = attempt(actions_of(found)) or asked.attempt(actions_of(found))
    if again is None:
        return found if found.aspect == "engine" else replace(found, aspect="unrepeatable")
    try:
        trial = asked.trial()
    except EngineFailure:
        return again
    return shrunk(again, trial, attempt, deadline)


def _greeting(asked: Examination) -> EngineFailure | None:
    """How the engine fails to say twice that it is the same."""
    try:
        asked.trial().engine.hello()
    except EngineFailure as failure:
        return failure
    return None


def _failing(failure: EngineFailure) -> Discrepancy:
    """A failure that is not of a play."""
    return Discrepancy("engine", (), "", str(failure))


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
        found = asked.attempt(random_play(asked.trial().first, rng, LONGEST, asked.trial()))
        if found is not None:
            return found
        number += 1
    return None
