"""What ``verify`` knows of readings: kept comparisons, made again, and new ones where none is kept."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from rulewright.dsl.ruleset import Ruleset

from ...answers.changes import AnswerChange, lost_comparisons
from ...answers.comparisons import ComparedAgain, compared_again
from ...answers.kept import KeptComparison, KeptOpen, KeptPairs, KeptPlay, of_instance
from ...effort.answering import RECHECKING
from ...effort.comparing import SurveyEffort
from ...effort.schedule import COMPARING
from ...equivalence.readings.questions import GameRef, ReadingQuestion, extent, questions
from ...equivalence.readings.survey import Surveyed, survey
from ...execution.workers import Job, all_of
from ...findings.origins.readings import Compared, ReadingAnswers, reading_answers
from ...findings.subject import Selected
from ...limits import Budget, Deadline
from ...progress import Tell
from ...results.verdict import counted
from ..arguments.select import chosen
from .answering import Answering
from .kept_answers import KeptAnswers

FAULTS = (AssertionError,)


@dataclass
class _Comparisons:
    """One ruleset: its games by the names under which they are kept, and what is known.

    ``known``: the comparisons that hold; ``lost``: those that no longer do.
    """

    selected: Sequence[Selected]
    alone: bool
    known: dict[tuple[str, str, str], KeptComparison] = field(default_factory=dict)
    compared: list[Compared] = field(default_factory=list)
    lost: list[KeptComparison] = field(default_factory=list)

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of all the games."""
        ruleset = self.selected[0].ruleset
        assert ruleset is not None, "only games of rulesets are compared"
        return ruleset

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.selected[0].path

    @cached_property
    def played(self) -> dict[str, GameRef]:
        """The games that were asked about."""
        return {s.kept_name: _game_ref(s) for s in self.selected}

    @cached_property
    def games(self) -> dict[str, GameRef]:
        """Those, and, unless they were selected individually, all other instances."""
        others = (
            {}
            if self.alone
            else {
                of_instance(part.name.text): GameRef(part.variant.text, part.name.text)
                for part in self.ruleset.instances
            }
        )
        return self.played | others

    @cached_property
    def questions(self) -> list[ReadingQuestion]:
        """Every option other than the default, with the games here that have it."""
        asked = questions(self.ruleset)
        return [q for q in asked if any(self.has(g, q) for g in self.games.values())]

    @property
    def unsettled(self) -> frozenset[str]:
        """The readings with a kept result that no longer holds and is not known anew."""
        known = set(self.known)
        return frozenset(k.reading for k in self.lost if (*k.question, k.game) not in known)

    def has(self, game_ref: GameRef, question: ReadingQuestion) -> bool:
        """Whether a game can be read in both ways."""
        both = {question.default[0], question.option[0]}
        parts = self.ruleset.readings(game_ref.variant)
        return any(
            part.name.text == question.reading and both <= {o.name.text for o in part.options}
            for part in parts
        )

    def rounds(self) -> Iterator[list[GameRef]]:
        """The games that were asked about, side by side; then the small ones, one by one."""
        played = list(self.played.values())
        yield played
        others = [g for g in self.games.values() if g not in played]
        for game_ref in sorted(others, key=lambda g: extent(g.program(self.ruleset))):
            yield [game_ref]

    def settled(self, *, again: bool) -> set[ReadingQuestion]:
        """The questions that are not to be asked; ``again``: open ones are.

        That a game is the same settles nothing if another one, which was the same, no longer is.
        """
        lost = {k.question for k in self.lost}
        done = {
            k.question
            for k in self.known.values()
            if isinstance(k.evidence, KeptPlay)
            or not (k.question in lost or (again and isinstance(k.evidence, KeptOpen)))
        }
        return {q for q in self.questions if (q.reading, q.option[0]) in done}

    def note(self, held: Sequence[ComparedAgain], asked: Sequence[KeptComparison]) -> None:
        """Record the results of comparisons that were made again."""
        by_name = {s.kept_name: s for s in self.selected}
        for one in held:
            kept = one.kept
            self.known[(*kept.question, kept.game)] = kept
            self.compared.append(Compared(by_name.get(kept.game) or self._small(one), one))
        self.lost += [k for k in asked if (*k.question, k.game) not in self.known]

    def _small(self, again: ComparedAgain) -> Selected | None:
        """The instance in which two games differ, if nobody asked about it."""
        if again.difference is None:
            return None
        program = next(play.program for play in again.difference.plays if play is not None)
        options = "--instance", self.games[again.kept.game].instance
        return Selected(self.path, program, options, ruleset=self.ruleset)

    def best(self, found: Sequence[Surveyed]) -> list[KeptComparison]:
        """What is worth keeping: for each question a shortest play of a game that people play, or else the
        shortest of any game; else that all games are the same; else how far they are."""
        names = {game_ref: name for name, game_ref in self.games.items()}
        played = set(self.played.values())
        by_question: dict[tuple[str, str], list[Surveyed]] = {}
        for one in found:
            by_question.setdefault((one.reading, one.option), []).append(one)
        kept: list[KeptComparison] = []
        for (reading, option), some in by_question.items():
            chosen_: list[tuple[Surveyed, KeptPlay | KeptPairs | KeptOpen]]
            differing = [s for s in some if s.state == "differs"]
            if differing:
                one = min(differing, key=lambda s: _clearest(s, s.game_ref in played))
                chosen_ = [(one, KeptPlay(one.moves))]
            elif all(s.state == "same" and s.pairs <= RECHECKING.same_pairs for s in some):
                chosen_ = [(s, KeptPairs(s.pairs)) for s in some]
            else:
                chosen_ = [(some[0], KeptOpen(_how_far(some)))]
            kept += [KeptComparison(reading, option, names[s.game_ref], e) for s, e in chosen_]
        return kept


