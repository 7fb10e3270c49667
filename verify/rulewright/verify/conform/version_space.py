"""Which choices of readings agree with all that an engine has done so far (a version space: Mitchell,
Generalization as search, Artificial Intelligence 18, 1982).

It is not written down: choices are tried. One that does not agree is repaired by changing those
readings that bear on the first thing it does not explain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import combinations, product
from random import Random

from ..limits import Deadline
from .connection.protocol import Offer
from .reading_games import ReadingGames, Readings
from .trials.transcript import Transcript, agreed, seen_after

TOGETHER = 2
"""So many readings at once are changed to explain one thing that the engine did."""
EXPLAINED, REPAIRED, SIDEWAYS = 40, 12, 60
"""So many choices are mended: where the supposition is refuted, and for one other option; and so often
many are made otherwise that explain as much."""


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
        """A choice that agrees with everything, by few changes of this one; None if none is found.

        Where no few changes explain more, many that explain as much are made at once, and it goes on
        from there (sideways moves: Selman, Kautz and Cohen, Noise strategies, AAAI 1994).
        """
        found, best = self._searched(readings, deadline, EXPLAINED, TOGETHER)
        rng = Random(len(self._transcripts))
        for _ in range(SIDEWAYS):
            if found is not None or deadline.passed():
                break
            moved = self._sideways(best, rng, deadline)
            found, other = self._searched(moved, deadline, REPAIRED, 1)
            best = min(best, other, key=self._unexplained)
        return found

    def repaired(self, readings: Readings, keep: str, deadline: Deadline) -> Readings | None:
        """A choice near this one that agrees with everything and is alike in one reading."""
        return self._searched(readings, deadline, REPAIRED, 1, keep)[0]

    def _searched(
        self, readings: Readings, deadline: Deadline, most: int, together: int, keep: str = ""
    ) -> tuple[Readings | None, Readings]:
        """A choice that explains everything, or None; and the one that explains the most.

        Best first, through changes that explain more of one play.
        """
        seen, best = {readings}, readings
        waiting = [(self._unexplained(readings), 0, readings)]
        for _ in range(most):
            if not waiting or deadline.passed():
                break
            _, _, now = heappop(waiting)
            best = min(best, now, key=self._unexplained)
            number = self._least_explained(now)
            if number is None:
                return (now if self._games.game(now) is not None else None), best
            for other in self._further(now, number, together, keep):
                if other not in seen:
                    seen.add(other)
                    heappush(waiting, (self._unexplained(other), len(seen), other))
        return None, best

    def _sideways(self, readings: Readings, rng: Random, deadline: Deadline) -> Readings:
        """Half of what may be changed without explaining less, changed."""
        others = list(self.neighbours(readings))
        rng.shuffle(others)
        found, most = readings, self._unexplained(readings)
        for other in others[: len(others) // 2]:
            changed = tuple((n, o if (n, o) not in readings else dict(found)[n]) for n, o in other)
            if not deadline.passed() and self._unexplained(changed) <= most:
                found = changed
        return found

    def _further(self, readings: Readings, number: int, together: int, keep: str) -> list[Readings]:
        """Choices that explain more of one play, by as few changes as possible."""
        length = self._length(readings, number)
        assert length is not None, "this play is explained"
        among: list[str] | None = None
        for distance in range(1, together + 1):
            found = [
                other
                for other in self.neighbours(readings, distance, among)
                if dict(other).get(keep) == dict(readings).get(keep)
                and self._games.game(other) is not None
                and ((after := self._length(other, number)) is None or after > length)
            ]
            if found:
                return found
            if distance < together:
                among = self._bearing(readings, number)
        return []

    def _unexplained(self, readings: Readings) -> tuple[int, int]:
        """How many plays a choice does not explain whole; less, how many actions of these it does."""
        whole, actions = self._explains(readings)
        return -whole, -actions

    def _least_explained(self, readings: Readings) -> int | None:
        """The play of which a choice explains the fewest actions; None if it explains all."""
        if self._games.game(readings) is None:
            return None
        found = [(self._length(readings, n), n) for n in range(len(self._transcripts))]
        return min(((length, n) for length, n in found if length is not None), default=(0, None))[1]

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

    def _bearing(self, readings: Readings, number: int) -> list[str]:
        """The readings that bear on the first thing in a play that is not explained: another option of
        them makes something else of it, or makes no game by itself."""
        game = self._games.game(readings)
        length = self._length(readings, number)
        assert game is not None, "only games are held against plays"
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
