"""``rulewright verify``: does every check of a game come out as its author expects?"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...limits import Deadline
from ...render.exchange.formats import FORMATS
from ..arguments.options import (
    Commands,
    effort_options,
    game_options,
    kept_options,
    move_option,
    output_options,
    positive,
    search_options,
    searcher,
    work_options,
)
from ..arguments.rulebook import of_one_ruleset, passages, rulebook_option
from ..arguments.select import asking, several
from ..arguments.select import chosen as chosen_game
from ..exits import Exit, InputError, exit_for
from ..terminal.console import Console, write_file

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset

    from ...answers.recheck import Looked
    from ...findings.collect import Results
    from ...findings.finding import Finding
    from ...findings.origins.expected_numbers import Counted
    from ...findings.origins.readings import ReadingAnswers
    from ...findings.overview import Overview
    from ...findings.subject import Selected
    from ..verification.answering import Answering
    from ..verification.kept_answers import KeptAnswers


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "verify",
        parents=[
            game_options(many=True),
            kept_options(),
            work_options(),
            effort_options(),
            move_option(),
            search_options(),
            output_options(*FORMATS),
            rulebook_option(),
        ],
        help="answer the checks of games, and show what was found",
    )
    parser.add_argument(
        "--check", action="append", default=[], metavar="NAME",
        help="answer this check alone (may be repeated)",
    )  # fmt: skip
    parser.add_argument(
        "--all",
        action="store_true",
        help="every instance of a ruleset, not only those for play",
    )
    parser.add_argument(
        "--each-reading",
        action="store_true",
        help="one game: a table with the answers under each option of each reading",
    )
    parser.add_argument(
        "--boards",
        choices=("all", "last", "none"),
        help="show findings whole; draw each position of a play, or the last, or none "
        "(default: all of short plays)",
    )
    parser.add_argument(
        "--findings",
        type=positive,
        metavar="N",
        help="show the first N whole, below the screen of each ruleset",
    )
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write the page of `rulewright report`, too"
    )
    parser.add_argument(
        "--watch", action="store_true", help="run again whenever a file of the rulesets is saved"
    )
    parser.add_argument("--traces", type=Path, metavar="FOLDER", help="write each play to a file")
    parser.add_argument(
        "--crosscheck",
        action="store_true",
        default=None,
        help="have another solver confirm every question that a proof rests on",
    )
    parser.add_argument(
        "--proofs",
        type=Path,
        metavar="FOLDER",
        help="write each such question to a file of SMT-LIB",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, place: Console) -> Exit:
    """Answer the checks of each game with an equal share of the time that is left."""
    from ...render.exchange.findings_json import findings_of
    from ...render.exchange.json import report_json, traces
    from ...render.proofs import crosscheck_json, crosscheck_lines
    from ...render.screen import screen
    from ...render.whole import answers, whole
    from ...results.verdict import counted
    from ...solvers.crosscheck import CrossCheck
    from ..verification import proofs, report_file
    from ..verification.kept_answers import not_as_kept

    if args.watch:
        from ..verification.watch import watched

        args.watch = False
        return watched(lambda: run(args, place), args.rulesets, place)
    if args.each_reading:
        from ..verification import each_reading

        if args.update or args.frozen:
            raise InputError("answers under each reading are not kept")
        return each_reading.run(args, place)
    if args.format != "text":
        for option in ("boards", "findings"):
            if vars(args)[option] is not None:
                raise InputError(f"--{option} goes with --format text")
    if args.rulebook is not None and args.report is None:
        raise InputError("--rulebook goes with --report")
    of_one_ruleset(args)
    again = proofs.second_solvers(args)
    asked = ask(args, place)
    results = asked.results
    try:
        checked = proofs.check_again(results, again, args, place) if again else []
    except proofs.At as disagreement:
        disagreement.tell(place)
        return Exit.TOOL_FAULT
    found = asked.overviews
    asked.kept.save(place, found)
    if args.traces is not None:
        for name, content in traces(results):
            write_file(args.traces / name, content)
    if args.proofs is not None:
        count = proofs.save(results, args.proofs)
        place.tell(f"{counted(count, 'question')} written to {args.proofs}")
    if args.format in FORMATS:
        document = FORMATS[args.format](found, Path.cwd())
        if document:
            place.write_source(document)
    elif args.format == "json":
        reports_json = [
            report_json(result) | findings_of(overview, result)
            for overview in found
            for result in overview.results
        ]
        for report, found_again in zip(reports_json, checked, strict=False):
            report["crosscheck"] = crosscheck_json(found_again)
        place.write_json(reports_json)
    else:
        for number, overview in enumerate(found):
            place.write([""] if number else [])
            place.write(screen(overview, place.style, place.columns, place.lines))
            one_question = len(overview.questions) == 1
            shown = args.findings or (20 if one_question or args.boards else 0)
            if one_question:
                question = overview.questions[0]
                place.write(["", *answers(overview, question, place.style, place.columns)])
            for finding in overview.findings[:shown]:
                place.write(["", *whole(finding, place.style, args.boards, place.columns)])
        if checked:
            place.write(crosscheck_lines(sum(checked, start=CrossCheck({}))))
    if args.report is not None:
        said = passages(args, asked.selected[0].ruleset)
        written = report_file.save(found, args.report, said)
        if args.format == "json":
            place.tell(written)
        else:
            place.write(["", written])
    if asked.stopped is not None:
        place.tell("rulewright: interrupted; what was not found by then is open")
        return asked.stopped
    if args.frozen:
        different = not_as_kept(list(zip(asked.selected, asked.looked, strict=True)), place)
        lost = any(one.changes for one in asked.readings.values())
        return Exit.NOT_AS_EXPECTED if different or lost else Exit.AS_EXPECTED
    each = [overview.as_expected for overview in found]
    return exit_for(False if False in each else None if None in each else True)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, what came of it, and what is kept of it.

    ``stopped``: the code to exit with, if somebody did not let it end.
    """

    selected: list[Selected]
    looked: list[Looked]
    results: list[Results]
    kept: KeptAnswers
    unasked: Mapping[str, Sequence[Finding]]
    readings: Mapping[str, ReadingAnswers]
    stopped: Exit | None = None
    examples: Mapping[str, int] = field(default_factory=dict)
    """How many examples of each ruleset were played."""
    counted: Mapping[str, Sequence[Counted]] = field(default_factory=dict)
    """What came of the numbers that are expected of the games of each ruleset."""
    edited: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What changed in each ruleset since answers were kept, if all of these were looked at again."""

    @property
    def overviews(self) -> list[Overview]:
        """What a reader should know, a ruleset each."""
        from ...findings.overview import overviews

        return overviews(
            self.results,
            self.unasked,
            self.kept.numbers,
            self.examples,
            self.readings,
            self.counted,
            self.edited,
        )


def ask(args: argparse.Namespace, place: Console) -> Asked:
    """Answer the checks of the games that the options name."""
    from ..verification.answering import answering

    with answering(args, place) as work:
        return _ask(args, work)


def _ask(args: argparse.Namespace, work: Answering) -> Asked:
    from ...answers.explanation import explained
    from ...answers.judge import kernel
    from ...answers.recheck import Recheck, advising, founds, looked_at_again, still_shown
    from ...findings.collect import Results
    from ...findings.origins import examples
    from ...findings.origins.expected_numbers import number_findings
    from ...results.check_result import assess
    from ..verification.kept_answers import KeptAnswers
    from ..verification.readings import Readings
    from ..verification.vacuity import with_vacuity

    selected = asking(several(args, instances=True), args.check)
    kept = KeptAnswers(args, selected)
    places = [kept.of(chosen) for chosen in selected]
    tools = [work.tools(chosen.game()) for chosen in selected]
    rechecks = [
        Recheck(
            tool, about.kept, about.certificates, kernel, frozenset(args.check) or None,
            about.changed, again=frozenset() if args.frozen else looked_at_again(args.effort),
        )
        for about, tool in zip(places, tools, strict=True)
    ]  # fmt: skip
    readings = Readings(args, work, kept, selected)
    work.start()
    comparisons = readings.rechecks()
    jobs = [recheck.jobs() for recheck in rechecks]
    done = work.side_by_side([c.job for c in comparisons] + [job for some in jobs for job in some])
    for comparison, result in zip(comparisons, done, strict=False):
        comparison.take(result)
    results = iter(founds(done[len(comparisons) :]))
    for recheck, some in zip(rechecks, jobs, strict=True):
        recheck.take([next(results) for _ in some])
    missing = {n: m for n, r in enumerate(rechecks) if (m := r.missing) is not None}
    subjects = [
        work.subject(
            selected[n],
            tools[n],
            checks,
            rechecks[n].accepted,
            kept=bool(places[n].kept.answers),
            open_before=rechecks[n].open_before,
            known=rechecks[n].mended,
        )
        for n, checks in missing.items()
    ]
    reports = {
        n: advising(report, work.level(kept=True)) if places[n].kept.answers else report
        for n, report in zip(missing, work.answer(subjects), strict=True)
    }
    looked = [recheck.looked(reports.get(n)) for n, recheck in enumerate(rechecks)]
    for chosen, about, tool, found in zip(selected, places, tools, looked, strict=True):
        still = frozenset[str]()
        if args.fresh and args.update:
            unanswered = frozenset(a.check.name for a in found.report.answers if a.holds is None)
            still = still_shown(
                tool, about.ignored, unanswered, about.certificates, kernel, work.workers,
                work.deadline,
            )  # fmt: skip
        level = work.level(kept=bool(about.kept.answers))
        kept.take(chosen, about, found, still, level)
    explained_reports = [
        replace(
            explained(each.report, about.certificates, chosen.program), for_play=chosen.for_play
        )
        for chosen, about, each in zip(selected, places, looked, strict=True)
    ]
    found_out = [
        Results(chosen, report, judgement, each.changes, each.held)
        for chosen, report, each, judgement in zip(
            selected, explained_reports, looked, assess(explained_reports), strict=True
        )
    ]
    readings.look()
    about_readings = readings.answers()
    if work.stopped is None:
        others = [f for one in about_readings.values() for f in one.findings]
        found_out = with_vacuity(found_out, others, work)
    unasked: dict[str, Sequence[Finding]] = {}
    played: dict[str, Sequence[Selected]] = {}
    counted: dict[str, Sequence[Counted]] = {}
    if not args.check and work.stopped is None:
        with work.interruptible():
            unasked = _unasked(found_out, work.deadline)
            for name, games in _by_ruleset(args, selected, examples.games).items():
                unasked[name] = [*examples.example_findings(games), *unasked.get(name, ())]
                played[name] = games
            for name, numbers in _counted(args, selected, work.deadline).items():
                unasked[name] = [*number_findings(numbers), *unasked.get(name, ())]
                counted[name] = numbers
    edited = {
        chosen.program.instance.ruleset: about.changed
        for chosen, about, found in zip(selected, places, looked, strict=True)
        if found.held and about.changed
    }
    count = {n: sum(len(g.program.examples) for g in games) for n, games in played.items()}
    return Asked(
        selected, looked, found_out, kept, unasked, about_readings, work.stopped, count, counted,
        {} if work.deadline.passed() else edited,
    )  # fmt: skip


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
    """By ruleset, what came of the numbers that its author expects."""
    from ...findings.origins import expected_numbers

    asked = _by_ruleset(args, selected, expected_numbers.games)
    return {n: expected_numbers.counted(g, searcher(args), deadline) for n, g in asked.items()}


def _unasked(found: Sequence[Results], deadline: Deadline) -> dict[str, Sequence[Finding]]:
    """By ruleset, what nobody asked about; what is not done by the deadline is left out."""
    from ...findings.unasked.look import look

    by_ruleset: dict[str, list[Results]] = {}
    for one in found:
        by_ruleset.setdefault(one.selected.program.instance.ruleset, []).append(one)
    return {name: look(games, deadline) for name, games in by_ruleset.items()}
