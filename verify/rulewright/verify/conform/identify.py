"""Which readings does an engine follow? Asked with plays that tell two readings apart.

What the rulebook does not state, an ``open`` number, is asked in the same way: each value is an option.
There is always one supposition: an option for each reading that agrees with all that the engine has
done so far. For each other option of a reading, a choice is looked for that has it and agrees, too,
be it with other readings changed as well; random plays of all of them side by side and a search of
each (:mod:`..equivalence`) look for a play that tells it from the supposition, and the engine plays it. Then many
readings at once are changed, for two options may make another game that each alone does not. Where the
supposition is refuted, the nearest one that agrees with everything takes its place. What is left in the
end no play tells apart, or none was found in time. Last, random plays look for what no reading explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

from ..equivalence.canonical import canonical
from ..equivalence.distinguish import Difference
from ..limits import Budget, Deadline
from .connection.engine import Engine
from .connection.protocol import setup_of
from .reading_games import ReadingGames, Readings
from .trials.known import distinguished
from .trials.parting import Parting, parting_play
from .trials.transcript import by_whom, transcribed
from .trials.trial import random_texts
from .version_space import VersionSpace

FIRST_PLAYS, PLAYS = 10, 20
"""So many random plays are asked at first, and in all; most readings show in the first ones."""
SECONDS, POSITIONS, WALKS = 20.0, 1_500, 10
"""How far a play that tells two games apart is looked for, and how long on the slowest machine."""
JOINT_WALKS = 12
"""So many random plays of all choices side by side tell none apart before each is searched."""
ROUNDS = 12
"""So often many readings are changed at once without another game, before that is the answer."""
FARTHEST = 40
"""A value of an open number is supposed if it is at most so far from the chosen one."""


@dataclass(frozen=True, slots=True)
class Identified:
    """What is known of the readings, and of the open numbers, that an engine follows.

    ``readings``: those that agree with all it did, None where none were found. ``same``: options that
    make the same game, by proof: no play can tell. ``open``: options for which none was found.
    ``questions``: how many plays were asked. ``unexplained``: the play that none of those found explains.
    """

    readings: Readings | None
    same: tuple[tuple[str, str], ...]
    open: tuple[tuple[str, str], ...]
    questions: int
    unexplained: tuple[str, ...] = ()


class Identification:
    """One engine, one game of a ruleset, and what is to be found out about its readings."""

    def __init__(
        self, ruleset: Ruleset, engine: Engine, chosen: PythonGame, names: Sequence[str] = ()
    ) -> None:
        self._engine = engine
        offers = engine.hello().offers
        self._table = "position" in offers or "views" in offers
        self._shows_legal = "legal" in offers
        instance = chosen.program.instance
        self._setup = setup_of(chosen.program)
        known = dict(instance.readings)
        self._options: dict[str, tuple[str, ...]] = {
            part.name.text: tuple(option.name.text for option in part.options)
            for part in ruleset.readings(instance.variant)
            if part.name.text in known and (not names or part.name.text in names)
        }
        values = dict(instance.parameters)
        self._numbers = frozenset(
            part.name.text
            for part in ruleset.parameters(instance.variant)
            if part.is_open and (not names or part.name.text in names)
        )
        for name in sorted(self._numbers):
            known[name] = str(values[name])
            self._options[name] = _around(values[name])
        self._fixed = {name: value for name, value in known.items() if name not in self._options}
        self._start: Readings = tuple((name, known[name]) for name in self._options)
        self._games = ReadingGames(ruleset, chosen, self._options, self._numbers, self._fixed)
        for name in self._numbers:  # a value that makes no game by itself is not supposed
            self._options[name] = tuple(
                value
                for value in self._options[name]
                if self._games.program(tuple({**dict(self._start), name: value}.items()))
            )
        self._space = VersionSpace(self._games, self._options, offers)
        self._last: tuple[str, ...] = ()
        self._walked: set[tuple[Readings, Readings]] = set()
        self._pairs: dict[tuple[Readings, Readings], bool | Difference] = {}
        self._repaired: dict[tuple[Readings, str, str], Readings | None] = {}

    def run(self, budget: Budget, seed: int = 0) -> Identified:
        """Find out. Raises Declined, EngineFailure."""
        deadline = budget.start()
        supposed: Readings | None = self._start
        number = 0
        rng = Random(seed)
        while supposed is not None and not deadline.passed():
            if not self._space.agrees(supposed):
                supposed = self._space.near(supposed, deadline)
                continue
            if number >= FIRST_PLAYS and (
                self._asked_about(supposed, rng, deadline) or self._space.lengthen(supposed)
            ):
                continue
            if number >= PLAYS:
                break
            game = self._game(supposed)
            self._ask(game, random_texts(game, Random(f"{seed} {number}")))
            number += 1
        if supposed is None or not self._space.agrees(supposed):
            return Identified(None, (), (), len(self._space), self._last)
        return self._result(supposed)

    def _result(self, supposed: Readings) -> Identified:
        same: list[tuple[str, str]] = []
        left: list[tuple[str, str]] = []
        program = self._games.program(supposed)
        alone = None if program is None else PythonGame(program)
        for name, option, other in self._alternatives(supposed):
            if other is not None:
                proved = alone is not None and self._proved_same(alone, supposed, other)
                (same if proved else left).append((name, option))
        readings = tuple(sorted({**self._fixed, **dict(supposed)}.items()))
        return Identified(readings, tuple(same), tuple(left), len(self._space))

    def _proved_same(self, alone: PythonGame, supposed: Readings, other: Readings) -> bool:
        """Whether no play can tell, by what is compared of programs of their own."""
        program = self._games.program(other)
        if program is None:
            return False
        if canonical(alone.program) == canonical(program):
            return True
        if self._pairs.get((supposed, other)) is not True:
            return False
        limits = Budget(SECONDS, POSITIONS)
        return distinguished(alone, PythonGame(program), limits, table=self._table) is True

    def _asked_about(self, supposed: Readings, rng: Random, deadline: Deadline) -> bool:
        """Ask one question, if there is one left."""
        near = [other for _, _, other in self._alternatives(supposed) if other is not None]
        if self._asked_any(supposed, near, rng, deadline):
            return True
        repaired = (
            self._repair(supposed, name, option, deadline)
            for name, option, other in self._alternatives(supposed)
            if other is None
        )
        if self._asked_any(supposed, list(filter(None, repaired)), rng, deadline):
            return True
        joint = [j for _ in range(ROUNDS) if (j := self._joint(supposed, rng, deadline))]
        return self._asked_any(supposed, joint, rng, deadline)

    def _alternatives(self, supposed: Readings) -> Iterator[tuple[str, str, Readings | None]]:
        """Each other option of each reading, and the supposition with it if that agrees.

        No number differs by more than one: what is further off is not asked about by itself.
        """
        for name, option, other in self._space.neighbours(supposed):
            agrees = self._space.agrees(other)
            if agrees and self._is_far(supposed, name, option):
                self._pairs.setdefault((supposed, other), False)
                self._walked.add((supposed, other))
            yield name, option, other if agrees else None

    def _is_far(self, supposed: Readings, name: str, option: str) -> bool:
        """Whether that is a number which differs by more than one."""
        return name in self._numbers and abs(int(option) - int(dict(supposed)[name])) > 1

    def _repair(
        self, supposed: Readings, name: str, option: str, deadline: Deadline
    ) -> Readings | None:
        """A choice with this option, and others changed as well, that agrees with everything."""
        key = (supposed, name, option)
        if key in self._repaired:
            known = self._repaired[key]
            if known is None or self._space.agrees(known):
                return known
        start = tuple({**dict(supposed), name: option}.items())
        far = self._is_far(supposed, name, option)
        found = None if far else self._space.near(start, deadline, frozenset({name}))
        self._repaired[key] = found
        return found

    def _joint(self, supposed: Readings, rng: Random, deadline: Deadline) -> Readings | None:
        """Many readings changed at once, and then as many more as it takes to explain everything."""
        changed = tuple(
            (name, rng.choice(self._options[name]))
            if name not in self._numbers and rng.random() < 0.5
            else (name, option)
            for name, option in supposed
        )
        found = self._space.near(changed, deadline)
        return None if found == supposed else found

    def _asked_any(
        self, supposed: Readings, others: Sequence[Readings], rng: Random, deadline: Deadline
    ) -> bool:
        """Ask a play that tells one of these choices from the supposition, if one is found."""
        game = self._game(supposed)
        untried = [other for other in others if (supposed, other) not in self._walked]
        for _ in range(JOINT_WALKS if untried else 0):
            if deadline.passed():
                return False
            found = parting_play(game, list(map(self._game, untried)), rng, table=self._table)
            if found is not None:
                self._walked |= {(supposed, untried[n]) for n in found.differing}
                self._ask_parting(game, found)
                return True
        self._walked |= {(supposed, other) for other in untried}
        for other in others:
            if (supposed, other) in self._pairs or deadline.passed():
                continue
            difference = distinguished(
                game, self._game(other), Budget(SECONDS, POSITIONS), table=self._table, plays=WALKS
            )
            self._pairs[supposed, other] = difference
            if isinstance(difference, Difference):
                texts = tuple(move.text for move in difference.play.moves)
                extra = tuple(text for only in difference.options for text in only[:1])
                self._ask_parting(game, Parting(texts, extra, frozenset()))
                return True
        return False

    def _ask_parting(self, game: PythonGame, found: Parting) -> None:
        """Have the engine play, and then, each from the beginning, one action more; not where it
        lists its actions anyway."""
        self._ask(game, found.texts)
        for text in () if self._shows_legal else found.extra:
            self._ask(game, (*found.texts, text))

    def _ask(self, game: PythonGame, texts: Sequence[str]) -> None:
        self._space.add(transcribed(self._engine, self._setup, list(by_whom(game, texts))))
        self._last = tuple(texts)

    def _game(self, readings: Readings) -> PythonGame:
        game = self._games.game(readings)
        assert game is not None, "what agrees with everything is a game"
        return game


def _around(number: int) -> tuple[str, ...]:
    """A number and those near it, the nearest first; those outside of its range make no game."""
    return tuple(
        str(n)
        for n in sorted(
            range(number - FARTHEST, number + FARTHEST + 1), key=lambda n: abs(n - number)
        )
    )


def identify(
    ruleset: Ruleset, engine: Engine, chosen: PythonGame, budget: Budget, *,
    names: Sequence[str] = (), seed: int = 0,
) -> Identified:  # fmt: skip
    """Which readings of a game an engine follows. Raises Declined, EngineFailure."""
    return Identification(ruleset, engine, chosen, names).run(budget, seed)


def shown(found: Identified, default: Mapping[str, str]) -> Iterator[str]:
    """The answer for a person."""
    if found.readings is None:
        asked = f"{found.questions} plays asked"
        yield f"no readings were found that explain what it did ({asked}), the last play being:"
        yield "  " + (", ".join(found.unexplained) or "the beginning")
        return
    yield f"it follows these readings ({found.questions} plays asked):"
    for name, option in found.readings:
        mark = "" if default.get(name) == option else "   (not the default)"
        yield f"  {name} = {option}{mark}"
    for pairs, why in ((found.same, "the same game, proved"), (found.open, "not told apart")):
        for name in dict(pairs):
            options = [option for other, option in pairs if other == name]
            yield f"  {name} = {' or '.join(options)} would be as well: {why}"
