"""Which readings does an engine follow? Asked with plays that tell two readings apart.

What the rulebook does not state, an ``open`` number, is asked in the same way: each value is an option.
There is always one supposition: an option for each reading that agrees with all that the engine has
done so far. For each other option of a reading that agrees with it, too, a play is looked for that
tells the two games apart (:mod:`..equivalence`), and the engine plays it. Where the supposition is
refuted, the nearest one that agrees with everything takes its place. What is left in the end no
play tells apart, or none was found in time. Last, random plays look for what no reading explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from rulewright.dsl.diagnostics import RulesetError
from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.game import Unrested
from rulewright.engines.python.game import PythonGame

from ..equivalence.canonical import canonical
from ..equivalence.distinguish import Difference
from ..limits import Budget, Deadline
from .connection.engine import Engine
from .connection.protocol import Offer, setup_of
from .rules.expected import beginning
from .trials.known import separating
from .trials.transcript import Transcript, agreed, transcribed
from .trials.trial import random_texts

Readings = tuple[tuple[str, str], ...]
"""An option for each reading, by name, and a value for each open number."""

FIRST_PLAYS, PLAYS = 10, 20
"""So many random plays are asked at first, and in all; most readings show in the first ones."""
TOGETHER = 2
"""So many readings at once are changed to explain what the engine did."""
SECONDS, POSITIONS = 20.0, 1_500
"""How far a play that tells two games apart is looked for, and how long on the slowest machine."""
FARTHEST = 40
"""A value of an open number is supposed if it is at most so far from the chosen one."""


@dataclass(frozen=True, slots=True)
class Identified:
    """What is known of the readings, and of the open numbers, that an engine follows.

    ``readings``: those that agree with all it did, None where it follows none. ``same``: options that
    make the same game, by proof: no play can tell. ``open``: options for which none was found.
    ``questions``: how many plays were asked. ``unexplained``: the play that no reading explains.
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
        self._ruleset, self._engine = ruleset, engine
        self._offers: frozenset[Offer] = engine.hello().offers
        self._instance = chosen.program.instance
        self._setup = setup_of(chosen.program)
        known = dict(self._instance.readings)
        parts = ruleset.readings(self._instance.variant)
        self._options: dict[str, tuple[str, ...]] = {
            part.name.text: tuple(option.name.text for option in part.options)
            for part in parts
            if part.name.text in known and (not names or part.name.text in names)
        }
        numbers = dict(self._instance.parameters)
        self._numbers = frozenset(
            part.name.text
            for part in ruleset.parameters(self._instance.variant)
            if part.is_open and (not names or part.name.text in names)
        )
        for name in sorted(self._numbers):
            known[name] = str(numbers[name])
            self._options[name] = _around(numbers[name])
        self._fixed = {name: value for name, value in known.items() if name not in self._options}
        self._games: dict[Readings, PythonGame | None] = {}
        self._start: Readings = tuple((name, known[name]) for name in self._options)
        self._games[self._start] = chosen
        self._transcripts: list[Transcript] = []
        self._played: list[tuple[str, ...]] = []
        self._pairs: dict[tuple[Readings, Readings], bool | Difference] = {}

    def run(self, budget: Budget, seed: int = 0) -> Identified:
        """Find out. Raises Declined, EngineFailure."""
        deadline = budget.start()
        supposed: Readings | None = self._start
        number = 0
        while supposed is not None and not deadline.passed():
            if not self._agrees(supposed):
                supposed = self._explained(supposed, deadline)
                continue
            if number >= FIRST_PLAYS and self._asked_about(supposed, deadline):
                continue
            if number >= PLAYS:
                break
            game = self._game(supposed)
            assert game is not None, "a supposition has a game"
            self._ask(game, random_texts(game, Random(f"{seed} {number}")))
            number += 1
        if supposed is None or not self._agrees(supposed):
            return Identified(None, (), (), len(self._transcripts), self._played[-1])
        return self._result(supposed)

    def _result(self, supposed: Readings) -> Identified:
        same: list[tuple[str, str]] = []
        left: list[tuple[str, str]] = []
        for other in self._neighbours(supposed, 1):
            if self._game(other) is None or not self._agrees(other):
                continue
            changed = next(pair for pair in other if pair not in supposed)
            proved = self._pairs.get((supposed, other)) is True or self._one_program(
                supposed, other
            )
            (same if proved else left).append(changed)
        readings = tuple(sorted({**self._fixed, **dict(supposed)}.items()))
        return Identified(readings, tuple(same), tuple(left), len(self._transcripts))

    def _one_program(self, one: Readings, two: Readings) -> bool:
        first, second = self._game(one), self._game(two)
        assert first is not None
        assert second is not None
        return canonical(first.program) == canonical(second.program)

    def _asked_about(self, supposed: Readings, deadline: Deadline) -> bool:
        """Ask one question about one reading, if there is one left."""
        for other in self._neighbours(supposed, 1):
            if (supposed, other) in self._pairs or deadline.passed():
                continue
            if not self._adjacent(supposed, other):
                continue
            if self._game(other) is None or not self._agrees(other):
                continue
            found = self._separating_play(supposed, other)
            self._pairs[supposed, other] = found
            if isinstance(found, bool):
                continue
            game = self._game(supposed)
            assert game is not None, "a supposition has a game"
            texts = [move.text for move in found.play.moves]
            extra = [text for options in found.options for text in options[:1]]
            self._ask(game, texts, *extra)
            return True
        return False

    def _adjacent(self, one: Readings, two: Readings) -> bool:
        """Whether no number differs by more than one: what is further off is not asked about by itself."""
        values = dict(two)
        return all(abs(int(v) - int(values[n])) <= 1 for n, v in one if n in self._numbers)

    def _separating_play(self, one: Readings, two: Readings) -> bool | Difference:
        """A play that tells two games apart; True if none can, False if none was found."""
        first, second = self._game(one), self._game(two)
        assert first is not None
        assert second is not None
        table = "position" in self._offers or "views" in self._offers
        return separating(first, second, Budget(SECONDS, POSITIONS), table=table)

    def _ask(self, game: PythonGame, texts: Sequence[str], *extra: str) -> None:
        """Have the engine play, and then, each from the beginning, one action more."""
        for tail in [(), *((text,) for text in extra)]:
            row = (*texts, *tail)
            self._transcripts.append(
                transcribed(self._engine, self._setup, list(_by_whom(game, row)))
            )
            self._played.append(row)

    def _agrees(self, readings: Readings) -> bool:
        game = self._game(readings)
        return game is not None and all(
            agreed(transcript, game, self._offers) is None for transcript in self._transcripts
        )

    def _explained(self, supposed: Readings, deadline: Deadline) -> Readings | None:
        """The nearest supposition that agrees with everything, by the fewest changes.

        Where no few changes explain it all, those are kept that explain the most, and more are
        looked for from there.
        """
        best, most = supposed, self._explains(supposed)
        while not deadline.passed():
            if self._agrees(best):
                return best
            bearing = self._bearing(best)
            better: Readings | None = None
            for distance in range(1, TOGETHER + 1):
                for other in self._neighbours(best, distance, bearing):
                    if deadline.passed():
                        return None
                    score = self._explains(other)
                    if score > most:
                        better, most = other, score
                if better is not None:
                    break
            if better is None:
                return None
            best = better
        return None

    def _bearing(self, readings: Readings) -> list[str]:
        """The readings that bear on the first thing that is not explained: another option of them
        makes something else of it, or makes no game by itself."""
        game = self._game(readings)
        assert game is not None, "a supposition has a game"
        for transcript in self._transcripts:
            length = agreed(transcript, game, self._offers)
            if length is not None:
                texts = [text for _, text, _ in transcript.steps[:length]]
                now = _seen(game, texts)
                return [
                    name
                    for name in self._options
                    if any(
                        (other := self._game(one)) is None or _seen(other, texts) != now
                        for one in self._neighbours(readings, 1, [name])
                    )
                ]
        return []

    def _explains(self, readings: Readings) -> tuple[int, int]:
        """How many plays a supposition explains whole, and how many actions of the others."""
        game = self._game(readings)
        if game is None:
            return (-1, 0)
        found = [agreed(transcript, game, self._offers) for transcript in self._transcripts]
        return (found.count(None), sum(n for n in found if n is not None))

    def _neighbours(
        self, supposed: Readings, distance: int, among: Sequence[str] | None = None
    ) -> Iterator[Readings]:
        """Suppositions that differ in so many readings, at least one of these."""
        now = dict(supposed)
        for names in combinations(self._options, distance):
            if among is not None and not set(names) & set(among):
                continue
            others = [[o for o in self._options[name] if o != now[name]] for name in names]
            for chosen in product(*others):
                yield tuple({**now, **dict(zip(names, chosen, strict=True))}.items())

    def _game(self, readings: Readings) -> PythonGame | None:
        """The game of a supposition; None where there is none."""
        if readings not in self._games:
            self._games[readings] = self._made(dict(readings))
        return self._games[readings]

    def _made(self, readings: Mapping[str, str]) -> PythonGame | None:
        numbers = {name: int(readings[name]) for name in self._numbers}
        options = {name: o for name, o in readings.items() if name not in self._numbers}
        try:
            program = instantiate(
                self._ruleset, variant=self._instance.variant,
                parameters=dict(self._instance.parameters) | numbers,
                readings={**self._fixed, **options},
            )  # fmt: skip
        except RulesetError:
            return None
        return PythonGame(program) if setup_of(program).players == self._setup.players else None


