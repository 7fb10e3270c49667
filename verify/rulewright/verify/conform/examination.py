"""An engine that is restarted after a failure, with a record of what one process of it was asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from rulewright.engines.game import Game

from ..effort.conforming import EXAMINING
from ..limits import NEVER, Budget, Deadline, Limit, OutOfTime, Soonest
from ..progress import TellText
from ..results.verdict import counted
from .connection.counted import CountedEngine
from .connection.engine import Engine
from .connection.protocol import EngineFailure, Hello, Offer, said
from .rules.not_legal import Illegal
from .trials.discrepancy import Aspect, Discrepancy, legal_part
from .trials.shrink import actions_of
from .trials.trial import Trial

StartsEngine = Callable[[], Engine]
"""Starts an engine. Raises EngineFailure."""

PlayFrom = Callable[[Trial], Iterable[str]]
"""The actions of a play, for a running engine beside the game."""

EVERYWHERE = Illegal(each=EXAMINING.illegal)
"""The illegal actions that are tried in each position."""

SAID = 60
"""So many characters of what is told of an engine while the play is made short."""


def at_the_end(tried: str, by: str) -> Illegal:
    """Illegal actions are tried at the end of the play only, including the given one."""
    return Illegal(EVERYWHERE.each, tried, by, everywhere=False)


class Examination:
    """One engine beside one game, and a record of what it was asked.

    ``plays`` and ``actions`` count what was compared, ``restarts`` how often it had to be started again;
    ``played``: the plays of the running process, or of the last one. A difference that does not count
    (``counts``) is ignored. ``until``: nothing more is asked from then on. ``hopeless``: there is one at the beginning of every play. ``unknown``:
    variables that it names and the rules do not have. ``unmet``: how the engine failed before it had said who it is.
    """

    def __init__(
        self, make: StartsEngine, game: Game[Any], tell: TellText = lambda _: None,
        counts: Callable[[Discrepancy], bool] = lambda _: True, until: Deadline = NEVER,
    ) -> None:  # fmt: skip
        self.game = game
        self.until = until
        self._counts = counts
        self.far: tuple[int, int] | None = None
        self._tell = tell
        self._doing = ""
        self.restarts = 0
        self.plays = 0
        self.actions = 0
        self.played: list[tuple[str, ...]] = []
        self._make = make
        self._asked: CountedEngine | None = None
        self._trial: Trial | None = None
        self.hello: Hello | None = None
        self.unmet: EngineFailure | None = None
        self.hopeless = False
        self.unknown: set[str] = set()

    def limit(self, budget: Budget, actions: int | None) -> Limit:
        """From now on so many actions of the engine, and the seconds of the budget, as far as there is time."""
        most = None if actions is None else self.actions + actions
        return Soonest(
            (Deadline(most, lambda: self.actions), budget.start(self.until.clock), self.until)
        )

    def extend(self, until: Deadline) -> None:
        """From here on, ask until then."""
        self.until = until
        if self._asked is not None:
            self._asked.until = until

    def shorten(self, found: Discrepancy) -> None:
        """From here on it is told, with each play, that there is a difference, and that it is made short."""
        what = said(found.engine, SAID)
        moves = counted(found.length, "action")
        self._doing = f"a difference after {moves} is made short ({what}): "
        self._tell(self._doing.removesuffix(": "))

    def running(self) -> Trial | Discrepancy:
        """The engine, which has identified itself twice; or how it failed to. It is started if it does not run."""
        if self._trial is None:
            try:
                self._trial = self._started()
            except EngineFailure as failure:
                self.unmet = failure if self.hello is None else None
                return failing(failure)
        return self._trial

    def _started(self) -> Trial:
        self.played = []
        engine = self._asked = CountedEngine(self._make(), self.until)
        trial = Trial(engine, self.game)
        if self.hello is not None and trial.hello != self.hello:
            raise EngineFailure("changes its name", f"{self.hello.name}, {trial.hello.name}")
        self.hello = trial.hello
        engine.hello()
        return trial

    def attempt(
        self, texts: Iterable[str], illegal: Illegal | None = EVERYWHERE
    ) -> Discrepancy | None:
        """Play, on an engine that is restarted if it has failed. Raises Declined, OutOfTime."""
        return self.attempt_from(lambda _: texts, illegal)

    def attempt_from(
        self, play: PlayFrom, illegal: Illegal | None = EVERYWHERE
    ) -> Discrepancy | None:
        """The same for a play that is made of what is known of the game. Raises Declined, OutOfTime."""
        if self.until.passed():
            raise OutOfTime
        wholly = "; {:,} of {:,} positions completely".format(*self.far) if self.far else ""
        self._tell(f"{self._doing}{self.plays:,} plays compared{wholly}")
        trial = self.running()
        if isinstance(trial, Discrepancy):
            return trial
        before = trial.actions
        row = tuple(map(sys.intern, play(trial)))
        self.played.append(row)
        try:
            found = trial.play(row, illegal)
        finally:
            self.actions += trial.actions - before
            self.unknown |= trial.unknown
        self.plays += 1
        if found is not None and found.aspect is Aspect.ENGINE:
            self._trial = None
            self.restarts += 1
        if found is None:
            return None
        if not self._counts(found):
            self.hopeless = self.hopeless or found.length == 0
            return None
        return replace(found, requests=self._requests)

    @property
    def _requests(self) -> int:
        return 0 if self._asked is None else self._asked.requests

    @property
    def offers(self) -> frozenset[Offer]:
        """What the engine offers."""
        return frozenset() if self.hello is None else self.hello.offers

    def anew(self) -> None:
        """End the engine; the next play is the first of another process."""
        trial, self._trial = self._trial, None
        if trial is not None:
            with suppress(EngineFailure):
                trial.engine.close()

    def shows(self, found: Discrepancy) -> Discrepancy | None:
        """What goes wrong in a new process that plays the same; None if nothing does. Raises Declined, OutOfTime."""
        illegal = at_the_end(found.tried, found.by) if found.before is None else EVERYWHERE
        return self.in_a_new_process((*(found.before or ()), actions_of(found)), illegal)

    def in_a_new_process(
        self, rows: Sequence[Sequence[str]], illegal: Illegal
    ) -> Discrepancy | None:
        """What goes wrong first if a fresh engine plays these and ends. Raises Declined, OutOfTime."""
        self.anew()
        before: tuple[tuple[str, ...], ...] = ()
        for row in rows:
            found = self.attempt(row, illegal)
            if found is not None:
                break
            before = (*before, tuple(row))
        else:
            *before_last, last = before
            found, before = self.close(), tuple(before_last)
            if found is not None and illegal.everywhere:
                found = replace(found, play=legal_part(self.game, last))
        return (
            None if found is None else replace(found, before=before if illegal.everywhere else None)
        )

    def close(self) -> Discrepancy | None:
        """End the engine; it may fail in that, too."""
        if self._trial is None:
            return None
        engine, self._trial = self._trial.engine, None
        try:
            engine.close()
        except EngineFailure as failure:
            return replace(failing(failure), requests=self._requests)
        return None


def failing(failure: EngineFailure) -> Discrepancy:
    """A failure that does not belong to a play."""
    return Discrepancy(Aspect.ENGINE, (), "", str(failure))
