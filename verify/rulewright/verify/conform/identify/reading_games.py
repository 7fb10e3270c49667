"""The game of each choice of options for readings, and of values for open numbers.

Most of them are state of one program, so that another choice is another initial state and nothing has
to be compiled again; only what a program cannot hold as state (the size of a board, say) needs a program
for each choice, which may take seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import program_family, with_settings
from rulewright.dsl.ir.printing.names import roots
from rulewright.dsl.ir.program import Program
from rulewright.dsl.ir.walk import reads
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame, PythonState
from rulewright.engines.python.watched import Watched

from ...limits import NEVER, Deadline, OutOfTime
from ...progress import TellText
from ..rules.expected import Expected, beginning

ChosenReadings = tuple[tuple[str, str], ...]
"""An option for each reading, by name, and a value for each open number."""


class ReadingGames:
    """Games of one ruleset that differ only in readings and open numbers.

    ``options``: the options of each reading, and the values of each number. ``numbers``: which of the
    names are numbers. ``fixed``: the options of the other readings. No program is made after the
    ``deadline``: what needs another one raises OutOfTime then. ``tell`` receives what is being made.
    """

    def __init__(
        self, ruleset: Ruleset, chosen: PythonGame, options: Mapping[str, Sequence[str]],
        numbers: frozenset[str], fixed: Mapping[str, str], deadline: Deadline = NEVER,
        tell: TellText = lambda _: None,
    ) -> None:  # fmt: skip
        self._deadline, self._tell = deadline, tell
        self._ruleset, self._chosen = ruleset, chosen
        self._instance = chosen.program.instance
        self._options, self._numbers, self._fixed = options, numbers, fixed
        self._first = tuple((name, values[0]) for name, values in options.items())
        self._numbered = {
            (name, option): int(option) if name in numbers else number
            for name, values in options.items()
            for number, option in enumerate(values)
        }
        self._held: frozenset[str] | None = None
        self._symbolic: dict[
            tuple[tuple[tuple[str, str], ...], frozenset[str]], Program | None
        ] = {}
        self._families: dict[ChosenReadings, PythonGame | None] = {}
        self._games: dict[ChosenReadings, PythonGame | None] = {}
        self._read: dict[PythonGame, frozenset[str]] = {}

    def game(self, readings: ChosenReadings) -> PythonGame | None:
        """The game with these readings; None if there is none for as many players."""
        if readings not in self._games:
            self._games[readings] = self._game_of(readings)
        return self._games[readings]

    def holds(self, name: str) -> bool:
        """Whether one program holds this as state, whatever its option."""
        return name in self._holdable()

    def watched(
        self,
        readings: ChosenReadings,
        looked: Callable[[str], object],
        at: PythonState | None = None,
    ) -> Expected[PythonState] | None:
        """The beginning of the game with these readings, or a position of it, to continue from once.

        ``looked`` is called with the name of each reading that the rules look at; first with those that
        no program holds as state. None if there is no game for as many players.
        """
        family, held = self._family(readings), self._holdable()
        values: dict[str, Watched] = {}
        for pair in readings:
            if pair[0] in held:
                values[pair[0]] = Watched(self._numbered[pair], looked, pair[0])
            else:
                looked(pair[0])
        if family is None:
            return None
        if at is None:
            return beginning(family.beginning_with(values) if held else family)
        return Expected(family, family.with_values(at, values))

    def without_readings(self, readings: ChosenReadings, at: PythonState) -> PythonState:
        """A position of a game, with the first option of everything that is held as state.

        What the rules stored of it elsewhere is looked at.
        """
        return self.family(readings).with_values(at, self._values(self._first), whole=True)

    def position(self, readings: ChosenReadings, at: PythonState) -> PythonState:
        """A position, with these options of the readings that are state."""
        return self.family(readings).with_values(at, self._values(readings))

    def family(self, readings: ChosenReadings) -> PythonGame:
        """The one game of all choices that differ from this one only in what is state.

        It exists if there is a game with these readings.
        """
        family = self._family(readings)
        assert family is not None, "a position is one of a game"
        return family

    def program(self, readings: ChosenReadings) -> Program | None:
        """The program of these readings alone; None if there is none for as many players."""
        numbers = {name: int(value) for name, value in readings if name in self._numbers}
        options = {name: option for name, option in readings if name not in self._numbers}
        program = with_settings(
            self._ruleset, self._instance, parameters=numbers, readings={**self._fixed, **options}
        )
        alike = program is not None and program.players == self._chosen.program.players
        return program if alike else None

    def never_differ(self, one: ChosenReadings, other: ChosenReadings) -> bool:
        """Whether two choices differ only in what one program holds as state and never looks at."""
        family = self._family(one)
        if family is None or family is not self._family(other):
            return False
        now = dict(other)
        changed = {name for name, option in one if now[name] != option}
        if family not in self._read:
            self._read[family] = reads(*roots(family.program))
        return changed.isdisjoint(self._read[family])

    def _game_of(self, readings: ChosenReadings) -> PythonGame | None:
        family, held = self._family(readings), self._holdable()
        if family is None or not held:
            return family
        return family.beginning_with(self._values(readings))

    def _values(self, readings: ChosenReadings) -> dict[str, int]:
        """The values of what is state."""
        held = self._holdable()
        return {pair[0]: self._numbered[pair] for pair in readings if pair[0] in held}

    def _family(self, readings: ChosenReadings) -> PythonGame | None:
        """The one program of all readings that differ from these only in what is state."""
        held = self._holdable()
        rest = tuple((name, value) for name, value in readings if name not in held)
        if rest not in self._families:
            as_chosen = dict(rest).items() <= self._options_of_chosen().items()
            if not as_chosen and self._deadline.passed():
                raise OutOfTime
            self._tell(f"making the game with {', '.join(' = '.join(pair) for pair in rest)}")
            program = self._chosen.program if as_chosen else self.program(readings)
            self._families[rest] = None if program is None else self._family_of(program, held)
        return self._families[rest]

    def _holdable(self) -> frozenset[str]:
        """The readings and numbers that one program can hold as state."""
        if self._held is None:
            everything = [*self._options]
            readings = [name for name in everything if name not in self._numbers]
            if not self._can_hold(readings):
                alone = [name for name in readings if self._can_hold([name])]
                readings = alone if self._can_hold(alone) else []
            held = everything if self._can_hold(everything) else readings
            for name in sorted(self._numbers.difference(held)):
                if self._can_hold([*held, name]):
                    held = [*held, name]
            self._held = frozenset(held)
        return self._held

    def _can_hold(self, names: Sequence[str]) -> bool:
        return self._held_by(self._chosen.program, frozenset(names)) is not None

    def _held_by(self, program: Program, names: frozenset[str]) -> Program | None:
        """One program with these readings as state; None if there is none."""
        if not names:
            return program
        key = (
            (*program.instance.readings, *((n, str(v)) for n, v in program.instance.parameters)),
            names,
        )
        if key not in self._symbolic:
            try:
                self._symbolic[key] = program_family(
                    self._ruleset, program, names, only_played=True
                )
            except RulesetError:
                self._symbolic[key] = None
        return self._symbolic[key]

    def _options_of_chosen(self) -> dict[str, str]:
        """The options of the readings, and the values of the numbers, of the game that is given."""
        numbers = {name: str(value) for name, value in self._instance.parameters}
        return {**numbers, **dict(self._instance.readings)}

    def _family_of(self, program: Program, held: frozenset[str]) -> PythonGame | None:
        """One program with these readings as state that is no part of a position."""
        family = self._held_by(program, held)
        if family is None:
            return None
        variables = tuple(
            replace(v, kind="frame") if v.name in held else v for v in family.variables
        )
        played = replace(family, variables=variables, checks=(), strategies=(), examples=())
        return PythonGame(played, self._chosen.move_limit)
