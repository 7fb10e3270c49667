"""Two games played side by side, until something tells them apart.

Two deterministic games that no sequence of actions tells apart are the same game, whatever their states
look like (strong bisimilarity: Milner, Communication and Concurrency, 1989). :mod:`.observation` defines
what tells them apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.engines.game import Action, Game, LongMove

from ..limits import Budget
from ..stategraph.graph import OUT_OF_TIME, LimitReached, long_move, out_of_states
from .pair import DistinguishingPlay, Pair, Pairs

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Equivalent:
    """No play tells the rules apart: ``pairs`` of positions were compared, all there are.

    ``table``: a shortest play after which nevertheless something else lies on the table.
    """

    pairs: int
    table: DistinguishingPlay | None = None


@dataclass(frozen=True, slots=True)
class BoundedEquivalence:
    """Plays of up to ``moves`` moves do not tell the rules apart; longer ones were not all tried.

    ``moves`` is -1 if not even the beginnings were compared. ``table`` as in `Equivalent`.
    ``random_plays``: the number of random plays that did not tell the rules apart either. ``stopped``: the
    limit that the search reached, if there was one.
    """

    moves: int
    pairs: int
    table: DistinguishingPlay | None = None
    random_plays: int = 0
    stopped: LimitReached | None = None


BisimulationResult = DistinguishingPlay | Equivalent | BoundedEquivalence


def compare(first: Game[S], second: Game[T], budget: Budget) -> BisimulationResult:
    """Search all pairs of positions that one sequence of actions leads to, shortest plays first.

    ``budget`` limits the seconds and the number of pairs.
    """
    return BisimulationCheck(Pairs(first, second)).run(budget)


class BisimulationCheck(Generic[S, T]):
    """The search, which can be interrupted and resumed."""

    def __init__(self, pairs: Pairs[S, T]) -> None:
        self._pairs = pairs
        start = pairs.start()
        self._came: dict[
            Pair[S, T],
            tuple[Pair[S, T], Action, Action] | None,
        ] = {start: None}
        self._waiting = deque([(start, 0)])
        self.table: DistinguishingPlay | None = None
        """A shortest play so far after which only what lies on the table differs."""
        self.left_out: int | None = None
        """After how many moves the first move over the limit comes; what follows it is left out."""

    def run(self, budget: Budget, longest: int | None = None) -> BisimulationResult:
        """Go on until the answer is found, the budget is spent, or all plays of up to ``longest`` moves
        were compared. After a difference in the rules the search is over."""
        deadline = budget.start()
        pairs, waiting, came = self._pairs, self._waiting, self._came
        while waiting:
            pair, depth = waiting[0]
            if longest is not None and depth > longest:
                return self._open(depth - 1, None)
            if budget.states is not None and len(came) > budget.states:
                return self._open(depth - 1, out_of_states(budget.states))
            if deadline.passed():
                return self._open(depth - 1, OUT_OF_TIME)
            options = pairs.options(pair)
            if options is None:
                return pairs.distinguishing_play(pair, self._path(pair))
            if self.table is None and pairs.tables_differ(pair):
                self.table = pairs.distinguishing_play(pair, self._path(pair))
            for _, one, two in options:
                try:
                    following = pairs.after(pair, one, two)
                except LongMove:
                    self.left_out = depth if self.left_out is None else self.left_out
                    continue
                if following not in came:
                    came[following] = (pair, one, two)
                    waiting.append((following, depth + 1))
            waiting.popleft()
        if self.left_out is not None:
            return self._open(self.left_out, long_move(pairs.one.game.move_limit))
        return Equivalent(len(came), self.table)

    def _open(self, moves: int, stopped: LimitReached | None) -> BoundedEquivalence:
        """The plays of up to this many moves were compared, unless a move was left out."""
        known = moves if self.left_out is None else min(moves, self.left_out)
        return BoundedEquivalence(known, len(self._came), self.table, stopped=stopped)

    def _path(self, pair: Pair[S, T]) -> list[tuple[Action, Action]]:
        """The actions of both games that lead to a pair."""
        actions: list[tuple[Action, Action]] = []
        step = self._came[pair]
        while step is not None:
            before, one, two = step
            actions.append((one, two))
            step = self._came[before]
        return actions[::-1]
