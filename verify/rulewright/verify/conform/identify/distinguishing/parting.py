"""Plays that distinguish the game of one choice of readings from those of many others at once.

A random play begins at the start, or goes on from where an earlier one came to a node from which few
plays went on, as in Go-Explore (Ecoffet et al., Nature 590, 2021), and prefers, every other time, choices
that were rarely made. What lies near the beginning, rare as it may be, is searched breadth first.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from rulewright.engines.game import Action, EndlessLoop, LongMove

from ....effort.comparing import WALKING
from ....effort.identifying import IDENTIFYING
from ....limits import Deadline
from ..reading_games import ChosenReadings, ReadingGames
from .abreast import Abreast, Alternatives


@dataclass(frozen=True, slots=True)
class Parting:
    """The texts of a play; which choices differ from the first one at its end or before; and, for the
    last of them, an action that only one of the two games offers there."""

    texts: tuple[str, ...]
    extra: tuple[str, ...]
    differing: frozenset[ChosenReadings]


@dataclass(frozen=True, slots=True)
class Searched:
    """Plays that distinguish some choices from the first one; for the others there is none, or that was
    not decided, within the limits or at all."""

    partings: tuple[Parting, ...]
    same: bool


def searched(alternatives: Alternatives, positions: int, deadline: Deadline) -> Searched:
    """For each of the others a shortest play after which it differs, within that many positions; not
    many more than it took to find the first: the engine's answer to that excludes most of the others."""
    found: list[Parting] = []
    most = positions
    gone: set[ChosenReadings] = set()
    seen: dict[object, set[object]] = {}
    whole = True
    try:
        ways: deque[tuple[tuple[str, ...], Abreast]] = deque([((), alternatives.beginning())])
    except (EndlessLoop, LongMove):
        return Searched((), False)
    while ways:
        texts, at = ways.popleft()
        differing = [other for other in at.differing if other not in gone]
        if differing:
            if not found:
                most = min(
                    positions,
                    IDENTIFYING.further * (len(seen) + len(ways)) + IDENTIFYING.least,
                )
            found.append(Parting(texts, at.extra(differing[-1]), frozenset(differing)))
            gone.update(differing)
        pairs = {other: (other, at.own.get(other)) for other in at.others if other not in gone}
        known = seen.setdefault(at.here, set())
        at.keep([other for other, pair in pairs.items() if pair not in known])
        known.update(pairs.values())
        for action in at.legal if at.others else ():
            if len(seen) + len(ways) >= most or deadline.passed():
                return Searched(tuple(found), False)
            try:
                ways.append(((*texts, at.text(action)), at.after(action)))
            except (EndlessLoop, LongMove):
                whole = False
    return Searched(tuple(found), whole)


@dataclass(slots=True)
class _Cell:
    """Ways to a node, and how many plays continued from one of them."""

    paths: list[tuple[Action, ...]] = field(default_factory=list)
    plays: int = 0


class PartingWalks:
    """Random plays, with a memory from one to the next."""

    def __init__(self, games: ReadingGames, rng: Random) -> None:
        self._games, self._rng = games, rng
        self._cells: dict[int, _Cell] = {}
        self._made: Counter[tuple[int, int]] = Counter()
        self._plays = 0

    def parting(self, alternatives: Alternatives) -> Parting | None:
        """A random play of the first choice, up to where the last of the others differs from it.

        None if none does.
        """
        texts: list[str] = []
        differing: set[ChosenReadings] = set()
        extra: tuple[str, ...] = ()
        until = 0
        for text, at in self._walk(alternatives):
            texts += [text] if text else []
            if at.differing:
                until, extra = len(texts), at.extra(at.differing[-1])
                differing.update(at.differing)
            if not at.others:
                break
        return Parting(tuple(texts[:until]), extra, frozenset(differing)) if differing else None

    def texts(self, supposed: ChosenReadings) -> tuple[str, ...]:
        """A whole random play."""
        alone = Alternatives(self._games, supposed, (), table=False)
        return tuple(text for text, _ in self._walk(alone) if text)

    def _walk(self, alternatives: Alternatives) -> Iterator[tuple[str, Abreast]]:
        """The positions of a play, each with the action that led there."""
        self._plays += 1
        rare_first = self._plays % 2 == 0
        way = list(self._beginning())[::-1]
        played: tuple[Action, ...] = ()
        try:
            at = alternatives.beginning()
            yield "", at
            while at.legal and len(played) <= IDENTIFYING.longest:
                action = way.pop() if way else None
                if action not in at.legal:  # the way was found under another supposition
                    way.clear()
                    action = self._chosen(at, played, rare_first=rare_first)
                assert action is not None
                text, at, played = at.text(action), at.after(action), (*played, action)
                yield text, at
        except (EndlessLoop, LongMove):
            pass  # what differed on the way there still does

    def _chosen(self, at: Abreast, played: tuple[Action, ...], *, rare_first: bool) -> Action:
        """An action where the known way ends."""
        self._remember(at.node, played)
        legal = at.legal
        if rare_first:
            least = min(self._made[at.node, action.choice] for action in legal)
            legal = [a for a in legal if self._made[at.node, a.choice] == least]
        action = self._rng.choice(legal)
        self._made[at.node, action.choice] += 1
        return action

    def _beginning(self) -> tuple[Action, ...]:
        """The way to the beginning of a play: in two of four plays not the start."""
        if self._plays & 2 == 0 or not self._cells:
            return ()
        least = min(cell.plays for cell in self._cells.values())
        cell = self._rng.choice([c for c in self._cells.values() if c.plays == least])
        cell.plays += 1
        return self._rng.choice(cell.paths)

    def _remember(self, node: int, played: tuple[Action, ...]) -> None:
        """One more way to a node, possibly replacing another."""
        cell = self._cells.setdefault(node, _Cell())
        if len(cell.paths) < IDENTIFYING.paths:
            cell.paths.append(played)
        elif self._rng.random() < WALKING.replaced:
            cell.paths[self._rng.randrange(IDENTIFYING.paths)] = played
