"""Asks the questions about games: kept answers are checked again, all others looked for."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..arguments.select import asking, refuse_namesakes, several
from ..exits import Exit

if TYPE_CHECKING:
    from ...answers.changes import AnswerChange
    from ...answers.recheck import Recheck, RecheckedGame
    from ...findings.collect import Results
    from ...findings.subject import Selected
    from ...findings.summary.beside import BesideAnswers
    from ...findings.summary.overview import Overview
    from ...findings.summary.taken import Taken
    from ...portfolio.tools import Tools
    from ...results.check_result import InstanceResult
    from ..terminal.console import Console
    from .answering import Answering
    from .kept_answers import KeptAbout, KeptAnswers
    from .last_look import LastLooks
    from .readings import Readings


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, the results, and what is kept of them.

    ``beside``: by ruleset, what was found out beside the answers to checks. ``taken``: how far it was
    taken. ``stopped``: the exit code, if somebody interrupted it.
    """

    selected: list[Selected]
    rechecked: list[RecheckedGame]
    results: list[Results]
    kept: KeptAnswers
    beside: Mapping[str, BesideAnswers]
    taken: Taken
    stopped: Exit | None = None

    @property
    def overviews(self) -> list[Overview]:
        """What a reader should know, one for each ruleset."""
        from ...findings.summary.overview import overviews

        found = overviews(self.results, self.beside, self.kept.numbers, self.taken)
        return [replace(one, is_kept=one.name in self.kept.kept) for one in found]

    @property
    def reading_changes(self) -> list[AnswerChange]:
        """Kept comparisons of readings that no longer hold."""
        return [change for one in self.beside.values() for _, change in one.readings.changes]


def early_exit(parts: Sequence[Asked], console: Console, *, frozen: bool) -> Exit | None:
    """The exit code of a run that somebody interrupted, or that only looks whether everything is as it was
    kept; None for any other. ``parts``: what was asked, in turn."""
    from .kept_answers import not_as_kept

    stopped = next((asked.stopped for asked in parts if asked.stopped is not None), None)
    if stopped is not None:
        console.tell("rulewright: interrupted; what was not found by then is open")
        return stopped
    if not frozen:
        return None
    games = [game for asked in parts for game in zip(asked.selected, asked.rechecked, strict=True)]
    different = not_as_kept(games, console)
    lost = any(asked.reading_changes for asked in parts)
    return Exit.NOT_AS_EXPECTED if different or lost else Exit.AS_EXPECTED


def exit_of(asked: Asked, console: Console, *, frozen: bool) -> Exit:
    """The same for a command whose answers are as expected, whatever they are."""
    early = early_exit([asked], console, frozen=frozen)
    return Exit.AS_EXPECTED if early is None else early


def ask(
    args: argparse.Namespace,
    console: Console,
    reading: str | None = None,
    *,
    recalling: bool = False,
    beside: str | None = None,
) -> Asked:
    """Answer the checks of the games that the options name, and look for findings that no check asks
    for.

    With a ``reading`` its options are compared in these games, and nothing else is asked. ``recalling``:
    what was open when it was last looked at is not looked for again. ``beside``: the reading whose options are
    compared beside the checks, if these are named; of what is kept about it only the plays are played.
    """
    from .answering import answering

    with answering(args, console) as work:
        selected, kept = _selected(args)
        return _ask(args, work, kept, selected, reading, recalling, beside)


def ask_in_turn(
    args: argparse.Namespace, console: Console, answered: Callable[[Asked], None]
) -> None:
    """The same of one ruleset after the other, so that the first is ``answered`` soon: where none was named, the
    less is kept about one the earlier.

    Where seconds are given for everything, all rulesets share them, and are answered together. Where somebody
    interrupts, those that were not begun are named.
    """
    from ...answers.format import listed
    from .answering import answering

    with answering(args, console) as work:
        selected, kept = _selected(args)
        each = [list(games) for _, games in groupby(selected, lambda one: one.path)]
        if not args.rulesets:
            each.sort(key=lambda games: kept.size(games[0].path))
        left = each if args.budget is None else [selected]
        while left and work.stopped is None:
            answered(_ask(args, work, kept, left.pop(0)))
    if left:
        names = listed(games[0].program.instance.ruleset for games in left)
        console.tell(f"rulewright: not begun: {names}")


