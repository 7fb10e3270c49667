"""Which readings does an engine follow? Asked with plays that tell two readings apart.

An ``open`` number, which the rulebook does not state, is asked about in the same way: each value is an
option. There is always one supposition: an option for each reading that agrees with everything the
engine has done so far. For each other option of a reading, a choice is looked for that has it and
agrees, too, possibly with other readings changed as well; random plays of all of them side by side and a
search look for a play that distinguishes one from the supposition, and the engine plays it
(:mod:`.distinguishing`). Many readings are also changed at once, for two options may together make
another game that each alone does not. If the supposition is refuted, the nearest choice that agrees with
everything replaces it. Last, it has to agree with random plays of the engine, or the search goes on. The
choices left at the end are those that no play tells apart, or for which none was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from rulewright.dsl.ruleset import Ruleset
from rulewright.engines.python.game import PythonGame

from ...effort.identifying import IDENTIFYING
from ...equivalence.canonical import canonical
from ...limits import Budget, Deadline, OutOfTime
from ...progress import TellText
from ..connection.engine import Engine
from ..connection.protocol import setup_of
from ..trials.everything import positions
from ..trials.known import distinguished
from .at_odds import AtOddsSearch
from .candidates import Candidates
from .compared import PairwiseComparisons
from .distinguishing.abreast import Alternatives
from .distinguishing.parting import searched
from .identified import Identified
from .options import options_of
from .questions import Questions
from .reading_games import ChosenReadings
from .version_space.decision_tree import TooManyError
from .version_space.version_space import VersionSpace


class Identification:
    """One engine, one game of a ruleset, and what is to be found out about its readings."""

    def __init__(
        self, ruleset: Ruleset, engine: Engine, chosen: PythonGame, deadline: Deadline,
        names: Sequence[str] = (), seed: int = 0, tell: TellText = lambda _: None,
    ) -> None:  # fmt: skip
        offers, rng = engine.hello().offers, Random(seed)
        self._deadline, self._tell = deadline, tell
        self._options = options_of(ruleset, chosen, names)
        self._games = self._options.games(ruleset, chosen, deadline, tell)
        self._space = VersionSpace(self._games, self._options.of, offers, deadline)
        self._compared = PairwiseComparisons()
        self._candidates = Candidates(self._space, self._options, self._compared, rng, deadline)
        self._questions = Questions(
            engine, setup_of(chosen.program), self._games, self._space, self._compared, rng, offers,
            tell,
        )  # fmt: skip
        self._reasons = AtOddsSearch(
            engine, setup_of(chosen.program), self._games, self._options.of, offers
        )
        self._small = False  # whether games are searched completely, or as far as it goes

    def run(self) -> Identified:
        """Find out. Raises Declined, EngineFailure."""
        supposed: ChosenReadings | None = self._options.start
        before = self._options.start
        game = self._questions.game(self._options.start)
        counting = self._deadline.share(IDENTIFYING.counting_share)
        self._small = positions(game, IDENTIFYING.small, counting) is not None
        first = IDENTIFYING.first_plays
        while supposed is not None and not self._deadline.passed():
            self._questions.tell()
            before = supposed
            with suppress(OutOfTime):
                if not self._space.agrees(supposed):
                    supposed = self._candidates.nearest(supposed)
                elif first:
                    first -= 1
                    self._questions.at_random(supposed)
                elif self._asked_about(supposed) or self._space.lengthen(supposed):
                    continue
                elif (clearer := self._candidates.clearer(supposed)) is not None:
                    supposed = clearer
                elif self._holds(supposed) and self._candidates.clearer(supposed) is None:
                    break
        if supposed is not None and not self._space.agrees(supposed):
            supposed, self._candidates.limited = None, True
        if supposed is None:
            left = self._every_option() if self._candidates.limited else ()
            last = self._questions.last
            return Identified(
                None, (), (), left, len(self._space),
                None if last is None else self._reasons.why(last, before),
                cut_off=self._deadline.passed(),
            )  # fmt: skip
        return self._result(supposed)

    def _every_option(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, o) for name, options in self._options.of.items() for o in options)

    def _holds(self, supposed: ChosenReadings) -> bool:
        """Whether the engine agrees with the supposition in random plays."""
        for _ in range(IDENTIFYING.last_plays):
            if self._deadline.passed():
                break
            self._questions.at_random(supposed)
            if not self._space.agrees(supposed):
                return False
        return True

    def _result(self, supposed: ChosenReadings) -> Identified:
        found: dict[tuple[str, str], ChosenReadings] = {}
        undecided: list[tuple[str, str]] = []
        for name, option, _ in self._space.neighbours(supposed):
            self._tell(f"is it also {name} = {option}?")
            try:
                other = self._candidates.agreeing(supposed, name, option)
            except (TooManyError, OutOfTime):
                undecided.append((name, option))
                continue
            if other is not None:
                found[name, option] = other
                if self._candidates.is_far(supposed, name, option) and not self._games.holds(name):
                    self._compared.passed_over(supposed, other)  # a program of its own to compile
        proved = self._proved_same(supposed, [*found.values()])
        same = tuple(pair for pair, other in found.items() if other in proved)
        left = tuple(pair for pair, other in found.items() if other not in proved)
        readings = tuple(sorted({**self._options.fixed, **dict(supposed)}.items()))
        return Identified(
            readings,
            same,
            left,
            tuple(undecided),
            len(self._space),
            cut_off=self._deadline.passed(),
        )

    def _proved_same(
        self, supposed: ChosenReadings, others: Sequence[ChosenReadings]
    ) -> frozenset[ChosenReadings]:
        """Those that no play can tell apart: the rules never look at where they differ; or by a complete
        search of a small game and of all others side by side; else by comparing their own programs."""
        same = {
            other
            for other in others
            if not self._deadline.passed() and self._games.never_differ(supposed, other)
        }
        for other in dict.fromkeys(others) if self._small else ():
            if other not in same and not self._deadline.passed():
                self._tell(f"{len(self._space):,} plays asked; what is left is compared")
                self._questions.compared_in_c(supposed, other, self._deadline)
        same.update(other for other in others if (supposed, other) in self._compared.proved)
        alike = [
            other
            for other in dict.fromkeys(others)
            if other not in same and self._compared.same.get((supposed, other))
        ]
        if self._small and alike:
            abreast = Alternatives(
                self._games, supposed, alike, table=self._questions.table, secrecy=True
            )
            found = searched(abreast, IDENTIFYING.most_positions, self._deadline)
            same.update(alike if found.same else ())
            same.difference_update(*(parting.differing for parting in found.partings))
        left = [other for other in others if other not in same and not self._deadline.passed()]
        program = self._games.program(supposed) if left else None
        if program is not None:
            alone = PythonGame(program)
            for other in left:
                if not self._deadline.passed() and self._is_same(alone, supposed, other):
                    same.add(other)
        return frozenset(same)

    def _is_same(self, alone: PythonGame, supposed: ChosenReadings, other: ChosenReadings) -> bool:
        program = self._games.program(other)
        if program is None:
            return False
        if canonical(alone.program) == canonical(program):
            return True
        if not self._compared.same.get((supposed, other)):
            return False
        limits = Budget(IDENTIFYING.same_seconds, IDENTIFYING.same_pairs)
        return (
            distinguished(alone, PythonGame(program), limits, table=self._questions.table) is True
        )

    def _asked_about(self, supposed: ChosenReadings) -> bool:
        """Ask one question, if there is one left; in a small game all that distinguish the others now."""
        others = [
            other
            for _, _, other in self._candidates.alternatives(supposed)
            if other is not None and not self._games.never_differ(supposed, other)
        ]
        if self._asked_first(supposed, others):
            return True
        others += [
            found
            for name, option, other in self._candidates.alternatives(supposed)
            if other is None and (found := self._candidates.repaired(supposed, name, option))
        ]
        if self._asked_first(supposed, others):
            return True
        if self._small and self._questions.in_c(supposed, others, self._deadline):
            return True
        rounds = IDENTIFYING.rounds if self._questions.futile < IDENTIFYING.rounds else 0
        joint = [j for _ in range(rounds) if (j := self._candidates.joint(supposed))]
        if self._small:
            return (
                self._questions.together(supposed, joint, self._deadline)
                or self._questions.searching(
                    supposed, [*others, *joint], IDENTIFYING.most_positions, self._deadline
                )
                or self._questions.further_in_c(supposed, others, self._deadline)
            )
        return self._questions.walking(
            supposed, [*others, *joint], IDENTIFYING.many_walks, self._deadline
        ) or self._questions.searching(supposed, others, IDENTIFYING.positions, self._deadline)

    def _asked_first(self, supposed: ChosenReadings, others: Sequence[ChosenReadings]) -> bool:
        """Ask what is found quickly."""
        if self._small:
            return self._questions.searching(
                supposed, others, IDENTIFYING.few_positions, self._deadline
            )
        return self._questions.walking(supposed, others, IDENTIFYING.few_walks, self._deadline)


def identify(
    ruleset: Ruleset, engine: Engine, chosen: PythonGame, budget: Budget, *,
    names: Sequence[str] = (), seed: int = 0, tell: TellText = lambda _: None,
) -> Identified:  # fmt: skip
    """Which readings of a game an engine follows; ``tell`` receives progress now and then.

    Raises Declined, EngineFailure.
    """
    return Identification(ruleset, engine, chosen, budget.start(), names, seed, tell).run()
