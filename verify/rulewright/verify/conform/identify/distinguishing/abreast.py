"""The game of one choice of readings and those of many others, side by side after one play.

The readings that one program holds as state are watched: another choice is in the same position until
the rules look at a reading in which it differs, so that only few have positions of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulewright.dsl.ir.program import Decision
from rulewright.engines.game import CHANCE, Action
from rulewright.engines.python.game import PythonGame, PythonState

from ....equivalence.observation import Side
from ....equivalence.pair import Pairs
from ..reading_games import ChosenReadings, ReadingGames

Own = Mapping[ChosenReadings, PythonState | None]
"""Positions of those that are not where the first choice is; None where their rules run on for ever."""


class Alternatives:
    """One choice, and others that are compared with it. ``table``: the table is observed, too.

    Whether the others learn what is chosen, no engine reports: without ``secrecy`` that alone
    distinguishes nothing.
    """

    def __init__(
        self, games: ReadingGames, supposed: ChosenReadings, others: Sequence[ChosenReadings], *, table: bool,
        secrecy: bool = False,
    ) -> None:  # fmt: skip
        self.games, self.supposed, self.others, self.table = games, supposed, others, table
        self._secrecy = secrecy
        self.game = games.family(supposed)
        self._families = {other: games.family(other) for other in others}
        now = dict(supposed)
        self._changed = {
            other: frozenset(name for name, option in other if option != now[name])
            for other in others
        }
        self._pairs: dict[PythonGame, Pairs[PythonState, PythonState]] = {}

    def holds(self, other: ChosenReadings) -> bool:
        """Whether the program that holds the first choice also holds another one."""
        return self._families[other] is self.game

    def differs(self, other: ChosenReadings, looked: Collection[str]) -> bool:
        """Whether another choice has another option of what was looked at."""
        return not self._changed[other].isdisjoint(looked)

    def pairs(self, other: ChosenReadings) -> Pairs[PythonState, PythonState]:
        """Pairs of positions, of the first choice and of another."""
        family = self._families[other]
        if family not in self._pairs:
            self._pairs[family] = Pairs(self.game, family, secrecy=self._secrecy)
        return self._pairs[family]

    def beginning(self) -> Abreast:
        """The common beginning. Raises Unrested where the rules never rest, LongMove for any choice."""
        looked: set[str] = set()
        beginning = self.games.watched(self.supposed, looked.add)
        assert beginning is not None, "what is supposed is a game"
        here = self.games.without_readings(self.supposed, beginning.at)
        own: dict[ChosenReadings, PythonState | None] = {}
        for other in self.others:
            if not self.holds(other) or self.differs(other, looked):
                game = self.games.game(other)
                assert game is not None, "what is held against it is a game"
                own[other] = Side(game).new()
        return Abreast(self, here, self.others, own)


class Abreast:
    """The result of one play. ``here``: the position of the first choice, whatever its readings;
    ``others`` are like it so far, some of them with their ``own`` position; ``differing`` are seen to
    differ here."""

    def __init__(
        self, against: Alternatives, here: PythonState, others: Sequence[ChosenReadings], own: Own
    ) -> None:
        games, supposed = against.games, against.supposed
        self._field, self.here = against, here
        self._at = games.position(supposed, self.here)
        self.own = {
            other: at
            for other, at in own.items()
            if at is None
            or not against.holds(other)
            or games.without_readings(other, at) != self.here
        }
        self._looked: set[str] = set()
        watched = games.watched(supposed, self._looked.add, self._at)
        assert watched is not None, "a position is one of a game"
        self._watched = watched.at
        game = against.game
        self.legal: Sequence[Action] = game.legal(self._watched)
        if not self.legal:
            game.outcome(self._watched)
        elif game.decides(self._watched) == CHANCE:
            for action in self.legal:
                game.weight(self._watched, action)
        self._counterparts: dict[ChosenReadings, Mapping[Action, Action]] = {}
        self.differing = [other for other in others if not self._is_alike(other)]
        self.others: Sequence[ChosenReadings] = [o for o in others if o not in self.differing]

    @property
    def node(self) -> int:
        """The number of the node at which the first choice rests."""
        return self._field.game.node(self._at)

    def text(self, action: Action) -> str:
        """A legal action, as a person types it."""
        return self._field.game.text(self._at, action)

    def extra(self, differing: ChosenReadings) -> tuple[str, ...]:
        """An action that only the first choice has, and one that only this one has, as text."""
        pairs = self._field.pairs(differing)
        found: list[str] = []
        sides = (pairs.one, self._at), (pairs.two, self._of(differing))
        named = [{} if at is None else dict(side.options(at)) for side, at in sides]
        for (side, at), mine, others in zip(sides, named, reversed(named), strict=True):
            only = [action for name, action in mine.items() if name not in others]
            if at is not None and only:
                found.append(side.game.text(at, only[0]))
        return tuple(found)

    def keep(self, others: Sequence[ChosenReadings]) -> None:
        """Follow only these from here on."""
        self.others = others

    def after(self, action: Action) -> Abreast:
        """The result of a legal action. Raises EndlessLoop for the first choice, LongMove for any."""
        against = self._field
        after = against.game.apply_legal(self._watched, action)
        here = against.games.without_readings(against.supposed, after)
        own: dict[ChosenReadings, PythonState | None] = {}
        for other in self.others:
            if other in self.own or against.differs(other, self._looked):
                counterpart = self._counterparts.get(other, {}).get(action, action)
                own[other] = against.pairs(other).two.apply(self._of(other), counterpart)
        return Abreast(against, here, self.others, own)

    def _is_alike(self, other: ChosenReadings) -> bool:
        """Whether another choice is not seen to differ."""
        against, game, own = self._field, self._field.game, self.own.get(other)
        if other not in self.own and not against.differs(other, self._looked):
            return True
        at = self._of(other)
        pairs = against.pairs(other)
        if other in self.own and against.table and pairs.tables_differ((self._at, own)):
            return False
        decision = isinstance(game.program.nodes[self.node], Decision)
        if decision and at is not None and against.holds(other) and game.node(at) == self.node:
            return game.decides(at) == game.decides(self._at) and game.legal(at) == self.legal
        options = pairs.options((self._at, at))
        if options is None:
            return False
        self._counterparts[other] = {one: two for _, one, two in options}
        return True

    def _of(self, other: ChosenReadings) -> PythonState | None:
        """The position of another choice."""
        if other in self.own:
            return self.own[other]
        return self._field.games.position(other, self.here)
