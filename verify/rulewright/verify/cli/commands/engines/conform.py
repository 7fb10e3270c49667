"""``rulewright conform``: does an engine, in whatever language, follow the rules?"""

from __future__ import annotations

import argparse
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....effort.answering import WAITING
from ....effort.conforming import ALLOWING, EXAMINING
from ...arguments.options import (
    Commands,
    game_options,
    move_option,
    output_options,
    positive,
    seconds,
    work_options,
)
from ...arguments.select import one
from ...exits import Exit, InputError
from ...terminal.console import Console, check_places
from .suites import LARGEST, Suites, working

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulewright.engines.game import Game
    from rulewright.engines.python.game import PythonGame

    from ....conform.connection.engine import Engine
    from ....conform.connection.protocol import EngineFailure
    from ....conform.connection.remote import Remote
    from ....conform.examine import ConformanceResult, Plan
    from ....conform.trials.checks import Broken
    from ....conform.trials.discrepancy import Discrepancy
    from ....findings.subject import Selected
    from ....limits import Deadline
    from ...terminal.live import Live


def add(commands: Commands) -> None:
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
        "--identify",
        action="store_true",
        help="which readings, and which open numbers, does the engine follow?",
    )
    parser.add_argument(
        "--actions", type=Path, metavar="FILE",
        help="what the engine calls actions, a line each: place {square} = mark({square})",
    )  # fmt: skip
    parser.add_argument("--plays", type=positive, metavar="N", help="at most so many random plays")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER",
        help="write what was found there: a trace (ITF), a line of the corpus, a test for pytest",
    )  # fmt: skip
    parser.add_argument(
        "--boards", choices=("all", "last", "none"),
        help="to draw of the play that shows a difference (default: all)",
    )  # fmt: skip
    limits = parser.add_argument_group("what the engine may take")
    limits.add_argument(
        "--answer-seconds", type=seconds, default=ALLOWING.answer, metavar="SECONDS",
        help=f"for an answer; to start it has {ALLOWING.start:g}, or as many if that is more",
    )  # fmt: skip
    limits.add_argument("--engine-memory", type=positive, default=ALLOWING.memory_mb, metavar="MB")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Compare; what was found in one play, as short as possible."""
    from ....conform.connection.command import maker
    from ....conform.connection.program import MIB, Bounds
    from ....conform.examine import settled
    from ....limits import Budget
    from ....render.conformance import data, lines, wholly_in_smaller

    if args.identify:
        for option in ("suite", "plays", "save"):
            if vars(args)[option] is not None:
                raise InputError(f"--{option} does not go with --identify")
        if args.format != "text":
            raise InputError("--identify tells in words: it goes with --format text")
    if args.boards is not None and args.format == "json":
        raise InputError("--boards goes with --format text")
    check_places(args.suite, folders=(args.save,))
    chosen = one(args)
    bounds = Bounds(answer=args.answer_seconds, memory=args.engine_memory * MIB)
    bounds = replace(bounds, start=max(bounds.start, args.answer_seconds))
    try:
        make = _renamed(args.actions, maker(args.engine, bounds))
    except ValueError as error:
        raise InputError(f"--engine: {error}") from None
    seconds = WAITING.conform if args.budget is None else args.budget
    if args.identify:
        return _identify(args, chosen, make, console)
    until = Budget(seconds + EXAMINING.moment_more).start()
    with _live(console) as live:
        game, examined, also = _examined(args, chosen, make, seconds, live)
        examined = settled(make, game, examined, working(live), until)
    broken = _broken(make, game, examined.found, until)
    began = chosen.program.instance.parameters
    shrunk = {n: v for n, v in game.program.instance.parameters if (n, v) not in began}
    if args.format == "json":
        scope_as_data = None if also is None else _as_data(*also)
        console.write_json(data(examined, broken) | {"smaller": shrunk, "scope": scope_as_data})
    else:
        values = ", ".join(f"{name} = {value}" for name, value in shrunk.items())
        name = f"{chosen.name} with {values}" if shrunk else chosen.name
        console.write(lines(name, game, examined, console.style, broken, args.boards))
        if also is not None:
            console.write(wholly_in_smaller(*also))
    if args.save is not None and examined.found is not None:
        _save(args, game, examined.found, console)
    follows = examined.found is None and not examined.declined
    return Exit.AS_EXPECTED if follows else Exit.NOT_AS_EXPECTED


def _examined(
    args: argparse.Namespace,
    chosen: Selected,
    make: Callable[[], Engine],
    seconds: float,
    live: Live,
) -> tuple[PythonGame, ConformanceResult, tuple[PythonGame, ConformanceResult] | None]:
    """What was found, and in which game: another one if it shows in a smaller one. And if nothing was, the smaller
    instance that was compared, too."""
    from rulewright.engines.python.game import PythonGame

    from ....conform.examine import examine
    from ....conform.small_scope import in_small_scope
    from ....conform.smaller import smaller
    from ....limits import Budget

    assert chosen.ruleset is not None
    until, tell = Budget(seconds).start(), working(live)
    game = PythonGame(chosen.program, chosen.move_limit)
    plan = _plan(args, chosen, Suites(args, chosen, seconds, live), seconds)
    examined = examine(make, game, plan, tell)
    _is_there(args, examined.unmet)
    if examined.found is None and not examined.declined and examined.complete is None:
        also = in_small_scope(make, chosen.ruleset, game, until, tell)
        if also is None or also[1].found is None:
            return game, examined, also
        game, examined = also
    shortly = Budget(min(max(0.0, until.left() or 0.0), EXAMINING.smaller_seconds))
    return *smaller(make, chosen.ruleset, game, examined, shortly, tell), None


def _plan(args: argparse.Namespace, chosen: Selected, suites: Suites, seconds: float) -> Plan:
    """What is asked of the engine about the game itself."""
    from rulewright.dsl.instantiate import smaller_instances

    from ....conform.confirmed import AT_FIRST
    from ....conform.examine import Plan
    from ....limits import Budget

    assert chosen.ruleset is not None
    plan = Plan(
        Budget(seconds), suites.plays, suites.at_first, args.seed, args.plays, shrinking=AT_FIRST
    )
    if args.plays is None and args.budget is None:
        return replace(plan, most_plays=EXAMINING.plays, playing=EXAMINING.playing)
    small = smaller_instances(chosen.ruleset, chosen.program)
    return replace(plan, reserved=seconds * EXAMINING.scope_share if small else 0.0)


def _as_data(game: PythonGame, examined: ConformanceResult) -> dict[str, object]:
    """A smaller instance that was compared completely."""
    return {"parameters": dict(game.program.instance.parameters), "complete": examined.complete}


def _is_there(args: argparse.Namespace, unmet: EngineFailure | None) -> None:
    """Raises InputError, if an engine has not said who it is as there is no such command, or no such file."""
    from ....conform.connection.command import missing

    what = "" if unmet is None else missing(args.engine, unmet)
    if what:
        raise InputError(f"--engine: {what}")


@contextmanager
def _live(console: Console) -> Iterator[Live]:
    """What shows how far it is, on the error stream; a terminal is as it was afterwards."""
    from ...terminal.live import Live

    live = Live(console.err, console.columns)
    try:
        yield live
    finally:
        live.done()


def _broken(
    make: Callable[[], Engine], game: PythonGame, found: Discrepancy | None, until: Deadline
) -> Broken | None:
    """The check that the engine breaks, and the rules do not, in the play that was found."""
    from ....conform.connection.counted import CountedEngine
    from ....conform.connection.protocol import Declined, EngineFailure
    from ....conform.trials.checks import broken
    from ....conform.trials.discrepancy import Aspect
    from ....limits import OutOfTime

    if found is None or found.aspect is Aspect.ENGINE or until.passed():
        return None
    with suppress(Declined, EngineFailure, OutOfTime):
        engine = CountedEngine(make(), until)
        try:
            breaks = broken(engine, game, found.play)
        finally:
            engine.close()
        return None if breaks is None or breaks.by_rules else breaks
    return None


def _renamed(path: Path | None, start: Callable[[], Remote]) -> Callable[[], Engine]:
    """What starts the engine, behind the list of what it calls actions."""
    from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular

    from ....conform.connection.renamed import RenamedEngine, read

    if path is None:
        return start
    try:
        wordings = read(read_regular(path, LARGEST).decode("utf-8"))
    except (UnreadableFileError, ValueError) as error:
        raise InputError(f"--actions {path}: {error}") from None
    return lambda: RenamedEngine(start(), wordings)


def _identify(
    args: argparse.Namespace, chosen: Selected, make: Callable[[], Engine], console: Console
) -> Exit:
    from rulewright.engines.python.game import PythonGame

    from ....conform.connection.protocol import Declined, EngineFailure, said
    from ....conform.identify.identified import shown
    from ....conform.identify.identify import identify
    from ....draw.style import wrapped
    from ....limits import Budget
    from ....render.conformance import LONGEST_NAME, WIDEST, difference

    assert chosen.ruleset is not None
    instance = chosen.program.instance
    numbers = {name: str(value) for name, value in instance.parameters}
    default = numbers | dict(instance.readings)
    seconds = WAITING.identify if args.budget is None else args.budget
    until, engine = Budget(seconds).start(), make()
    name = ""
    try:
        name = engine.hello().name
        with _live(console) as live:
            found = identify(
                chosen.ruleset, engine, PythonGame(chosen.program), Budget(until.left()),
                seed=args.seed, tell=working(live),
            )  # fmt: skip
    except (Declined, EngineFailure) as error:
        with suppress(EngineFailure):
            engine.close()
        if isinstance(error, EngineFailure) and not name:
            _is_there(args, error)
        why = f"{chosen.name}: the engine cannot be asked: {error}"
        if isinstance(error, EngineFailure) and name:
            why += "; without --identify, conform shows after which play"
        console.write(wrapped(why, WIDEST, whole=False))
        return Exit.NOT_AS_EXPECTED
    ended_badly = _ended_badly(engine)
    for line in (f"{chosen.name}, {said(name, LONGEST_NAME)}:", *shown(found, default)):
        console.write(wrapped(line, WIDEST, "    "))
    if found.at_odds is not None:
        wrong = found.at_odds
        console.write(["", *difference(wrong.game, wrong.found, console.style, args.boards)])
    if ended_badly is not None:
        console.write(wrapped(f"when it was told to end: {ended_badly}", WIDEST, whole=False))
        return Exit.NOT_AS_EXPECTED
    if found.readings is None:
        return Exit.UNDECIDED if found.undecided else Exit.NOT_AS_EXPECTED
    return Exit.AS_EXPECTED


def _ended_badly(engine: Engine) -> EngineFailure | None:
    """How an engine fails when it is told to end: what was found out before is true all the same."""
    from ....conform.connection.protocol import EngineFailure

    try:
        engine.close()
    except EngineFailure as failure:
        return failure
    return None


def _save(args: argparse.Namespace, game: Game[Any], found: Discrepancy, console: Console) -> None:
    from ....conform.saved import files

    name = args.rulesets if "/" not in args.rulesets else str(Path(args.rulesets).resolve())
    try:
        args.save.mkdir(parents=True, exist_ok=True)
        for file, text in files(game, found, name, args.engine).items():
            (args.save / file).write_text(text, "utf-8")
            console.tell(f"written: {args.save / file}")
    except OSError as error:
        raise InputError(f"--save {args.save}: {error.strerror}") from None
