"""Plays on an engine, compared with the rules step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from rulewright.engines.game import Game, Unrested

from ...effort.conforming import EXAMINING
from ..connection.engine import Engine
from ..connection.protocol import ActionRefused, EngineFailure, Setup, State, setup_of
from ..rules.expected import Expected, beginning
from ..rules.not_legal import Illegal, clauses_against, other_than_decides, tries, why_not
from .discrepancy import Aspect, Discrepancy, compared, unknown


class Trial:
    """One engine beside one game. ``plays`` and ``actions`` count what was compared.

    ``setup``: the game as it is asked of the engine, if not as it is. ``unknown``: names in its positions and
    views that no variable of the rules has, as far as a few are told.
    """

    def __init__(self, engine: Engine, game: Game[Any], setup: Setup | None = None) -> None:
        self.engine = engine
        self.game = game
        self.hello = engine.hello()
        self.plays = 0
        self.actions = 0
        self._setup = setup or setup_of(game.program)
        self._first = beginning(game)
        self._known: dict[object, Expected[Any]] = {self._first.at: self._first}
        self._right: dict[object, State] = {}
        self._tried: set[object] = set()
        self.unknown: set[str] = set()

    @property
    def first(self) -> Expected[Any]:
        """The beginning of the game."""
        return self._first

    def after(self, expected: Expected[Any], text: str) -> Expected[Any]:
        """The position after a legal action; what was computed of it before is reused."""
        following = expected.after(text)
        if len(self._known) > EXAMINING.known:
            self._known.clear()
            self._right.clear()
            self._tried.clear()
        return self._known.setdefault(following.at, following)

    def _compared(
        self,
        expected: Expected[Any],
        state: State,
        play: tuple[str, ...],
        applied: tuple[str, ...] = (),
    ) -> Discrepancy | None:
        """The first difference; an answer that was right before is right again."""
        if self._right.get(expected.at) == state:
            return None
        if len(self.unknown) < EXAMINING.unknown:
            self.unknown |= unknown(expected, state)
        found = compared(expected, state, self.hello.offers, play, applied)
        if found is None:
            self._right[expected.at] = state
        return found

    def play(self, texts: Iterable[str], illegal: Illegal | None = None) -> Discrepancy | None:
        """Play these actions and compare every state; the first discrepancy.

        What is illegal in its place is left out. Raises Unrested where the rules never rest, and
        Declined. After an engine's failure there is a discrepancy, and the engine is gone.
        """
        self.plays += 1
        played: tuple[str, ...] = ()
        asked = ""
        try:
            state = self.engine.new(self._setup)
            expected = self._first
            found = self._compared(expected, state, played)
            if found is None and illegal is not None and illegal.everywhere:
                found = self._refused(expected, played, illegal)
            for text in texts:
                if found is not None:
                    return found
                if text not in expected.actions:
                    continue
                clauses = expected.clauses_of(text)
                asked = text
                answer = self.engine.apply(text, expected.decides)
                self.actions += 1
                following = self.after(expected, text)
                if isinstance(answer, ActionRefused):
                    if following.unanswered:
                        return None
                    return Discrepancy(
                        Aspect.REFUSES, played, f"{text} is legal", answer.sentence(), clauses, text
                    )
                played, asked = (*played, text), ""
                expected = following
                found = self._compared(expected, answer, played, clauses)
                if found is None and illegal is not None and illegal.everywhere:
                    found = self._refused(expected, played, illegal)
            if found is None and illegal is not None and not illegal.everywhere:
                found = self._refused(expected, played, illegal)
            return found
        except EngineFailure as failure:
            return Discrepancy(Aspect.ENGINE, played, "", str(failure), tried=asked)

    def _refused(
        self, expected: Expected[Any], played: tuple[str, ...], illegal: Illegal
    ) -> Discrepancy | None:
        """Try some illegal actions."""
        if "refuses" not in self.hello.offers or expected.unanswered:
            return None
        if illegal.everywhere and expected.at in self._tried:
            return None
        self._tried.add(expected.at)
        for text, by in tries(expected, illegal):
            self.actions += 1
            try:
                found = not_refused(self.engine, self._compared, expected, played, text, by)
            except EngineFailure as failure:
                other = other_than_decides(expected, by)
                return Discrepancy(Aspect.ENGINE, played, "", str(failure), (), text, other)
            if found is not None:
                return found
        return None


def not_refused(
    engine: Engine,
    compare: Callable[[Expected[Any], State, tuple[str, ...]], Discrepancy | None],
    expected: Expected[Any],
    played: tuple[str, ...],
    text: str,
    by: str,
) -> Discrepancy | None:
    """Try an illegal action: it must be refused, and change nothing. Raises EngineFailure."""
    other = other_than_decides(expected, by)
    if not isinstance(engine.apply(text, by), ActionRefused):
        rules, clauses = why_not(expected, text, by), clauses_against(expected, text, by)
        return Discrepancy(Aspect.ACCEPTS, played, rules, "it is taken", clauses, text, other)
    changed = compare(expected, engine.state(), played)
    if changed is None:
        return None
    after = f"after {text} was refused, {changed.engine}"
    return Discrepancy(Aspect.CHANGES, played, changed.rules, after, expected.clauses, text, other)


def random_play(
    first: Expected[Any],
    rng: Random,
    after: Callable[[Expected[Any], str], Expected[Any]] = Expected.after,
) -> list[str]:
    """The actions of a random play; it ends where the rules leave it, or never come to rest.

    ``after``: computes the position after an action, if the caller has better means.
    """
    texts: list[str] = []
    expected = first
    while len(texts) < EXAMINING.moves and expected.actions:
        text = rng.choice(list(expected.actions))
        try:
            expected = after(expected, text)
        except Unrested:
            break
        texts.append(text)
    return texts
