"""``rulewright conform``: does an engine, in whatever language, follow the rules?"""

from __future__ import annotations

import argparse
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
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
from ...exits import Exit, InputError, wrapped_message
from ...terminal.console import Console, write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulewright.engines.game import Game
    from rulewright.engines.python.game import PythonGame

    from ....answers.kept import Kept
    from ....conform.connection.engine import Engine
    from ....conform.connection.protocol import EngineFailure
    from ....conform.connection.remote import Remote
    from ....conform.kept_suites import KeptSuite
    from ....conform.trials.checks import Broken
    from ....conform.trials.coverage import Goal
    from ....conform.trials.discrepancy import Discrepancy
    from ....conform.trials.suite import Suite
    from ....findings.subject import Selected
    from ....progress import TellText
    from ...terminal.live import Live

LARGEST = 100_000_000


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
    limits = parser.add_argument_group("what the engine may take")
    limits.add_argument(
        "--answer-seconds", type=seconds, default=ALLOWING.answer, metavar="SECONDS",
        help=f"for an answer; to start it has {ALLOWING.start:g}, or as many if that is more",
    )  # fmt: skip
    limits.add_argument("--engine-memory", type=positive, default=ALLOWING.memory_mb, metavar="MB")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Compare; what was found in one play, as short as possible."""
    from rulewright.engines.python.game import PythonGame

    from ....conform.confirmed import AT_FIRST
    from ....conform.connection.command import maker
    from ....conform.connection.program import MIB, Bounds
    from ....conform.examine import Plan, examine, settled
    from ....conform.smaller import smaller
    from ....limits import Budget
    from ....render.conformance import data, lines

    if args.identify:
        for option in ("suite", "plays", "save"):
            if vars(args)[option] is not None:
                raise InputError(f"--{option} does not go with --identify")
        if args.format != "text":
            raise InputError("--identify tells in words: it goes with --format text")
    chosen = one(args)
    bounds = Bounds(answer=args.answer_seconds, memory=args.engine_memory * MIB)
    bounds = replace(bounds, start=max(bounds.start, args.answer_seconds))
    try:
        make = _renamed(args.actions, maker(args.engine, bounds))
    except ValueError as error:
        raise InputError(f"--engine: {error}") from None
    game = PythonGame(chosen.program, chosen.move_limit)
    seconds = WAITING.conform if args.budget is None else args.budget
    if args.identify:
        return _identify(args, chosen, make, console)
    most = EXAMINING.plays if args.plays is None and args.budget is None else args.plays
    assert chosen.ruleset is not None
    began = game.program.instance.parameters
    with _live(console) as live:
        tell = _working(live)
        suites = _Suites(args, chosen, seconds, live)
        plan = Plan(Budget(seconds), suites.plays, suites.at_first, args.seed, most, AT_FIRST)
        examined = examine(make, game, plan, tell)
        _is_there(args, examined.unmet)
        game, examined = smaller(
            make, chosen.ruleset, game, examined, Budget(EXAMINING.smaller_seconds), tell
        )
        examined = settled(make, game, examined, tell)
    broken = _broken(make, game, examined.found)
    shrunk = {n: v for n, v in game.program.instance.parameters if (n, v) not in began}
    if args.format == "json":
        console.write_json(data(examined, broken) | {"smaller": shrunk})
    else:
        values = ", ".join(f"{name} = {value}" for name, value in shrunk.items())
        name = f"{chosen.name} with {values}" if shrunk else chosen.name
        console.write(lines(name, game, examined, console.style, broken))
    if args.save is not None and examined.found is not None:
        _save(args, game, examined.found, console)
    follows = examined.found is None and not examined.declined
    return Exit.AS_EXPECTED if follows else Exit.NOT_AS_EXPECTED


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


def _working(live: Live) -> TellText:
    """Shows how far one thing is."""
    return lambda what: live.working(what, ())


def _broken(
    make: Callable[[], Engine], game: PythonGame, found: Discrepancy | None
) -> Broken | None:
    """The check that the engine breaks, and the rules do not, in the play that was found."""
    from ....conform.connection.protocol import Declined, EngineFailure
    from ....conform.trials.checks import broken
    from ....conform.trials.discrepancy import Aspect

    if found is None or found.aspect is Aspect.ENGINE:
        return None
    with suppress(Declined, EngineFailure):
        engine = make()
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


class _Suites:
    """The plays with which an engine is compared before random ones: known ones, and a suite."""

    def __init__(
        self, args: argparse.Namespace, chosen: Selected, seconds: float, live: Live
    ) -> None:
        self._args = args
        self._chosen = chosen
        self._seconds = seconds
        self._live = live

    def at_first(self) -> Iterator[tuple[str, ...]]:
        """Where a suite is still to be made that nobody asked to be written: plays that are written down, some
        random ones, and those that tell readings apart, each as soon as it is found."""
        from ....conform.rules.expected import beginning
        from ....conform.trials.trial import random_play

        if self._args.suite is not None or self._kept.read() is not None:
            return
        yield from sorted(set(self._known.values()), key=lambda play: (len(play), play))
        for number in range(EXAMINING.early_plays):
            rng = Random(f"{self._args.seed} early {number}")
            yield tuple(random_play(beginning(self._game), rng))
        for _, play in self._apart():
            yield play

    def plays(self) -> tuple[tuple[str, ...], ...]:
        """The plays of the file, those that are kept, or new ones; they are written to the file if there is to be one."""
        from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular

        from ....conform.trials.suite import read, written

        args, program = self._args, self._chosen.program
        if args.suite is not None and args.suite.exists():
            try:
                return read(read_regular(args.suite, LARGEST).decode(), program)
            except (UnreadableFileError, ValueError) as error:
                raise InputError(f"--suite {args.suite}: {error}") from None
        kept = self._kept.read()
        made = kept or self._made()
        if kept is None:
            self._kept.write(made)
        self._tell(made, kept=kept is not None)
        if args.suite is not None:
            write_file(args.suite, written(program, made))
        return made.plays

    def _made(self) -> Suite:
        from ....conform.trials.suite import suite
        from ....limits import Budget

        assert self._chosen.ruleset is not None
        for _ in self._apart():
            pass  # Those that were not needed so far.
        known, budget = self._known, Budget(self._seconds * EXAMINING.suite_share)
        ruleset, program = self._chosen.ruleset, self._chosen.program
        return suite(ruleset, program, budget, self._args.seed, known, _working(self._live))

    def _tell(self, made: Suite, *, kept: bool) -> None:
        """How much is covered."""
        from ....results.verdict import counted

        counts = ", ".join(f"{kind} {done}/{all_}" for kind, (done, all_) in made.counts().items())
        plays = counted(len(made.plays), "play") + (", made before," if kept else "")
        self._live.note(wrapped_message(f"a suite of {plays} covers {counts}{made.rest}", ""))

    @cached_property
    def _kept(self) -> KeptSuite:
        from ....conform.kept_suites import KeptSuite

        assert self._chosen.ruleset is not None
        answers, source = repr(self._answers), self._chosen.ruleset.tree.source
        how = f"{self._seconds} {self._args.seed} {self._chosen.move_limit}"
        return KeptSuite(self._chosen.program, (source, answers, how))

    @cached_property
    def _answers(self) -> Kept | None:
        """What is kept beside the ruleset."""
        from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular

        from ....answers.format import read

        path = self._chosen.path.with_suffix(".answers")
        if path.exists():
            try:
                return read(read_regular(path, LARGEST))
            except (UnreadableFileError, ValueError) as error:
                self._live.note(f"{path.name} is left out: {error}")
        return None

    @cached_property
    def _game(self) -> PythonGame:
        from rulewright.engines.python.game import PythonGame

        return PythonGame(self._chosen.program, self._chosen.move_limit)

    @cached_property
    def _known(self) -> dict[Goal, tuple[str, ...]]:
        """The plays of examples and of kept answers, and those that tell readings apart as far as they were
        looked for."""
        from ....conform.trials.known import written_down

        return written_down(self._game, self._chosen.ruleset, self._answers)

    def _apart(self) -> Iterator[tuple[Goal, tuple[str, ...]]]:
        """Further plays, each put with those that are known."""
        for goal, play in self._looked_for:
            self._known[goal] = play
            yield goal, play

    @cached_property
    def _looked_for(self) -> Iterator[tuple[Goal, tuple[str, ...]]]:
        from ....conform.trials.known import apart
        from ....limits import Budget

        assert self._chosen.ruleset is not None
        time = Budget(self._seconds * EXAMINING.apart_share).start()
        return apart(self._game, self._chosen.ruleset, tuple(self._known), time)


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
    engine = make()
    name = ""
    try:
        name = engine.hello().name
        with _live(console) as live:
            found = identify(
                chosen.ruleset, engine, PythonGame(chosen.program), Budget(seconds),
                seed=args.seed, tell=_working(live),
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
        console.write(["", *difference(found.at_odds.game, found.at_odds.found, console.style)])
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
