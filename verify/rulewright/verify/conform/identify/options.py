"""The readings and open numbers of a game that are identified, and their possible values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

from ...effort.identifying import IDENTIFYING
from .reading_games import ChosenReadings, ReadingGames


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """``of``: the options of each reading, and the values of each of the ``numbers``, by name.
    ``fixed``: the options of the other readings. ``start``: those of the chosen game."""

    of: Mapping[str, tuple[str, ...]]
    numbers: frozenset[str]
    fixed: Mapping[str, str]
    start: ChosenReadings

    def games(self, ruleset: Ruleset, chosen: PythonGame) -> ReadingGames:
        """The games of all choices among them."""
        return ReadingGames(ruleset, chosen, self.of, self.numbers, self.fixed)


def options_of(ruleset: Ruleset, chosen: PythonGame, names: Sequence[str] = ()) -> ReadingOptions:
    """Those of a game; only of these ``names``, if there are any.

    A value that makes no game by itself is left out.
    """
    instance = chosen.program.instance
    known, values = dict(instance.readings), dict(instance.parameters)
    of: dict[str, tuple[str, ...]] = {
        part.name.text: tuple(option.name.text for option in part.options)
        for part in ruleset.readings(instance.variant)
        if part.name.text in known and (not names or part.name.text in names)
    }
    numbers = frozenset(
        part.name.text
        for part in ruleset.parameters(instance.variant)
        if part.is_open and (not names or part.name.text in names)
    )
    for name in sorted(numbers):
        known[name] = str(values[name])
        of[name] = _around(values[name])
    fixed = {name: value for name, value in known.items() if name not in of}
    start: ChosenReadings = tuple((name, known[name]) for name in of)
    found = ReadingOptions(of, numbers, fixed, start)
    games = found.games(ruleset, chosen)
    there = {
        name: tuple(
            value
            for value in of[name]
            if games.program(tuple({**dict(start), name: value}.items()))
        )
        for name in numbers
    }
    return replace(found, of={**of, **there})


def _around(number: int) -> tuple[str, ...]:
    """A number and those near it, the nearest first; those outside its range make no game."""
    return tuple(
        str(n)
        for n in sorted(
            range(number - IDENTIFYING.farthest, number + IDENTIFYING.farthest + 1),
            key=lambda n: abs(n - number),
        )
    )