def _selected(args: argparse.Namespace) -> tuple[list[Selected], KeptAnswers]:
    """The games that are asked about, and what is kept about them."""
    from .kept_answers import KeptAnswers

    selected = asking(several(args, instances=True), args.check)
    refuse_namesakes(selected)
    return selected, KeptAnswers(args, selected)


def _ask(
    args: argparse.Namespace,
    work: Answering,
    kept: KeptAnswers,
    selected: list[Selected],
    reading: str | None = None,
    recalling: bool = False,
    also: str | None = None,
) -> Asked:
    from .beside import BesideChecks, by_name
    from .large_games import in_large_games
    from .readings import Readings
    from .vacuity import with_vacuity

    abouts = [kept.of(chosen) for chosen in selected]
    readings = Readings(args, work, kept, selected, reading or also, plays_alone=also is not None)
    if reading is None:
        games = list(zip(selected, abouts, strict=True))
        rechecked = _looked(args, work, kept, games, readings, recalling)
    else:
        rechecked = _unasked_checks(work, selected, readings)
    found = _results(selected, abouts, rechecked)
    readings.look()
    beside = BesideChecks(readings.answers())
    if reading is None and work.stopped is None:
        found = with_vacuity(found, beside.of_readings, work)
    if reading is None and not args.check and work.stopped is None:
        larger = in_large_games(by_name(found), work, kept)
        with work.interruptible():
            beside.look(args, selected, found, work.deadline, larger)
    if not work.deadline.passed():
        for chosen, about, one in zip(selected, abouts, rechecked, strict=True):
            if one.held and about.changed:
                beside.all_looked_at_again(chosen.program.instance.ruleset, about.changed)
    for chosen in selected:
        name, sentences = chosen.program.instance.ruleset, kept.changed_defaults(chosen.path)
        if sentences:
            beside.defaults_changed(name, sentences)
    taken = work.taken([bool(about.kept.answers) for about in abouts])
    return Asked(selected, rechecked, found, kept, beside.known, taken, work.stopped)


def _unasked_checks(
    work: Answering, selected: Sequence[Selected], readings: Readings
) -> list[RecheckedGame]:
    """Games of which no check is asked, while kept comparisons are made again."""
    from ...answers.recheck import RecheckedGame
    from ...results.check_result import InstanceResult

    work.start()
    look_again(work, [], readings)
    return [RecheckedGame(InstanceResult(one.program.instance, (), (), None)) for one in selected]


@dataclass(frozen=True, slots=True)
class _AskedGame:
    """A game whose checks are asked, what is kept about it, and what becomes of that.

    ``looks``: what is remembered of its open questions, if these are not looked for again.
    """

    chosen: Selected
    about: KeptAbout
    looks: LastLooks | None
    tools: Tools[Any]
    recheck: Recheck[Any]

    @property
    def is_kept(self) -> bool:
        """Whether answers about it are kept."""
        return bool(self.about.kept.answers)


def _looked(
    args: argparse.Namespace,
    work: Answering,
    kept: KeptAnswers,
    games: Sequence[tuple[Selected, KeptAbout]],
    readings: Readings,
    recalling: bool,
) -> list[RecheckedGame]:
    """The results for the checks of each game; those of kept comparisons are passed to the readings."""
    from .last_look import recalled

    asked = [
        _asked_game(
            args, work, *game, recalled(kept.digest(game[0]), args.check) if recalling else None
        )
        for game in games
    ]
    work.start()
    look_again(work, [game.recheck for game in asked], readings)
    reports = _missing(work, asked)
    rechecked = [game.recheck.rechecked(reports.get(n)) for n, game in enumerate(asked)]
    return [
        _recorded(args, work, kept, game, found)
        for game, found in zip(asked, rechecked, strict=True)
    ]