def _around(number: int) -> tuple[str, ...]:
    """A number and those near it, the nearest first; those outside of its range make no game."""
    return tuple(
        str(n)
        for n in sorted(
            range(number - FARTHEST, number + FARTHEST + 1), key=lambda n: abs(n - number)
        )
    )


def _seen(game: PythonGame, texts: Sequence[str]) -> object:
    """What there is to see at the end of a play, or how far it is one."""
    expected = beginning(game)
    for number, text in enumerate(texts):
        if text not in expected.actions:
            return number, sorted(expected.actions), expected.outcome, expected.position
        try:
            expected = expected.after(text)
        except Unrested:
            return number
    return sorted(expected.actions), expected.decides, expected.outcome, expected.position


def _by_whom(game: PythonGame, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each action with whoever decides by the rules; where they have no such action, with whoever
    would decide."""
    expected = beginning(game)
    for text in texts:
        yield expected.decides, text
        if text not in expected.actions:
            return
        try:
            expected = expected.after(text)
        except Unrested:
            return


def identify(
    ruleset: Ruleset, engine: Engine, chosen: PythonGame, budget: Budget, *,
    names: Sequence[str] = (), seed: int = 0,
) -> Identified:  # fmt: skip
    """Which readings of a game an engine follows. Raises Declined, EngineFailure."""
    return Identification(ruleset, engine, chosen, names).run(budget, seed)


def shown(found: Identified, default: Mapping[str, str]) -> Iterator[str]:
    """The answer for a person."""
    if found.readings is None:
        yield f"it follows none of the readings ({found.questions} plays asked); nothing explains:"
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
