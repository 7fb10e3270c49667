"""What is known of pairs of choices: how far they were compared, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...effort.identifying import IDENTIFYING
from .reading_games import ChosenReadings


class PairwiseComparisons:
    """A supposed choice, and others.

    ``same``: those that no completed search told apart. ``proved``: those that no play can tell apart.
    ``cut_off``: those whose comparison in C reached its limit.
    """

    def __init__(self) -> None:
        self.cut_off: set[tuple[ChosenReadings, ChosenReadings]] = set()
        self.same: dict[tuple[ChosenReadings, ChosenReadings], bool] = {}
        self.proved: set[tuple[ChosenReadings, ChosenReadings]] = set()
        self._walked: Counter[tuple[ChosenReadings, ChosenReadings]] = Counter()
        self._searched: dict[tuple[ChosenReadings, ChosenReadings], int] = {}

    def walks(
        self, supposed: ChosenReadings, others: Sequence[ChosenReadings], most: int
    ) -> tuple[list[ChosenReadings], int]:
        """The others that were in fewer than ``most`` random plays, and how many plays are left for all."""
        untried = [other for other in others if self._walked[supposed, other] < most]
        return untried, most - max((self._walked[supposed, o] for o in untried), default=most)

    def walked(self, supposed: ChosenReadings, others: Sequence[ChosenReadings]) -> None:
        """Record one more random play for these."""
        self._walked.update((supposed, other) for other in others)

    def unsearched(
        self,
        supposed: ChosenReadings,
        others: Sequence[ChosenReadings],
        most: int = IDENTIFYING.most_positions,
    ) -> list[ChosenReadings]:
        """Those not yet searched in that many positions."""
        return [other for other in others if self._searched.get((supposed, other), 0) < most]

    def searched(
        self,
        supposed: ChosenReadings,
        other: ChosenReadings,
        positions: int = IDENTIFYING.most_positions,
    ) -> None:
        """Record a search in that many positions, or a complete one."""
        self._searched[supposed, other] = positions

    def apart(self, supposed: ChosenReadings, other: ChosenReadings) -> None:
        """A play told them apart, or should have: nothing more is asked about this pair."""
        self.same[supposed, other] = False
        self.passed_over(supposed, other)

    def passed_over(self, supposed: ChosenReadings, other: ChosenReadings) -> None:
        """Nothing is asked about this pair; it is not the same, unless known otherwise."""
        self.same.setdefault((supposed, other), False)
        self.cut_off.discard((supposed, other))
        self._searched[supposed, other] = IDENTIFYING.most_positions
        self._walked[supposed, other] = IDENTIFYING.many_walks