def _asked_game(
    args: argparse.Namespace,
    work: Answering,
    chosen: Selected,
    about: KeptAbout,
    looks: LastLooks | None,
) -> _AskedGame:
    from ...answers.judge import kernel
    from ...answers.recheck import Recheck, looked_at_again
    from .last_look import with_looks

    about = replace(about, kept=with_looks(about.kept, looks or {}))
    left_open = args.frozen or looks is not None
    tools = work.tools(chosen.game())
    recheck = Recheck(
        tools, about.kept, about.certificates, kernel, frozenset(args.check) or None,
        about.changed, again=frozenset() if left_open else looked_at_again(args.effort),
    )  # fmt: skip
    return _AskedGame(chosen, about, looks, tools, recheck)


def _missing(work: Answering, games: Sequence[_AskedGame]) -> dict[int, InstanceResult]:
    """The results for the checks that what is kept does not answer, by the numbers of the games."""
    from ...answers.recheck import advising

    missing = {n: m for n, game in enumerate(games) if (m := game.recheck.missing) is not None}
    subjects = [
        work.subject(
            games[n].chosen,
            games[n].tools,
            checks,
            games[n].recheck.accepted,
            kept=games[n].is_kept,
            open_before=games[n].recheck.open_before,
            known=games[n].recheck.mended,
        )
        for n, checks in missing.items()
    ]
    return {
        n: advising(report, work.level(kept=True)) if games[n].is_kept else report
        for n, report in zip(missing, work.answer(subjects), strict=True)
    }


def _recorded(
    args: argparse.Namespace,
    work: Answering,
    kept: KeptAnswers,
    game: _AskedGame,
    found: RecheckedGame,
) -> RecheckedGame:
    """What was found out about a game, once it is recorded to be kept, and how far it was taken."""
    from ...answers.judge import kernel
    from ...answers.recheck import still_shown
    from .last_look import remember, with_attempts

    about, still = game.about, frozenset[str]()
    if args.fresh and args.update:
        unanswered = frozenset(a.check.name for a in found.report.answers if a.holds is None)
        still = still_shown(
            game.tools, about.ignored, unanswered, about.certificates, kernel, work.workers,
            work.deadline,
        )  # fmt: skip
    level = work.level(kept=game.is_kept)
    kept.take(game.chosen, about, found, still, level)
    remember(kept.digest(game.chosen), found.report.answers, level)
    if game.looks is None:
        return found
    return replace(found, report=with_attempts(found.report, game.looks))


def look_again(work: Answering, rechecks: Sequence[Recheck[Any]], readings: Readings) -> None:
    """Check everything that is kept again, side by side."""
    from ...answers.recheck import recheck_results

    comparisons = readings.rechecks()
    jobs = [recheck.jobs() for recheck in rechecks]
    done = work.side_by_side([c.job for c in comparisons] + [job for some in jobs for job in some])
    for comparison, result in zip(comparisons, done, strict=False):
        comparison.take(result)
    results = iter(recheck_results(done[len(comparisons) :]))
    for recheck, some in zip(rechecks, jobs, strict=True):
        recheck.take([next(results) for _ in some], interrupted=work.stopped is not None)


def _results(
    selected: Sequence[Selected], abouts: Sequence[KeptAbout], rechecked: Sequence[RecheckedGame]
) -> list[Results]:
    """The results of the questions about each game, explained and compared with what was expected."""
    from ...answers.explanation import explained
    from ...findings.collect import Results
    from ...results.check_result import assess

    reports = [
        replace(
            explained(each.report, about.certificates, chosen.program), for_play=chosen.for_play
        )
        for chosen, about, each in zip(selected, abouts, rechecked, strict=True)
    ]
    return [
        Results(chosen, report, judgement, each.changes, each.held)
        for chosen, report, each, judgement in zip(
            selected, reports, rechecked, assess(reports), strict=True
        )
    ]
