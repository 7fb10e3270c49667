"""``rulewright conform``: does an engine, in whatever language, follow the rules?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .console import Console
from .exits import Exit, InputError
from .options import game_options, move_option, output_options, positive, seconds, work_options
from .select import one

if TYPE_CHECKING:
    from ..conform.discrepancy import Discrepancy
    from ..findings.subject import Selected

SECONDS = 30.0


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "conform",
        parents=[game_options(many=False), work_options(), move_option(), output_options()],
        help="compare somebody's engine with the rules, play by play",
        description="Compare an engine with the rules. It is started as a process and asked on "
        "lines of JSON; see docs/engines.md. Exit code 1: it does not follow the rules.",
    )
    parser.add_argument(
        "--engine", required=True, metavar="COMMAND", help="or MODULE:CLASS, a class of Python"
    )
    parser.add_argument("--plays", type=positive, metavar="N", help="at most so many random plays")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER",
        help="write what was found there: a trace (ITF), a line of the corpus, a test for pytest",
    )  # fmt: skip
    limits = parser.add_argument_group("what the engine may take")
    limits.add_argument("--answer-seconds", type=seconds, default=5.0, metavar="SECONDS")
    limits.add_argument("--engine-memory", type=positive, default=512, metavar="MB")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, place: Console) -> Exit:
    """Compare; what was found in one play, as short as possible."""
    from ..conform.command import maker
    from ..conform.examine import examine
    from ..conform.remote import MIB, Bounds
    from ..limits import Budget
    from ..render.conformance import data, lines

    chosen = one(args)
    bounds = Bounds(answer=args.answer_seconds, memory=args.engine_memory * MIB)
    try:
        make = maker(args.engine, bounds)
    except ValueError as error:
        raise InputError(f"--engine: {error}") from None
    game = chosen.game()
    budget = Budget(SECONDS if args.budget is None else args.budget)
    examined = examine(make, game, budget, seed=args.seed, most_plays=args.plays)
    if args.format == "json":
        place.write_json(data(examined))
    else:
        place.write(lines(chosen.name, game, examined, place.style))
    return (
        Exit.AS_EXPECTED
        if examined.found is None and not examined.declined
        else Exit.NOT_AS_EXPECTED
    )


def _save(args: argparse.Namespace, chosen: Selected, found: Discrepancy, place: Console) -> None:
    from ..conform.saved import files

    name = args.rulesets if "/" not in args.rulesets else str(Path(args.rulesets).resolve())
    try:
        args.save.mkdir(parents=True, exist_ok=True)
        for file, text in files(chosen.game(), found, name, args.engine).items():
            (args.save / file).write_text(text, "utf-8")
            place.tell(f"written: {args.save / file}")
    except OSError as error:
        raise InputError(f"--save {args.save}: {error.strerror}") from None
