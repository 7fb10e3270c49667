"""Asks the questions about games: kept answers are checked again, all others looked for."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...limits import Deadline
from ..arguments.options import searcher
from ..arguments.select import asking, several
from ..arguments.select import chosen as chosen_game
from ..exits import Exit

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset

    from ...answers.changes import AnswerChange
    from ...answers.recheck import Recheck, RecheckedGame
    from ...findings.collect import Results
    from ...findings.finding import Finding
    from ...findings.origins.expected_numbers import Counted
    from ...findings.origins.readings import ReadingAnswers
    from ...findings.subject import Selected
    from ...findings.summary.beside import BesideAnswers
    from ...findings.summary.overview import Overview
    from ...findings.summary.taken import Taken
    from ...findings.unasked.detector import InGames
    from ..terminal.console import Console
    from .answering import Answering
    from .kept_answers import KeptAbout, KeptAnswers
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

        return overviews(self.results, self.beside, self.kept.numbers, self.taken)

    @property
    def reading_changes(self) -> list[AnswerChange]:
        """Kept comparisons of readings that no longer hold."""
        return [change for one in self.beside.values() for _, change in one.readings.changes]


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
    what was open when it was last looked at is not looked for again. ``beside``: the reading whose kept
    plays are played beside the checks, if these are named.
    """
    from .answering import answering

    with answering(args, console) as work:
        return _ask(args, work, reading, recalling, beside)


def _ask(
    args: argparse.Namespace,
    work: Answering,
    reading: str | None,
    recalling: bool,
    also: str | None,
) -> Asked:
    from .kept_answers import KeptAnswers
    from .large_games import in_large_games
    from .readings import Readings
    from .vacuity import with_vacuity

    selected = asking(several(args, instances=True), args.check)
    kept = KeptAnswers(args, selected)
    abouts = [kept.of(chosen) for chosen in selected]
    readings = Readings(args, work, kept, selected, reading or also, plays_alone=also is not None)
    if reading is None:
        games = list(zip(selected, abouts, strict=True))
        rechecked = _looked(args, work, kept, games, readings, recalling)
    else:
        rechecked = _unasked_checks(work, selected, readings)
    found = _results(selected, abouts, rechecked)
    if also is None:
        readings.look()
    beside = _Beside(readings.answers())
    if reading is None and work.stopped is None:
        found = with_vacuity(found, beside.of_readings, work)
    if reading is None and not args.check and work.stopped is None:
        larger = in_large_games(_by_name(found), work, kept)
        with work.interruptible():
            beside.look(args, selected, found, work.deadline, larger)
    if not work.deadline.passed():
        for chosen, about, one in zip(selected, abouts, rechecked, strict=True):
            if one.held and about.changed:
                beside.note(chosen.program.instance.ruleset, edited=tuple(about.changed))
    taken = work.taken([bool(about.kept.answers) for about in abouts])
    return Asked(selected, rechecked, found, kept, beside.known, taken, work.stopped)


def _unasked_checks(
    work: Answering, selected: Sequence[Selected], readings: Readings
) -> list[RecheckedGame]:
    """Games of which no check is asked, while kept comparisons are made again."""
    from ...answers.recheck import RecheckedGame
    from ...results.check_result import InstanceResult

    work.start()
    _look_again(work, [], readings)
    return [RecheckedGame(InstanceResult(one.program.instance, (), (), None)) for one in selected]


