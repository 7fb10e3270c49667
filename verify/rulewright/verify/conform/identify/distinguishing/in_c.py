"""The games of two choices of readings, side by side in C: how far they are the same.

Both are initial states of one program if one holds their readings as state; it is compiled once.
Differences are replayed on the Python engine, and some of the equal pairs are compared there again.
"""

from __future__ import annotations

from rulewright.engines.game import EngineUnavailable, LongMove
from rulewright.engines.native.generator.code import tell_python_serves
from rulewright.engines.python.game import PythonGame

from ....effort.identifying import IDENTIFYING
from ....equivalence.bisimulation import BoundedEquivalence, Equivalent
from ....equivalence.distinguish import difference
from ....equivalence.native.build import CompiledGame, StartedGame, compile_game
from ....equivalence.native.product import NativeProduct
from ....equivalence.pair import DistinguishingPlay
from ....execution.interruption import ending_in_time
from ....limits import Budget, Deadline, OutOfTime
from ....stategraph.graph import OutOfMemory
from ..reading_games import ChosenReadings, ReadingGames
from .parting import Parting, Searched


class GamesInC:
    """Games of one ruleset that differ only in readings, compiled on demand.

    ``pairs``: how many pairs of positions were looked at where no difference was found, in all
    comparisons.
    """

    def __init__(self, games: ReadingGames, *, table: bool) -> None:
        self.pairs = 0
        self._games, self._table = games, table
        self._compiled: dict[PythonGame, CompiledGame | None] = {}

    def compared(
        self, supposed: ChosenReadings, other: ChosenReadings, most: int, deadline: Deadline,
        *, plays: int = 0, seed: int = 0,
    ) -> Searched | None:  # fmt: skip
        """A shortest play that tells two choices apart, within that many pairs of positions; or one
        found by ``plays`` random plays, not a shortest one. ``same``: there is none, not even by whether
        the others learn what is chosen.

        None if they cannot be compared in C, or if only that tells them apart, which no engine reports.
        """
        try:
            with ending_in_time(deadline):
                product = self._product(supposed, other)
            found = None if product is None else self._searched(product, most, deadline)
            if product is not None and isinstance(found, BoundedEquivalence) and plays:
                found = self._walked(product, seed, plays, deadline) or found
            if product is not None and isinstance(found, DistinguishingPlay):
                return _parting(product, found, other)
            return None if product is None else Searched((), isinstance(found, Equivalent))
        except (LongMove, OutOfMemory):
            return None
        except OutOfTime:
            return Searched((), False)

    def _searched(
        self, product: NativeProduct, most: int, deadline: Deadline
    ) -> DistinguishingPlay | Equivalent | BoundedEquivalence:
        """The first play that shows a difference, or how far there is none."""
        for pairs in (*(step for step in IDENTIFYING.steps_in_c if step < most), most):
            result = product.search(Budget(deadline.left(), pairs))
            table = product.table if self._table else None
            if table is not None:
                return table
            if not isinstance(result, BoundedEquivalence):
                break
        self.pairs += 0 if isinstance(result, DistinguishingPlay) else result.pairs
        return result

    def _walked(
        self, product: NativeProduct, seed: int, plays: int, deadline: Deadline
    ) -> DistinguishingPlay | None:
        """A random play that shows a difference."""
        walked = product.random_walk(seed, plays, deadline)
        if walked.rules is not None:
            return product.distinguishing_play(walked.rules)
        if self._table and walked.table is not None:
            return product.distinguishing_play(walked.table, table=True)
        return None

    def _product(self, supposed: ChosenReadings, other: ChosenReadings) -> NativeProduct | None:
        one, two = self._started(supposed), self._started(other)
        if one is None or two is None:
            return None
        ours, theirs = self._games.game(supposed), self._games.game(other)
        if ours is None or theirs is None:
            return None
        try:
            return NativeProduct(one, two, lambda: (ours, theirs), Budget().bytes())
        except EngineUnavailable:
            return None

    def _started(self, readings: ChosenReadings) -> StartedGame | None:
        family = self._games.family(readings)
        if family not in self._compiled:
            try:
                self._compiled[family] = compile_game(family.program, family.move_limit)
            except EngineUnavailable as reason:
                tell_python_serves(reason)
                self._compiled[family] = None
        compiled = self._compiled[family]
        held = {name: option for name, option in readings if self._games.holds(name)}
        return None if compiled is None else compiled.begin(held)


def _parting(
    product: NativeProduct, found: DistinguishingPlay, other: ChosenReadings
) -> Searched | None:
    shown = difference(product.games, found, shortest=False)
    if found.aspect == "secrecy" or shown.plays[0] is None:
        return None
    texts = tuple(move.text for move in shown.plays[0].moves)
    extra = tuple(text for only in shown.options for text in only[:1])
    return Searched((Parting(texts, extra, frozenset({other})),), same=False)
