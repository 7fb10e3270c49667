"""Choices of readings that agree with everything an engine has done: those near a supposed one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...effort.identifying import IDENTIFYING
from ...limits import Deadline, OutOfTime
from .compared import PairwiseComparisons
from .options import ReadingOptions
from .reading_games import ChosenReadings
from .version_space.decision_tree import TooManyError
from .version_space.version_space import VersionSpace


class Candidates:
    """Choices that agree with everything.

    ``limited``: whether it is unknown if the last one that was looked for exists.
    """

    def __init__(
        self,
        space: VersionSpace,
        options: ReadingOptions,
        compared: PairwiseComparisons,
        rng: Random,
        deadline: Deadline,
    ) -> None:
        self._space, self._options, self._compared, self._rng = space, options, compared, rng
        self._deadline = deadline
        self._repaired: dict[tuple[ChosenReadings, str, str], ChosenReadings | None] = {}
        self.limited = False

    def nearest(self, readings: ChosenReadings) -> ChosenReadings | None:
        """The readings nearest to these that agree with everything; None if none were found."""
        self.limited = False
        try:
            return self._space.near(readings)
        except TooManyError:
            self.limited = True
            return None

    def clearer(self, supposed: ChosenReadings) -> ChosenReadings | None:
        """A choice with one other option whose rules say what the engine does where those of the
        supposition say nothing."""
        left = self._space.left_open(supposed)
        for _, _, other in self.alternatives(supposed) if left else ():
            if other is not None and self._space.left_open(other) < left:
                return other
        return None

    def alternatives(
        self, supposed: ChosenReadings
    ) -> Iterator[tuple[str, str, ChosenReadings | None]]:
        """Each other option of each reading, and the supposition with it if that agrees.

        No number differs by more than one: values further off are not asked about by themselves. Raises
        OutOfTime.
        """
        for name, option, other in self._space.neighbours(supposed):
            if not self.is_far(supposed, name, option):
                yield name, option, other if self._agrees(other) else None

    def agreeing(self, supposed: ChosenReadings, name: str, option: str) -> ChosenReadings | None:
        """The supposition with another option if that agrees with everything, or with others changed as
        well; None if there is none. Raises TooManyError or OutOfTime if that could not be decided."""
        other = tuple({**dict(supposed), name: option}.items())
        return other if self._agrees(other) else self.with_others(supposed, name, option)

    def _agrees(self, readings: ChosenReadings) -> bool:
        """Whether readings agree with everything. Raises OutOfTime."""
        if self._deadline.passed():
            raise OutOfTime
        return self._space.agrees(readings)

    def is_far(self, supposed: ChosenReadings, name: str, option: str) -> bool:
        """Whether it is a number that differs by more than one."""
        return name in self._options.numbers and abs(int(option) - int(dict(supposed)[name])) > 1

    def repaired(self, supposed: ChosenReadings, name: str, option: str) -> ChosenReadings | None:
        """A choice with this option, and others changed as well, that agrees with everything, if one is
        found."""
        try:
            return self.with_others(supposed, name, option)
        except TooManyError:
            return None

    def with_others(
        self, supposed: ChosenReadings, name: str, option: str
    ) -> ChosenReadings | None:
        """A choice with this option, and others changed as well, that agrees with everything; None if
        there is none. Raises TooManyError if that could not be decided."""
        key = (supposed, name, option)
        if key in self._repaired:
            known = self._repaired[key]
            if known is None or self._space.agrees(known):
                return known
        start = tuple({**dict(supposed), name: option}.items())
        self._repaired[key] = found = self._space.near(start, frozenset({name}))
        return found

    def joint(self, supposed: ChosenReadings) -> ChosenReadings | None:
        """Many readings changed at once, and then as many more as it takes to explain everything."""
        changed = tuple(
            (name, self._rng.choice(self._options.of[name]))
            if name not in self._options.numbers and self._rng.random() < IDENTIFYING.changed
            else (name, option)
            for name, option in supposed
        )
        found = self.nearest(changed)
        return None if found == supposed else found