def _clearest(surveyed: Surveyed, played: bool) -> tuple[bool, bool, int]:
    """A difference in the rules says more than one on the table, and a shortest play of a game that people
    play is clearer than a shorter one in a small game."""
    return not surveyed.rules, not (surveyed.shortest and played), len(surveyed.moves)


def _how_far(surveyed: Sequence[Surveyed]) -> str:
    """What was compared without a difference, in all games together."""
    pairs = counted(sum(s.pairs for s in surveyed), "pair") + " of positions"
    plays = counted(sum(s.plays for s in surveyed), "random play")
    return f"no difference in {pairs} and {plays} of {counted(len(surveyed), 'game')}"


def _game_ref(selected: Selected) -> GameRef:
    instance = selected.program.instance
    named = selected.kept_name == of_instance(instance.name)
    return GameRef(instance.variant, instance.name if named else "")


@dataclass(frozen=True)
class _Again:
    """Kept comparisons about one game, to be made again."""

    about: _Comparisons
    game_ref: GameRef
    kept: Sequence[KeptComparison]
    move_limit: int

    @property
    def job(self) -> Job:
        """What is to be done."""
        ruleset = self.about.ruleset
        work = ruleset, self.game_ref, self.kept, self.move_limit
        return Job(compared_again, work, faults=FAULTS, name=f"{ruleset.name}, readings")

    def take(self, result: object) -> None:
        """Record what holds; if the job was not done, what is kept stays as it is."""
        if isinstance(result, list):
            self.about.note([a for a in result if isinstance(a, ComparedAgain)], self.kept)


