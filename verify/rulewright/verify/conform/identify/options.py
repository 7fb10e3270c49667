"""The readings and open numbers of a game that are identified, and their possible values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.expressions import Number
from rulewright.dsl.syntax.parts import ParameterPart
from rulewright.engines.python.game import PythonGame

from ...effort.identifying import IDENTIFYING
from ...limits import Deadline
from ...progress import TellText
from .reading_games import ChosenReadings, ReadingGames


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """``of``: the options of each reading, and the values of each of the ``numbers``, by name.
    ``fixed``: the options of the other readings. ``start``: those of the chosen game."""

    of: Mapping[str, tuple[str, ...]]
    numbers: frozenset[str]
    fixed: Mapping[str, str]
    start: ChosenReadings

    def games(
        self, ruleset: Ruleset, chosen: PythonGame, deadline: Deadline, tell: TellText
    ) -> ReadingGames:
        """The games of all choices among them."""
        return ReadingGames(ruleset, chosen, self.of, self.numbers, self.fixed, deadline, tell)


def options_of(ruleset: Ruleset, chosen: PythonGame, names: Sequence[str] = ()) -> ReadingOptions:
    """Those of a game; only of these ``names``, if there are any.

    Some values may make no game: to see that takes as long as to make one.
    """
    instance = chosen.program.instance
    options = {
        part.name.text: tuple(option.name.text for option in part.options)
        for part in ruleset.readings(instance.variant)
    }
    known = {name: chosen for name, chosen in instance.readings if name in options}
    values = dict(instance.parameters)
    of = {name: options[name] for name in known if not names or name in names}
    numbers = {
        part.name.text: part
        for part in ruleset.parameters(instance.variant)
        if part.is_open and (not names or part.name.text in names)
    }
    for name in sorted(numbers):
        known[name] = str(values[name])
        of[name] = _around(values[name], numbers[name])
    fixed = {name: value for name, value in known.items() if name not in of}
    start: ChosenReadings = tuple((name, known[name]) for name in of)
    return ReadingOptions(of, frozenset(numbers), fixed, start)


def _around(number: int, part: ParameterPart) -> tuple[str, ...]:
    """A number and those near it, the nearest first; without those outside its range, if that is written
    with numbers."""
    least, most = number - IDENTIFYING.farthest, number + IDENTIFYING.farthest
    if isinstance(part.lo, Number):
        least = max(least, part.lo.value)
    if isinstance(part.hi, Number):
        most = min(most, part.hi.value)
    return tuple(str(n) for n in sorted(range(least, most + 1), key=lambda n: abs(n - number)))
