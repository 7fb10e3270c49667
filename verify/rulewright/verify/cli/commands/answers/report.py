"""`rulewright report`: all findings as one HTML file, with plays to step through."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...arguments.options import (
    Commands,
    debug_option,
    effort_options,
    game_options,
    kept_options,
    move_option,
    search_options,
    work_options,
)
from ...arguments.rulebook import of_one_ruleset, passages, rulebook_option
from ...exits import Exit
from ...terminal.console import Console, check_places

FILE = Path("rulewright-report.html")


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "report",
        parents=[
            game_options(many=True), kept_options(), work_options(), effort_options(), move_option(),
            search_options(), rulebook_option(), debug_option(),
        ],
        help="write an HTML page with all answers and findings, and their plays to step through",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, default=FILE, metavar="FILE", help=f"default: {FILE}"
    )
    parser.add_argument(
        "--all", action="store_true", help="every instance, not only those for play"
    )
    parser.set_defaults(run=run, check=[])


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Answer the checks, and write the page."""
    from ....draw.style import wrapped
    from ....render.changed import news
    from ...terminal import report_file
    from ...verification.asking import ask, exit_of

    check_places(args.output)
    of_one_ruleset(args)
    asked = ask(args, console)
    overviews = asked.overviews
    asked.kept.save(console, overviews)
    said = passages(args, asked.selected[0].ruleset)
    for line in (line for overview in overviews for line in news(overview)):
        console.write(wrapped(line, max(20, min(console.columns, 100))))
    console.write([report_file.save(overviews, args.output, said)])
    return exit_of(asked, console, frozen=args.frozen)
