"""Where an engine that follows no readings goes wrong: the shortest play found, compared with the readings that came furthest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.engines.python.game import PythonGame

from ...effort.conforming import EXAMINING
from ...limits import Budget, Deadline, OutOfTime
from ..connection.engine import Engine
from ..connection.protocol import Offer, Setup
from ..rules.expected import Expected, beginning
from ..trials.discrepancy import Discrepancy, compared
from ..trials.shrink import shrunk
from ..trials.transcript import Transcript, by_whom, transcribed
from ..trials.trial import Trial, not_refused
from .reading_games import ChosenReadings, ReadingGames
from .version_space.decision_tree import TooManyError
from .version_space.version_space import VersionSpace


@dataclass(frozen=True, slots=True)
class AtOdds:
    """Something an engine does that readings do not explain.

    ``game``: with the readings that came furthest; ``found``: how the engine differs from it. ``alone``:
    no readings at all explain this play; otherwise none explain it together with the plays before it.
    """

    game: PythonGame
    readings: ChosenReadings
    found: Discrepancy
    alone: bool


class AtOddsSearch:
    """Looks for such a play. ``setup`` is the game as it is asked of the engine."""

    def __init__(
        self, engine: Engine, setup: Setup, games: ReadingGames, options: Mapping[str, Sequence[str]],
        offers: frozenset[Offer],
    ) -> None:  # fmt: skip
        self._engine, self._setup, self._games = engine, setup, games
        self._options, self._offers = options, offers

    def why(self, last: Transcript, before: ChosenReadings) -> AtOdds | None:
        """The last play, cut where no readings explain it any more, and shortened.

        ``before``: readings that explain all plays but the last. None if the difference does not recur.
        Raises Declined, EngineFailure.
        """
        deadline = Budget(EXAMINING.at_odds_seconds).start()
        texts = [text for _, text, _ in last.steps]
        readings, alone = before, False
        for number in range(len(texts) + 1):
            further = self._explaining(
                Transcript(last.first, last.steps[:number]), readings, deadline
            )
            if further is None:
                alone = True
                texts = texts[:number]
                break
            readings = further
        program = self._games.program(readings if alone else before)
        if program is None:
            return None
        game = PythonGame(program)
        trial = Trial(self._engine, game, self._setup)

        def attempt(texts: Sequence[str]) -> Discrepancy | None:
            found = self._differing(trial, texts)
            if found is None or not alone:
                return found
            by = list(by_whom(game, (*found.play, *([found.tried] if found.tried else []))))
            seen = transcribed(self._engine, self._setup, by)
            return None if self._explaining(seen, readings, deadline) else found

        found = attempt(texts)
        if found is not None and alone:
            found = shrunk(found, trial, attempt, deadline)
        if found is None:
            return None
        return AtOdds(game, readings if alone else before, found, alone)

    def _explaining(
        self, seen: Transcript, near: ChosenReadings, deadline: Deadline
    ) -> ChosenReadings | None:
        """Readings that explain this play alone; or ``near``, near which they are looked for, if that
        takes too long."""
        space = VersionSpace(self._games, self._options, self._offers, deadline)
        space.add(seen)
        try:
            return near if space.agrees(near) else space.near(near)
        except (TooManyError, OutOfTime):
            return near

    def _differing(self, trial: Trial, texts: Sequence[str]) -> Discrepancy | None:
        """How the engine differs in a play, whose last action need not be legal."""
        found = trial.play(texts)
        if found is not None:
            return found
        expected: Expected[object] = beginning(trial.game)
        played: list[str] = []
        for text in texts:
            if text in expected.actions:
                expected, played = trial.after(expected, text), [*played, text]
        if not texts or played[-1:] == [texts[-1]] or expected.unanswered:
            return None
        return not_refused(
            self._engine, lambda here, state, play: compared(here, state, self._offers, play),
            expected, tuple(played), texts[-1], expected.decides,
        )  # fmt: skip
