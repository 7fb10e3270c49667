"""Which readings does an engine follow? Asked with plays that tell two readings apart.

What the rulebook does not state, an ``open`` number, is asked in the same way: each value is an option.
There is always one supposition: an option for each reading that agrees with all that the engine has
done so far. For each other option of a reading, a choice is looked for that has it and agrees, too,
be it with other readings changed as well; random plays of all of them abreast and a search look for a
play that tells one from the supposition, and the engine plays it (:mod:`.parting`). Many readings are
changed at once, too, for two options may make another game that each alone does not. Where the
supposition is refuted, the nearest one that agrees with everything takes its place. Last, it has to
agree with random plays of the engine, or the search goes on. What is left in the end no play tells
apart, or none was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

from ..equivalence.canonical import canonical
from ..limits import Budget, Deadline
from .abreast import Alternatives
from .connection.engine import Engine
from .connection.protocol import setup_of
from .decision_tree import TooManyError
from .effort import (
    FARTHEST,
    FEW_PAIRS_IN_C,
    FEW_POSITIONS,
    FEW_WALKS,
    FIRST_PLAYS,
    LAST_PLAYS,
    MANY_WALKS,
    MOST_POSITIONS,
    PAIRS,
    PAIRS_IN_C,
    PLAYS_IN_C,
    POSITIONS,
    ROUNDS,
    SECONDS,
    SMALL,
)
from .in_c import GamesInC
from .parting import Parting, Searched, Walks, searched
from .reading_games import ReadingGames, Readings
from .trials.everything import positions
from .trials.known import distinguished
from .trials.transcript import by_whom, transcribed
from .version_space import VersionSpace


@dataclass(frozen=True, slots=True)
class Identified:
    """What is known of the readings, and of the open numbers, that an engine follows.

    ``readings``: those that agree with all it did, None where none were found. ``same``: options that
    make the same game, by proof: no play can tell. ``open``: options, by themselves or with others
    changed as well, for which none was found. ``undecided``: options of which it is not known whether
    any readings with them agree. All others are excluded by what the engine did. ``questions``: how
    many plays were asked. ``unexplained``: the play that none of those found explains. ``cut_off``: the
    time was up before all was asked.
    """

    readings: Readings | None
    same: tuple[tuple[str, str], ...]
    open: tuple[tuple[str, str], ...]
    undecided: tuple[tuple[str, str], ...]
    questions: int
    unexplained: tuple[str, ...] = ()
    cut_off: bool = False


class Identification:
    """One engine, one game of a ruleset, and what is to be found out about its readings."""

    def __init__(
        self, ruleset: Ruleset, engine: Engine, chosen: PythonGame, names: Sequence[str] = (),
        seed: int = 0, tell: Callable[[str], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self._engine, self._tell = engine, tell
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
        self._rng = Random(seed)
        self._walks = Walks(self._games, self._rng)
        self._in_c = GamesInC(self._games, table=self._table)
        self._last: tuple[str, ...] = ()
        self._limited = False  # whether the last choice that was looked for is not known not to be
        self._small = False  # whether games are searched completely, or as far as it goes
        self._futile = 0  # so many of the last questions told nothing of what they were to tell
        self._walked: Counter[tuple[Readings, Readings]] = Counter()
        self._same: dict[tuple[Readings, Readings], bool] = {}
        self._proved: set[tuple[Readings, Readings]] = set()
        self._searched: dict[tuple[Readings, Readings], int] = {}
        self._repaired: dict[tuple[Readings, str, str], Readings | None] = {}

    def run(self, budget: Budget) -> Identified:
        """Find out. Raises Declined, EngineFailure."""
        deadline = budget.start()
        supposed: Readings | None = self._start
        self._small = positions(self._game(self._start), SMALL, deadline) is not None
        first = FIRST_PLAYS
        while supposed is not None and not deadline.passed():
            self._tell(f"{len(self._space):,} plays asked")
            if not self._space.agrees(supposed):
                supposed = self._nearest(supposed, deadline)
            elif first:
                first -= 1
                self._ask(supposed, self._walks.texts(supposed))
            elif self._asked_about(supposed, deadline) or self._space.lengthen(supposed):
                continue
            elif (clearer := self._clearer(supposed)) is not None:
                supposed = clearer
            elif self._holds(supposed, deadline) and self._clearer(supposed) is None:
                break
        if supposed is not None and not self._space.agrees(supposed):
            supposed, self._limited = None, True
        if supposed is None:
            left = self._every_option() if self._limited else ()
            return Identified(
                None, (), (), left, len(self._space), self._last, cut_off=deadline.passed()
            )
        return self._result(supposed, deadline)

    def _every_option(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, o) for name, options in self._options.items() for o in options)

    def _nearest(self, readings: Readings, deadline: Deadline) -> Readings | None:
        """The readings nearest to these that agree with everything; None if none were found."""
        self._limited = False
        try:
            return self._space.near(readings, deadline)
        except TooManyError:
            self._limited = True
            return None

    def _holds(self, supposed: Readings, deadline: Deadline) -> bool:
        """Whether the engine does in random plays what is supposed."""
        for _ in range(LAST_PLAYS):
            if deadline.passed():
                break
            self._ask(supposed, self._walks.texts(supposed))
            if not self._space.agrees(supposed):
                return False
        return True

    def _clearer(self, supposed: Readings) -> Readings | None:
        """A choice with one other option that says what the engine does where the supposition says
        nothing."""
        left = self._space.left_open(supposed)
        for _, _, other in self._alternatives(supposed) if left else ():
            if other is not None and self._space.left_open(other) < left:
                return other
        return None

    def _result(self, supposed: Readings, deadline: Deadline) -> Identified:
        found: dict[tuple[str, str], Readings] = {}
        undecided: list[tuple[str, str]] = []
        for name, option, one in self._alternatives(supposed):
            try:
                other = one or self._with_others(supposed, name, option, deadline)
            except TooManyError:
                undecided.append((name, option))
                continue
            if other is not None:
                found[name, option] = other
        proved = self._proved_same(supposed, [*found.values()], deadline)
        same = tuple(pair for pair, other in found.items() if other in proved)
        left = tuple(pair for pair, other in found.items() if other not in proved)
        readings = tuple(sorted({**self._fixed, **dict(supposed)}.items()))
        return Identified(
            readings, same, left, tuple(undecided), len(self._space), cut_off=deadline.passed()
        )

    def _proved_same(
        self, supposed: Readings, others: Sequence[Readings], deadline: Deadline
    ) -> frozenset[Readings]:
        """Those that no play can tell: by a search of a small game and of all others abreast, to the end; else
        by what is compared of programs of their own."""
        if self._small:
            for other in dict.fromkeys(others):
                self._compared_in_c(supposed, other, deadline)
        same = {other for other in others if (supposed, other) in self._proved}
        alike = [
            other
            for other in dict.fromkeys(others)
            if other not in same and self._same.get((supposed, other))
        ]
        if self._small and alike:
            abreast = Alternatives(self._games, supposed, alike, table=self._table, secrecy=True)
            found = searched(abreast, MOST_POSITIONS, deadline)
            same.update(alike if found.same else ())
            same.difference_update(*(parting.differing for parting in found.partings))
        program = self._games.program(supposed) if len(same) < len(others) else None
        if program is not None:
            alone = PythonGame(program)
            same.update(o for o in others if o not in same and self._is_same(alone, supposed, o))
        return frozenset(same)

    def _is_same(self, alone: PythonGame, supposed: Readings, other: Readings) -> bool:
        program = self._games.program(other)
        if program is None:
            return False
        if canonical(alone.program) == canonical(program):
            return True
        if not self._same.get((supposed, other)):
            return False
        limits = Budget(SECONDS, PAIRS)
        return distinguished(alone, PythonGame(program), limits, table=self._table) is True

    def _asked_about(self, supposed: Readings, deadline: Deadline) -> bool:
        """Ask one question, if there is one left; of a small game all that tell the others now."""
        others = [other for _, _, other in self._alternatives(supposed) if other is not None]
        if self._asked_first(supposed, others, deadline):
            return True
        others += [
            found
            for name, option, other in self._alternatives(supposed)
            if other is None and (found := self._repair(supposed, name, option, deadline))
        ]
        if self._asked_first(supposed, others, deadline):
            return True
        if self._small and self._asked_in_c(supposed, others, deadline):
            return True
        rounds = ROUNDS if self._futile < ROUNDS else 0
        joint = [j for _ in range(rounds) if (j := self._joint(supposed, deadline))]
        if self._small:
            return self._asked_together(supposed, joint, deadline) or self._asked_searching(
                supposed, [*others, *joint], MOST_POSITIONS, deadline
            )
        return self._asked_walking(
            supposed, [*others, *joint], MANY_WALKS, deadline
        ) or self._asked_searching(supposed, others, POSITIONS, deadline)

    def _asked_first(
        self, supposed: Readings, others: Sequence[Readings], deadline: Deadline
    ) -> bool:
        """Ask what is found quickly."""
        if self._small:
            return self._asked_searching(supposed, others, FEW_POSITIONS, deadline)
        return self._asked_walking(supposed, others, FEW_WALKS, deadline)

    def _alternatives(self, supposed: Readings) -> Iterator[tuple[str, str, Readings | None]]:
        """Each other option of each reading, and the supposition with it if that agrees.

        No number differs by more than one: what is further off is not asked about by itself.
        """
        for name, option, other in self._space.neighbours(supposed):
            agrees = self._space.agrees(other)
            if agrees and self._is_far(supposed, name, option):
                self._same.setdefault((supposed, other), False)
                self._searched[supposed, other] = MOST_POSITIONS
                self._walked[supposed, other] = MANY_WALKS
            yield name, option, other if agrees else None

    def _is_far(self, supposed: Readings, name: str, option: str) -> bool:
        """Whether that is a number which differs by more than one."""
        return name in self._numbers and abs(int(option) - int(dict(supposed)[name])) > 1

    def _repair(
        self, supposed: Readings, name: str, option: str, deadline: Deadline
    ) -> Readings | None:
        """A choice with this option, and others changed as well, that agrees with everything, if one
        is found; of a number that is far off none is looked for."""
        if self._is_far(supposed, name, option):
            return None
        try:
            return self._with_others(supposed, name, option, deadline)
        except TooManyError:
            return None

    def _with_others(
        self, supposed: Readings, name: str, option: str, deadline: Deadline
    ) -> Readings | None:
        """A choice with this option, and others changed as well, that agrees with everything; None if
        there is none. Raises TooManyError if that was not found out."""
        key = (supposed, name, option)
        if key in self._repaired:
            known = self._repaired[key]
            if known is None or self._space.agrees(known):
                return known
        start = tuple({**dict(supposed), name: option}.items())
        self._repaired[key] = found = self._space.near(start, deadline, frozenset({name}))
        return found

    def _joint(self, supposed: Readings, deadline: Deadline) -> Readings | None:
        """Many readings changed at once, and then as many more as it takes to explain everything."""
        changed = tuple(
            (name, self._rng.choice(self._options[name]))
            if name not in self._numbers and self._rng.random() < 0.5
            else (name, option)
            for name, option in supposed
        )
        found = self._nearest(changed, deadline)
        return None if found == supposed else found

    def _asked_walking(
        self, supposed: Readings, others: Sequence[Readings], most: int, deadline: Deadline
    ) -> bool:
        """Ask a random play that tells one of these choices from the supposition, if one is found.

        Each choice was in so many at most.
        """
        while not deadline.passed():
            self._tell(f"{len(self._space):,} plays asked")
            untried = [other for other in others if self._walked[supposed, other] < most]
            if not untried:
                return False
            left = most - max(self._walked[supposed, other] for other in untried)
            abreast = Alternatives(self._games, supposed, untried, table=self._table)
            for _ in range(left):
                if deadline.passed():
                    return False
                self._walked.update((supposed, other) for other in untried)
                found = self._walks.parting(abreast)
                if found is not None:
                    self._ask_parting(supposed, found)
                    return True
        return False

    def _asked_searching(
        self, supposed: Readings, others: Sequence[Readings], most: int, deadline: Deadline
    ) -> bool:
        """Ask plays that are searched for, in so many positions, and tell these choices from the
        supposition."""
        untried = [o for o in others if self._searched.get((supposed, o), 0) < most]
        if not untried:
            return False
        abreast = Alternatives(self._games, supposed, untried, table=self._table)
        found = searched(abreast, most, deadline)
        apart = frozenset[Readings]().union(*(parting.differing for parting in found.partings))
        for other in untried:
            self._same[supposed, other] = found.same and other not in apart
            if not found.partings:
                self._searched[supposed, other] = MOST_POSITIONS if found.same else most
        for parting in found.partings:
            if not self._space.agrees(supposed):
                break
            self._ask_parting(supposed, parting)
        return bool(found.partings)

    def _asked_in_c(
        self, supposed: Readings, others: Sequence[Readings], deadline: Deadline
    ) -> bool:
        """Ask plays that tell these choices from the supposition, each searched for to the end, in C."""
        asked = False
        for other in others:
            if deadline.passed() or not self._space.agrees(supposed):
                break
            if self._space.agrees(other):
                found = self._compared_in_c(supposed, other, deadline)
                for parting in found.partings if found is not None else ():
                    asked = True
                    self._ask_parting(supposed, parting)
        return asked

    def _compared_in_c(
        self, supposed: Readings, other: Readings, deadline: Deadline
    ) -> Searched | None:
        """What one search in C says, where it was not known before."""
        pair = supposed, other
        if self._searched.get(pair, 0) >= MOST_POSITIONS:
            return None
        found = self._in_c.compared(supposed, other, PAIRS_IN_C, deadline)
        if found is not None:
            self._searched[pair] = MOST_POSITIONS
            self._same[pair] = found.same
            if found.same:
                self._proved.add(pair)
        return found

    def _asked_together(
        self, supposed: Readings, joint: Sequence[Readings], deadline: Deadline
    ) -> bool:
        """Ask a play that tells from the supposition where many readings are changed at once; not
        searched for to the end."""
        for other in joint:
            if deadline.passed() or self._searched.get((supposed, other), 0) >= MOST_POSITIONS:
                continue
            found = self._in_c.compared(
                supposed, other, FEW_PAIRS_IN_C, deadline,
                plays=PLAYS_IN_C, seed=self._rng.randrange(2**32),
            )  # fmt: skip
            if found is not None:
                self._searched[supposed, other] = MOST_POSITIONS
                for parting in found.partings:
                    self._ask_parting(supposed, parting)
                    return True
        return False

    def _ask_parting(self, supposed: Readings, found: Parting) -> None:
        """Have the engine play, and then, each from the beginning, one action more; not where it
        lists its actions anyway."""
        self._ask(supposed, found.texts)
        for text in () if self._shows_legal else found.extra:
            self._ask(supposed, (*found.texts, text))
        refuted = any(not self._space.agrees(other) for other in found.differing)
        self._futile = 0 if refuted else self._futile + 1
        for other in found.differing:  # what is put off of the play may be what refutes it
            self._walked[supposed, other] = MANY_WALKS
            self._same[supposed, other] = False
            self._searched[supposed, other] = MOST_POSITIONS

    def _ask(self, supposed: Readings, texts: Sequence[str]) -> None:
        by = list(by_whom(self._game(supposed), texts))
        self._space.add(transcribed(self._engine, self._setup, by))
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
    names: Sequence[str] = (), seed: int = 0, tell: Callable[[str], None] = lambda _: None,
) -> Identified:  # fmt: skip
    """Which readings of a game an engine follows; ``tell`` is told now and then how far it is.

    Raises Declined, EngineFailure.
    """
    return Identification(ruleset, engine, chosen, names, seed, tell).run(budget)


def shown(found: Identified, default: Mapping[str, str]) -> Iterator[str]:
    """The answer for a person."""
    asked = f"({found.questions} plays asked)"
    if found.readings is None:
        unknown = ", but not all were tried" if found.undecided else ""
        yield f"no readings were found that explain what it did {asked}{unknown}; the last play:"
        yield "  " + (", ".join(found.unexplained) or "the beginning")
        return
    if not found.readings:
        yield f"the game has no readings and no open numbers; it follows the rules in {found.questions} plays"
        return
    yield f"it follows these readings {asked}:"
    as_well = (
        (found.same, "the same game, proved"),
        (found.open, "not told apart"),
        (found.undecided, "not found out"),
    )
    for name, option in found.readings:
        line = f"  {name} = {option}"
        for pairs, why in as_well:
            options = " or ".join(option for other, option in pairs if other == name)
            line += f", or {options}: {why}" if options else ""
        yield line + ("" if default.get(name) == option else "   (not the default)")
    if found.cut_off:
        yield "the time was up before all was asked: see --budget"