class Readings:
    """The readings of the rulesets of some games, each compared with its default.

    ``only``: the one that is asked about. ``plays_alone``: of what is kept, only plays are made again.
    """

    def __init__(
        self, args: argparse.Namespace, work: Answering, kept: KeptAnswers,
        selected: Sequence[Selected], only: str | None = None, *, plays_alone: bool = False,
    ) -> None:  # fmt: skip
        self._args, self._work, self._kept, self._only = args, work, kept, only
        self._plays_alone = plays_alone
        by_path: dict[Path, list[Selected]] = {}
        as_it_stands = not (args.set or args.reading) and (only is not None or not args.check)
        for one in selected if as_it_stands else ():
            if one.ruleset is not None and one.kept_name:
                by_path.setdefault(one.path, []).append(one)
        self._files = [_Comparisons(games, alone=chosen(args)) for games in by_path.values()]

    def rechecks(self) -> list[_Again]:
        """The work of making kept comparisons again."""
        kept = [() if self._args.fresh else self._kept.comparisons(b.path) for b in self._files]
        return [
            again
            for about, some in zip(self._files, kept, strict=True)
            for again in self._again(
                about, [k for k in some if k.game in about.games and self._asks_again(k)]
            )
        ]

    def _asks_again(self, kept: KeptComparison) -> bool:
        again = not self._plays_alone or isinstance(kept.evidence, KeptPlay)
        return again and self._asks(kept.reading)

    def _asks(self, reading: str) -> bool:
        return self._only is None or reading == self._only

    def look(self) -> None:
        """Compare what is not kept, or no longer holds; nothing is looked for twice in vain."""
        args = self._args
        for about in self._files:
            again = args.fresh or args.effort is not None
            if args.frozen or self._work.stopped is not None:
                return
            settled = about.settled(again=again)
            asked = [q for q in about.questions if self._asks(q.reading) and q not in settled]
            kept = self._kept.comparisons(about.path)
            if not again and kept:  # as far as it was once looked for
                asked = [q for q in asked if _is_to_be_asked(q, about, kept)]
            if not asked:
                continue
            effort = COMPARING[args.effort or "quick"]
            found = None
            with self._work.interruptible():
                found = self._survey(about, asked, effort, self._work.deadline)
            if found is None:
                return
            again = self._again(about, found)
            for one, result in zip(
                again, self._work.side_by_side([a.job for a in again]), strict=True
            ):
                one.take(result)

    def answers(self) -> Mapping[str, ReadingAnswers]:
        """What is known, by ruleset; what is worth keeping is kept."""
        for about in self._files:
            self._kept.compare(about.path, list(about.known.values()), frozenset(about.lost))
        return {
            about.ruleset.name: replace(
                reading_answers(about.ruleset, about.compared, about.unsettled),
                changes=tuple(self._changes(about)),
            )
            for about in self._files
        }

    def _changes(self, about: _Comparisons) -> Iterator[tuple[str, AnswerChange]]:
        there = {(q.reading, q.option[0]) for q in about.questions}  # not what is the default now
        kept = self._kept.comparisons(about.path)
        lost = [k for k in kept if k in about.lost and k.question in there]
        parts = (part for v in about.ruleset.variants for part in about.ruleset.readings(v))
        asked = {part.name.text: part.question for part in parts}
        between = self._kept.changed(about.path)
        return lost_comparisons(lost, about.known.values(), asked, between)

    def _again(self, about: _Comparisons, kept: Sequence[KeptComparison]) -> list[_Again]:
        """The work of making these comparisons again, by game."""
        by_game: dict[str, list[KeptComparison]] = {}
        for one in kept:
            by_game.setdefault(one.game, []).append(one)
        limit = self._args.move_limit
        return [_Again(about, about.games[game], some, limit) for game, some in by_game.items()]

    def _survey(
        self,
        about: _Comparisons,
        asked: Sequence[ReadingQuestion],
        effort: SurveyEffort,
        deadline: Deadline,
    ) -> list[KeptComparison]:
        """Ask in the games that are played, and then, in small ones, what is open or has no short play."""
        found: list[Surveyed] = []
        for round_ in about.rounds():
            jobs = []
            for game_ref in round_:
                settled = {(s.reading, s.option) for s in found if s.shortest and s.rules}
                some = [
                    q
                    for q in asked
                    if about.has(game_ref, q) and (q.reading, q.option[0]) not in settled
                ]
                if some:
                    left = deadline.left()
                    seconds = None if left is None else max(0.0, left - RECHECKING.survey_margin)
                    work = about.ruleset, game_ref, some, effort, seconds
                    further = self._args.move_limit, self._args.seed
                    name = f"{game_ref.name}, readings"
                    jobs.append(Job(_survey, (*work, *further), faults=FAULTS, name=name))
            for result in all_of(jobs, self._work.workers, deadline, self._work.watch):
                if isinstance(result, list):
                    found += [s for s in result if isinstance(s, Surveyed)]
            if deadline.passed():
                break
        return about.best(found)


def _is_to_be_asked(
    question: ReadingQuestion, about: _Comparisons, kept: Sequence[KeptComparison]
) -> bool:
    """What no longer holds; and, for a reading that was compared, an option that was not."""
    known = {k.question for k in kept}
    name = question.reading, question.option[0]
    return name in {k.question for k in about.lost} or (
        name not in known and question.reading in {reading for reading, _ in known}
    )


def _survey(
    ruleset: Ruleset, game_ref: GameRef, asked: Sequence[ReadingQuestion], effort: SurveyEffort,
    seconds: float | None, move_limit: int, seed: int, tell: Tell,
) -> list[Surveyed]:  # fmt: skip
    deadline = Budget(seconds).start()
    return survey(
        ruleset, game_ref, asked, effort, deadline, seed=seed, move_limit=move_limit, tell=tell
    )
