"""What is known of pairs of choices: how far they were compared, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...effort.identifying import IDENTIFYING
from .reading_games import ChosenReadings


class PairwiseComparisons:
    """A choice that is supposed, and others.

    ``same``: those that no search told apart, if it went to the end. ``proved``: those of which no play
    can. ``cut_off``: those of which a comparison in C came to its limit.
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
        """Those of the others that were in fewer than ``most`` random plays, and how many are left to all."""
        untried = [other for other in others if self._walked[supposed, other] < most]
        return untried, most - max((self._walked[supposed, o] for o in untried), default=most)

    def walked(self, supposed: ChosenReadings, others: Sequence[ChosenReadings]) -> None:
        """They were in one random play more."""
        self._walked.update((supposed, other) for other in others)

    def unsearched(
        self,
        supposed: ChosenReadings,
        others: Sequence[ChosenReadings],
        most: int = IDENTIFYING.most_positions,
    ) -> list[ChosenReadings]:
        """Those that were not searched in so many positions."""
        return [other for other in others if self._searched.get((supposed, other), 0) < most]

    def searched(
        self,
        supposed: ChosenReadings,
        other: ChosenReadings,
        positions: int = IDENTIFYING.most_positions,
    ) -> None:
        """One was searched for in so many positions, or to the end."""
        self._searched[supposed, other] = positions

    def apart(self, supposed: ChosenReadings, other: ChosenReadings) -> None:
        """A play did, or should have: nothing more is asked of this pair."""
        self.same[supposed, other] = False
        self.passed_over(supposed, other)

    def passed_over(self, supposed: ChosenReadings, other: ChosenReadings) -> None:
        """Nothing is asked of this pair; it is not the same, if nobody knows better."""
        self.same.setdefault((supposed, other), False)
        self.cut_off.discard((supposed, other))
        self._searched[supposed, other] = IDENTIFYING.most_positions
        self._walked[supposed, other] = IDENTIFYING.many_walks
