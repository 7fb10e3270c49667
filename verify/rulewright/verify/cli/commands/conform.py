"""``rulewright conform``: does an engine, in whatever language, follow the rules?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ..arguments.options import (
    game_options,
    move_option,
    output_options,
    positive,
    seconds,
    work_options,
)
from ..arguments.select import one
from ..exits import Exit, InputError
from ..terminal.console import Console, write_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...conform.connection.remote import Remote
    from ...conform.trials.discrepancy import Discrepancy
    from ...findings.subject import Selected

SECONDS = 30.0
SUITE_SHARE = 0.2
"""Of the time, to make a suite where none is kept."""
IDENTIFY_SECONDS = 300.0
LARGEST = 100_000_000


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
    parser.add_argument(
        "--suite", type=Path, metavar="FILE",
        help="plays that cover the game: read from there, or made and written if there is no file",
    )  # fmt: skip
    parser.add_argument(
        "--identify", action="store_true", help="which readings does the engine follow?"
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
    from ...conform.connection.command import maker
    from ...conform.connection.remote import MIB, Bounds
    from ...conform.examine import examine
    from ...limits import Budget
    from ...render.conformance import data, lines

    chosen = one(args)
    bounds = Bounds(answer=args.answer_seconds, memory=args.engine_memory * MIB)
    try:
        make = maker(args.engine, bounds)
    except ValueError as error:
        raise InputError(f"--engine: {error}") from None
    game = chosen.game()
    seconds = SECONDS if args.budget is None else args.budget
    if args.identify:
        return _identify(args, chosen, make, place)
    plays = _suite(args, chosen, seconds * SUITE_SHARE, place)
    examined = examine(
        make, game, Budget(seconds), suite=plays, seed=args.seed, most_plays=args.plays
    )
    if args.format == "json":
        place.write_json(data(examined))
    else:
        place.write(lines(chosen.name, game, examined, place.style))
    if args.save is not None and examined.found is not None:
        _save(args, chosen, examined.found, place)
    follows = examined.found is None and not examined.declined
    return Exit.AS_EXPECTED if follows else Exit.NOT_AS_EXPECTED


def _suite(
    args: argparse.Namespace, chosen: Selected, seconds: float, place: Console
) -> tuple[tuple[str, ...], ...]:
    """The plays of the file, or new ones, which are written there if there is to be one."""
    from rulewright.dsl.inputs.regular_file import UnreadableError, read_regular

    from ...conform.trials.suite import read, suite, written
    from ...limits import Budget

    if args.suite is not None and args.suite.exists():
        try:
            return read(read_regular(args.suite, LARGEST).decode(), chosen.program)
        except (UnreadableError, ValueError) as error:
            raise InputError(f"--suite {args.suite}: {error}") from None
    made = suite(chosen.program, Budget(seconds), args.seed)
    counts = ", ".join(f"{kind} {done}/{all_}" for kind, (done, all_) in made.counts().items())
    place.tell(f"a suite of {len(made.plays)} plays covers {counts}")
    if args.suite is not None:
        write_file(args.suite, written(chosen.program, made))
    return made.plays


def _identify(
    args: argparse.Namespace, chosen: Selected, make: Callable[[], Remote], place: Console
) -> Exit:
    from rulewright.engines.python.game import PythonGame

    from ...conform.connection.protocol import Declined, EngineFailure
    from ...conform.identify import identify, shown
    from ...limits import Budget

    assert chosen.ruleset is not None
    default = dict(chosen.program.instance.readings)
    seconds = IDENTIFY_SECONDS if args.budget is None else args.budget
    engine = make()
    try:
        name = engine.hello().name
        found = identify(
            chosen.ruleset, engine, PythonGame(chosen.program), Budget(seconds), seed=args.seed
        )
        engine.close()
    except (Declined, EngineFailure) as error:
        engine.kill()
        place.write([f"{chosen.name}: the engine cannot be asked: {error}"])
        return Exit.NOT_AS_EXPECTED
    place.write([f"{chosen.name}, {name}:", *shown(found, default)])
    return Exit.NOT_AS_EXPECTED if found.readings is None else Exit.AS_EXPECTED


def _save(args: argparse.Namespace, chosen: Selected, found: Discrepancy, place: Console) -> None:
    from ...conform.saved import files

    name = args.rulesets if "/" not in args.rulesets else str(Path(args.rulesets).resolve())
    try:
        args.save.mkdir(parents=True, exist_ok=True)
        for file, text in files(chosen.game(), found, name, args.engine).items():
            (args.save / file).write_text(text, "utf-8")
            place.tell(f"written: {args.save / file}")
    except OSError as error:
        raise InputError(f"--save {args.save}: {error.strerror}") from None