def _looked(
    args: argparse.Namespace,
    work: Answering,
    kept: KeptAnswers,
    games: Sequence[tuple[Selected, KeptAbout]],
    readings: Readings,
    recalling: bool,
) -> list[RecheckedGame]:
    """The results for the checks of each game; those of kept comparisons are passed to the readings."""
    from ...answers.judge import kernel
    from ...answers.recheck import Recheck, advising, looked_at_again, still_shown
    from .last_look import recalled, remember, with_attempts, with_looks

    looks = [recalled(kept.digest(chosen), args.check) if recalling else {} for chosen, _ in games]
    games = [
        (chosen, replace(about, kept=with_looks(about.kept, seen)))
        for (chosen, about), seen in zip(games, looks, strict=True)
    ]
    left_open = args.frozen or recalling
    tools = [work.tools(chosen.game()) for chosen, _ in games]
    rechecks = [
        Recheck(
            tool, about.kept, about.certificates, kernel, frozenset(args.check) or None,
            about.changed, again=frozenset() if left_open else looked_at_again(args.effort),
        )
        for (_, about), tool in zip(games, tools, strict=True)
    ]  # fmt: skip
    work.start()
    _look_again(work, rechecks, readings)
    missing = {n: m for n, r in enumerate(rechecks) if (m := r.missing) is not None}
    subjects = [
        work.subject(
            games[n][0],
            tools[n],
            checks,
            rechecks[n].accepted,
            kept=bool(games[n][1].kept.answers),
            open_before=rechecks[n].open_before,
            known=rechecks[n].mended,
        )
        for n, checks in missing.items()
    ]
    reports = {
        n: advising(report, work.level(kept=True)) if games[n][1].kept.answers else report
        for n, report in zip(missing, work.answer(subjects), strict=True)
    }
    rechecked = [recheck.rechecked(reports.get(n)) for n, recheck in enumerate(rechecks)]
    for (chosen, about), tool, found in zip(games, tools, rechecked, strict=True):
        still = frozenset[str]()
        if args.fresh and args.update:
            unanswered = frozenset(a.check.name for a in found.report.answers if a.holds is None)
            still = still_shown(
                tool, about.ignored, unanswered, about.certificates, kernel, work.workers,
                work.deadline,
            )  # fmt: skip
        level = work.level(kept=bool(about.kept.answers))
        kept.take(chosen, about, found, still, level)
        remember(kept.digest(chosen), found.report.answers, level)
    return [
        replace(found, report=with_attempts(found.report, seen)) if recalling else found
        for found, seen in zip(rechecked, looks, strict=True)
    ]


def _look_again(work: Answering, rechecks: Sequence[Recheck[Any]], readings: Readings) -> None:
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


class _Beside:
    """What is found out about rulesets beside the answers to checks, by their names."""

    def __init__(self, readings: Mapping[str, ReadingAnswers]) -> None:
        self.known: dict[str, BesideAnswers] = {}
        for name, about in readings.items():
            self.note(name, readings=about)

    @property
    def of_readings(self) -> list[Finding]:
        """The readings that make two games."""
        return [f for one in self.known.values() for f in one.readings.findings]

    def note(self, name: str, **found: Any) -> None:
        """Record what was found out about a ruleset."""
        from ...findings.summary.beside import BesideAnswers

        self.known[name] = replace(self.known.get(name, BesideAnswers()), **found)

    def look(
        self,
        args: argparse.Namespace,
        selected: Sequence[Selected],
        found: Sequence[Results],
        deadline: Deadline,
        larger: Mapping[str, Sequence[InGames]],
    ) -> None:
        """Look for findings that no check asks for, then play examples, then count what has expected
        numbers.

        What was found by then stays if somebody interrupts.
        """
        from ...findings.origins import examples
        from ...findings.origins.expected_numbers import number_findings
        from ...findings.unasked.look import look

        noticed = {
            name: tuple(look(games, deadline, larger.get(name, ())))
            for name, games in _by_name(found).items()
        }
        for name, findings in noticed.items():
            self.note(name, noticed=findings)
        for name, games in _by_ruleset(args, selected, examples.games).items():
            self._add(name, examples.example_findings(games))
            self.note(name, examples=sum(len(g.program.examples) for g in games))
        for name, numbers in _counted(args, selected, deadline).items():
            self._add(name, number_findings(numbers))
            self.note(name, numbers=tuple(numbers))

    def _add(self, name: str, findings: Iterable[Finding]) -> None:
        self.note(name, noticed=(*findings, *(self.known[name].noticed or ())))


def _by_ruleset(
    args: argparse.Namespace,
    selected: Sequence[Selected],
    every: Callable[[Path, Ruleset, int], Sequence[Selected]],
) -> dict[str, Sequence[Selected]]:
    """By ruleset, the games that are looked at: ``every`` one that matters, or those chosen."""
    found: dict[str, Sequence[Selected]] = {}
    for chosen in selected:
        name = chosen.program.instance.ruleset
        if name in found or chosen.ruleset is None:
            continue
        if chosen_game(args):
            found[name] = [s for s in selected if s.program.instance.ruleset == name]
        else:
            found[name] = every(chosen.path, chosen.ruleset, chosen.move_limit)
    return found


def _counted(
    args: argparse.Namespace, selected: Sequence[Selected], deadline: Deadline
) -> dict[str, Sequence[Counted]]:
    """By ruleset, the results for the numbers that its author expects."""
    from ...findings.origins import expected_numbers

    asked = _by_ruleset(args, selected, expected_numbers.games)
    return {n: expected_numbers.counted(g, searcher(args), deadline) for n, g in asked.items()}


def _by_name(found: Sequence[Results]) -> dict[str, list[Results]]:
    """The results by their rulesets."""
    by_ruleset: dict[str, list[Results]] = {}
    for one in found:
        by_ruleset.setdefault(one.selected.program.instance.ruleset, []).append(one)
    return by_ruleset
