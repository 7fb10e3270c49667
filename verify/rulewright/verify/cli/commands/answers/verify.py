"""``rulewright verify``: does every check of a game come out as its author expects?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ....render.exchange.formats import FORMATS
from ...arguments.options import (
    Commands,
    effort_options,
    game_options,
    kept_options,
    move_option,
    output_options,
    positive,
    search_options,
    work_options,
)
from ...arguments.rulebook import of_one_ruleset, passages, rulebook_option
from ...exits import Exit, InputError, exit_for
from ...terminal.console import Console, check_places, write_file

if TYPE_CHECKING:
    from ....findings.summary.overview import Overview
    from ....solvers.crosscheck import CrossCheck
    from ...verification.asking import Asked

SHOWN = 20
"""So many findings are shown whole where nobody says how many."""


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
    _what_is_asked(parser)
    _what_is_written(parser)
    parser.set_defaults(run=run)


def _what_is_asked(parser: argparse.ArgumentParser) -> None:
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
        "--watch", action="store_true", help="run again whenever a file of the rulesets is saved"
    )


def _what_is_written(parser: argparse.ArgumentParser) -> None:
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


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Answer the checks of each game, ruleset by ruleset."""
    from ...verification import proofs

    if args.watch:
        from ...verification.watch import watched

        if args.format != "text":
            raise InputError(
                "--watch shows each run to a person, one after the other: it goes with --format text"
            )
        args.watch = False
        return watched(lambda: run(args, console), args.rulesets, console)
    if args.each_reading:
        from . import each_reading

        if args.update or args.frozen:
            raise InputError("answers under each reading are not kept")
        return each_reading.run(args, console)
    _check_options(args)
    try:
        parts = _answered(args, console)
    except proofs.DisagreementAt as disagreement:
        disagreement.tell(console)
        return Exit.TOOL_FAULT
    parts[0].asked.kept.save(console, [overview for part in parts for overview in part.found])
    _write_files(parts, args, console)
    if args.format == "text":
        _write_checked(parts, console)
    else:
        _write_document(parts, args, console)
    if args.report is not None:
        _write_page(parts, args, console)
    return _exit(parts, args, console)


@dataclass(frozen=True, slots=True)
class _Part:
    """Rulesets that were asked together: what was found, for each of them, and the results of other
    solvers."""

    asked: Asked
    found: Sequence[Overview]
    checked: Sequence[CrossCheck]


def _answered(args: argparse.Namespace, console: Console) -> list[_Part]:
    """What was found about all rulesets; on a screen each is shown when it is answered.

    Raises DisagreementAt.
    """
    from ...verification import proofs
    from ...verification.asking import ask_in_turn

    again = proofs.second_solvers(args)
    parts: list[_Part] = []

    def answered(asked: Asked) -> None:
        checked = proofs.check_again(asked.results, again, args, console) if again else []
        part = _Part(asked, asked.overviews, checked)
        if args.format == "text":
            console.write([""] if parts else [])
            _write_screens(part.found, args, console)
            console.flush()
        parts.append(part)

    ask_in_turn(args, console, answered)
    return parts


def _write_files(parts: Sequence[_Part], args: argparse.Namespace, console: Console) -> None:
    """Plays and questions to solvers, if they are wanted."""
    from ....render.exchange.json import traces
    from ....results.verdict import counted
    from ...verification import proofs

    results = [result for part in parts for result in part.asked.results]
    if args.traces is not None:
        for name, content in traces(results):
            write_file(args.traces / name, content)
    if args.proofs is not None:
        count = proofs.save(results, args.proofs)
        console.tell(f"{counted(count, 'question')} written to {args.proofs}")


def _write_document(parts: Sequence[_Part], args: argparse.Namespace, console: Console) -> None:
    """Everything in a format that other programs read."""
    found = [overview for part in parts for overview in part.found]
    if args.format == "json":
        _write_json(found, [one for part in parts for one in part.checked], console)
    elif document := FORMATS[args.format](found, Path.cwd()):
        console.write_source(document)


def _check_options(args: argparse.Namespace) -> None:
    """Raises InputError if an option does not go with another."""
    if args.format != "text":
        for option in ("boards", "findings"):
            if vars(args)[option] is not None:
                raise InputError(f"--{option} goes with --format text")
    if args.rulebook is not None and args.report is None:
        raise InputError("--rulebook goes with --report")
    check_places(args.report, folders=(args.traces, args.proofs))
    of_one_ruleset(args)


def _write_json(found: Sequence[Overview], checked: Sequence[CrossCheck], console: Console) -> None:
    from ....render.exchange.findings_json import findings_of
    from ....render.exchange.json import report_json
    from ....render.proofs import crosscheck_json

    reports = [
        report_json(result) | findings_of(overview, result)
        for overview in found
        for result in overview.results
    ]
    for report, again in zip(reports, checked, strict=False):
        report["crosscheck"] = crosscheck_json(again)
    console.write_json(reports)


def _write_screens(found: Sequence[Overview], args: argparse.Namespace, console: Console) -> None:
    """A screen for each ruleset; below it the findings that are to be shown whole.

    Where one ruleset was asked one question, its answers stand below, and the findings that fit on the screen.
    """
    from ....render.screen.screen import screen
    from ....render.whole import answers, whole

    for number, overview in enumerate(found):
        console.write([""] if number else [])
        lines = [*screen(overview, console.style, console.columns, console.lines)]
        asked_for = args.findings or (SHOWN if args.boards else 0)
        one_question = len(set(args.rulesets)) == len(overview.questions) == 1
        if one_question:
            question = overview.questions[0]
            lines += ["", *answers(overview, question, console.style, console.columns)]
        for finding in overview.findings[: asked_for or (SHOWN if one_question else 0)]:
            more = ["", *whole(finding, console.style, args.boards, console.columns)]
            if not asked_for and len(lines) + len(more) > console.lines:
                break
            lines += more
        console.write(lines)


def _write_checked(parts: Sequence[_Part], console: Console) -> None:
    """What other solvers say of all proofs, if they were asked."""
    from ....render.proofs import crosscheck_lines
    from ....solvers.crosscheck import CrossCheck

    if checked := [one for part in parts for one in part.checked]:
        console.write(crosscheck_lines(sum(checked, start=CrossCheck({}))))


def _write_page(parts: Sequence[_Part], args: argparse.Namespace, console: Console) -> None:
    from ...terminal import report_file

    found = [overview for part in parts for overview in part.found]
    said = passages(args, parts[0].asked.selected[0].ruleset)
    written = report_file.save(found, args.report, said)
    if args.format == "json":
        console.tell(written)
    else:
        console.write(["", written])


def _exit(parts: Sequence[_Part], args: argparse.Namespace, console: Console) -> Exit:
    from ...verification.asking import early_exit

    early = early_exit([part.asked for part in parts], console, frozen=args.frozen)
    each = [overview.as_expected for part in parts for overview in part.found]
    return (
        exit_for(False if False in each else None if None in each else True)
        if early is None
        else early
    )
