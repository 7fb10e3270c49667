"""Random plays of two games side by side, for differences that are too deep for complete search.

A play begins at the start or where an earlier one came to a rarely seen node, as in Go-Explore (Ecoffet et
al., Nature 590, 2021), and every other play prefers choices that were rarely made. The result is a play,
not a shortest one; see :mod:`.shrink`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rulewright.engines.game import Action, LongMove

from ..effort.comparing import WALKING
from ..limits import Deadline
from .labels import ActionName
from .pair import Pair, Pairs

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PathNode:
    """The last step of a play, and the way before it."""

    before: PathNode | None
    key: ActionName

    def keys(self) -> list[ActionName]:
        """The options of the whole play, in order."""
        found: list[ActionName] = []
        path: PathNode | None = self
        while path is not None:
            found.append(path.key)
            path = path.before
        return found[::-1]


@dataclass(frozen=True, slots=True)
class WalkResult:
    """The result of random plays: the options of a play after which the rules differ, or only the table
    does; None if there was none. ``plays`` were begun."""

    rules: list[ActionName] | None
    table: list[ActionName] | None
    plays: int


@dataclass(slots=True)
class _ArchiveCell(Generic[S, T]):
    """Positions at one node of the first game, and how often a play began at one of them."""

    reached: list[tuple[PathNode | None, int, Pair[S, T]]] = field(default_factory=list)
    starts: int = 0


def random_walk(
    pairs: Pairs[S, T],
    seed: int,
    plays: int,
    deadline: Deadline,
    length: int = WALKING.length,
) -> WalkResult:
    """At most ``plays`` random plays of at most ``length`` moves, until one finds that the rules differ."""
    walk = _RandomWalk(pairs, random.Random(seed), length, deadline)
    for number in range(plays):
        if deadline.passed():
            return WalkResult(None, walk.table, number)
        found = walk.play(number)
        if found is not None:
            return WalkResult(found, walk.table, number + 1)
    return WalkResult(None, walk.table, plays)


class _RandomWalk(Generic[S, T]):
    """The memory from play to play."""

    def __init__(
        self, pairs: Pairs[S, T], source: random.Random, length: int, deadline: Deadline
    ) -> None:
        self._pairs = pairs
        self._random = source
        self._length = length
        self._deadline = deadline
        self._cells: dict[int, _ArchiveCell[S, T]] = {}
        self._made: Counter[tuple[int, int]] = Counter()
        self.table: list[ActionName] | None = None

    def play(self, number: int) -> list[ActionName] | None:
        """One play: its options if the rules differ after them."""
        pairs = self._pairs
        path, moves, pair = self._beginning(number)
        rare_first = bool(number & 1)
        while moves <= self._length and not self._deadline.passed():
            options = pairs.options(pair)
            if options is None:
                return [] if path is None else path.keys()
            if self.table is None and pairs.tables_differ(pair):
                self.table = [] if path is None else path.keys()
            if not options:
                return None
            node = self._remember(path, moves, pair)
            key, one, two = self._choice(node, options, rare_first)
            try:
                path, moves, pair = PathNode(path, key), moves + 1, pairs.after(pair, one, two)
            except LongMove:
                return None
        return None

    def _beginning(self, number: int) -> tuple[PathNode | None, int, Pair[S, T]]:
        """The start, or, in two plays of four, the node at which the fewest plays began."""
        if number & 2 and self._cells:
            least = min(cell.starts for cell in self._cells.values())
            cells = [cell for cell in self._cells.values() if cell.starts == least]
            cell = self._random.choice(cells)
            cell.starts += 1
            return self._random.choice(cell.reached)
        return None, 0, self._pairs.start()

    def _remember(self, path: PathNode | None, moves: int, pair: Pair[S, T]) -> int:
        """The node of the first game; the position is stored as a possible beginning, replacing another."""
        assert pair[0] is not None
        node = self._pairs.one.game.node(pair[0])
        reached = self._cells.setdefault(node, _ArchiveCell()).reached
        if len(reached) < WALKING.starts:
            reached.append((path, moves, pair))
        elif self._random.random() < WALKING.replaced:
            reached[self._random.randrange(WALKING.starts)] = (path, moves, pair)
        return node

    def _choice(
        self, node: int, options: list[tuple[ActionName, Action, Action]], rare_first: bool
    ) -> tuple[ActionName, Action, Action]:
        chosen = options
        if rare_first and len(options) > 1:
            least = min(self._made[node, one.choice] for _, one, _ in options)
            chosen = [o for o in options if self._made[node, o[1].choice] == least]
        option = self._random.choice(chosen)
        self._made[node, option[1].choice] += 1
        return option
