"""Which choices of readings agree with all that an engine has done so far (a version space: Mitchell,
Generalization as search, Artificial Intelligence 18, 1982).

It is not written down: choices are tried. One that does not agree is repaired by changing those
readings that bear on the first thing it does not explain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from ..limits import Deadline
from .connection.protocol import Offer
from .reading_games import ReadingGames, Readings
from .trials.transcript import Transcript, agreed, seen_after

TOGETHER = 2
"""So many readings at once are changed to explain what the engine did."""


class VersionSpace:
    """What an engine did, and which readings agree with it."""

    def __init__(
        self, games: ReadingGames, options: Mapping[str, Sequence[str]], offers: frozenset[Offer]
    ) -> None:
        self._games, self._options, self._offers = games, options, offers
        self._transcripts: list[Transcript] = []
        self._found: dict[Readings, dict[int, int | None]] = {}
        self._right: dict[tuple[int, int], set[object]] = {}  # by program, which the games keep
        self._order: list[int] = []

    def __len__(self) -> int:
        """How many plays were asked."""
        return len(self._transcripts)

    def add(self, transcript: Transcript) -> None:
        """One play more."""
        self._order.insert(0, len(self._transcripts))
        self._transcripts.append(transcript)

    def agrees(self, readings: Readings) -> bool:
        """Whether the rules with these readings say the same of every play."""
        return self._first_at_odds(readings) is None and self._games.game(readings) is not None

    def neighbours(
        self, readings: Readings, distance: int = 1, among: Sequence[str] | None = None
    ) -> Iterator[Readings]:
        """Choices that differ in so many readings, at least one of these."""
        now = dict(readings)
        for names in combinations(self._options, distance):
            if among is not None and not set(names) & set(among):
                continue
            others = [[o for o in self._options[name] if o != now[name]] for name in names]
            for chosen in product(*others):
                yield tuple({**now, **dict(zip(names, chosen, strict=True))}.items())

    def explained(self, readings: Readings, deadline: Deadline) -> Readings | None:
        """The nearest choice that agrees with everything, by the fewest changes.

        Where no few changes explain it all, those are kept that explain the most, and more are
        looked for from there.
        """
        best, most = readings, self._explains(readings)
        while not deadline.passed():
            if self.agrees(best):
                return best
            bearing = self._bearing(best)
            better: Readings | None = None
            for distance in range(1, TOGETHER + 1):
                for other in self.neighbours(best, distance, bearing):
                    if deadline.passed():
                        return None
                    score = self._explains(other)
                    if score > most:
                        better, most = other, score
                if better is not None:
                    break
            if better is None:
                return None
            best = better
        return None

    def repaired(self, readings: Readings, keep: str, deadline: Deadline) -> Readings | None:
        """A choice near this one that agrees with everything and is alike in one reading; one
        change after the other, each of which explains more than before."""
        best, most = readings, self._explains(readings)
        while not deadline.passed():
            if self.agrees(best):
                return best
            better: Readings | None = None
            for other in self.neighbours(best, 1, [n for n in self._bearing(best) if n != keep]):
                if (score := self._explains(other)) > most:
                    better, most = other, score
            if better is None:
                return None
            best = better
        return None

    def _explains(self, readings: Readings) -> tuple[int, int]:
        """How many plays a choice explains whole, and how many actions of the others."""
        if self._games.game(readings) is None:
            return (-1, 0)
        found = [self._length(readings, n) for n in range(len(self._transcripts))]
        return (found.count(None), sum(n for n in found if n is not None))

    def _first_at_odds(self, readings: Readings) -> int | None:
        """A play that a choice does not explain; first those that were at odds with others."""
        if self._games.game(readings) is None:
            return None
        for place, number in enumerate(self._order):
            if self._length(readings, number) is not None:
                self._order.insert(0, self._order.pop(place))
                return number
        return None

    def _length(self, readings: Readings, number: int) -> int | None:
        """After how many actions of a play the rules first say something else; None if never."""
        found = self._found.setdefault(readings, {})
        if number not in found:
            game = self._games.game(readings)
            assert game is not None, "only games are held against plays"
            right = self._right.setdefault((id(game.program), number), set())
            found[number] = agreed(self._transcripts[number], game, self._offers, right)
        return found[number]

    def _bearing(self, readings: Readings) -> list[str]:
        """The readings that bear on the first thing that is not explained: another option of them
        makes something else of it, or makes no game by itself."""
        game = self._games.game(readings)
        number = self._first_at_odds(readings)
        if game is None or number is None:
            return []
        length = self._length(readings, number)
        texts = [text for _, text, _ in self._transcripts[number].steps[:length]]
        now = seen_after(game, texts)
        return [
            name
            for name in self._options
            if any(
                (other := self._games.game(one)) is None or seen_after(other, texts) != now
                for one in self.neighbours(readings, 1, [name])
            )
        ]
