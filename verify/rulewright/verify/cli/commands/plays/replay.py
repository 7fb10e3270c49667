"""``rulewright replay``: play a trace again, by the rules, and see what it shows."""

from __future__ import annotations

import argparse
import os
from codecs import BOM_UTF8
from pathlib import Path

from rulewright.dsl.ir.program import Instance

from ....findings.subject import Selected, identification, title
from ....plays.itf import Trace, TraceError
from ....plays.movelist import MoveList
from ....plays.play import Play, ReplayError, play_of, states_of
from ....properties.target import LassoTarget, Target, shows
from ...arguments.options import Commands, move_option, output_options
from ...arguments.select import from_instance, named, paths
from ...exits import Exit, InputError, wrapped_message
from ...terminal.console import Console

LARGEST = 100_000_000


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "replay",
        parents=[move_option(), output_options()],
        help="play a trace again, step by step",
    )
    parser.add_argument("trace", type=Path, metavar="TRACE", help="ITF as JSON, or a list of moves")
    parser.add_argument("--ruleset", metavar="RULESET", help="default: the one the trace names")
    parser.add_argument("--boards", choices=("all", "last", "none"), help="to draw (default: all)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Replay on the Python engine; exit 1 if the rules disagree with the file."""
    from ....draw.plays import play_lines
    from ....plays.itf import replay
    from ....render.conformance import differing

    if args.boards is not None and args.format == "json":
        raise InputError("--boards goes with --format text")
    written = _read(args.trace)
    try:
        chosen, trace = _chosen(args, written)
    except ReplayError as error:
        console.write([f"{args.trace}: {error}"])
        return Exit.NOT_AS_EXPECTED
    try:
        game = chosen.game()
        play = replay(game, trace) if trace.states else play_of(game, trace.actions)
        problem = _not_shown(chosen, trace)
    except (TraceError, ReplayError) as error:
        problem, play = f"the rules say otherwise: {error}", None
    if args.format == "json":
        console.write_json(_json(trace, play, problem))
    else:
        console.write([wrapped_message(problem or _summary(trace))])
        if play is not None:
            console.write(play_lines(play, console.style, args.boards or "all"))
            if trace.sides is not None:
                console.write(differing(trace.sides, console.style))
    return Exit.NOT_AS_EXPECTED if problem else Exit.AS_EXPECTED


def _read(path: Path) -> Trace | MoveList:
    from rulewright.dsl.inputs.regular_file import UnreadableFileError, read_regular

    from ....plays import itf, movelist

    try:
        data = read_regular(path, LARGEST).removeprefix(BOM_UTF8)
    except UnreadableFileError as error:
        raise InputError(f"cannot read {path}: {error}") from error
    try:
        if data.lstrip().startswith((b"{", b"[")):
            return itf.read(data)
        return movelist.read(data.decode())
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: no text in UTF-8") from error
    except TraceError as error:
        raise InputError(f"{path}: {error}") from error


def _chosen(args: argparse.Namespace, written: Trace | MoveList) -> tuple[Selected, Trace]:
    """The game of a play, and the play. Raises ReplayError if a listed move cannot be played."""
    from ....plays.movelist import trace

    if args.ruleset is None:
        _is_a_name(
            args.trace,
            written.ruleset if isinstance(written, MoveList) else written.instance.ruleset,
        )
    if isinstance(written, Trace):
        _own_tables(args.trace, written.instance)
        path = paths([args.ruleset or written.instance.ruleset])[0]
        return from_instance(path, written.instance, args.move_limit), written
    chosen = named(args.ruleset or written.ruleset, written.instance, args.move_limit)
    return chosen, trace(chosen.game(), written)


def _is_a_name(file: Path, ruleset: str) -> None:
    """Raises InputError if a play names its ruleset by a path, which its author must not choose, or names one
    that is not shipped."""
    from rulewright.dsl.diagnostics import near
    from rulewright.dsl.inputs.locate import SUFFIX, is_ruleset, rulesets

    if "/" in ruleset or os.sep in ruleset:
        raise InputError(f"{file} names a ruleset by its path: give it with --ruleset")
    if is_ruleset(ruleset):
        return
    own = f"{ruleset}{SUFFIX}"
    places = (
        folder / inside for folder in (Path(), file.parent) for inside in (own, f"{ruleset}/{own}")
    )
    here = next((path for path in places if path.is_file()), None)
    given = "give its file with --ruleset" if here is None else f"--ruleset {here} may be its file"
    hint = near(ruleset, [path.stem for path in rulesets()])
    why = f"{file} is a play of {ruleset}, which is not shipped: {given}" + (
        f"; {hint}" if hint else ""
    )
    raise InputError(why)


def _own_tables(file: Path, instance: Instance) -> None:
    """Raises InputError if a trace asks for tables of cards elsewhere than here or beside it."""
    from rulewright.dsl.inputs.cards import is_path

    for name, chosen in instance.readings:
        table = Path(os.path.realpath(chosen))
        near = (os.path.realpath(folder) for folder in (".", file.parent))
        if is_path(chosen) and not any(table.is_relative_to(folder) for folder in near):
            raise InputError(
                f"{file} asks for a table {name} that lies neither beside it nor in this folder"
            )


def _summary(trace: Trace) -> str:
    from ....results.verdict import counted

    moves = counted(len(trace.actions), "move")
    about = f", which shows: {trace.violated}" if trace.violated else ""
    if trace.sides is not None:
        about = ", after which an engine differed from the rules"
    return f"{title(trace.instance)}: a play of {moves}{about}"


def _not_shown(chosen: Selected, trace: Trace) -> str:
    """Why the play does not show its purpose; empty if it does."""
    game = chosen.game()
    target = _claim(chosen, trace)
    if target is None or shows(game, states_of(game, trace.actions), target):
        return ""
    return f"the play follows the rules, but does not show: {trace.violated or trace.check}"


def _claim(chosen: Selected, trace: Trace) -> Target | None:
    from ....properties.registry import kind_of

    if trace.loop is not None:
        return LassoTarget(trace.loop)
    for number, check in enumerate(chosen.program.checks):
        if check.name == trace.check:
            return kind_of(check).target(number)
    if trace.check:
        raise TraceError(f"the ruleset has no check {trace.check}")
    return None


def _json(trace: Trace, play: Play | None, problem: str) -> dict[str, object]:
    outcome = None if play is None or play.outcome is None else play.outcome.label
    return {
        "instance": identification(trace.instance),
        "check": trace.check,
        "violated": trace.violated,
        "moves": [] if play is None else [f"{m.actor}: {m.text}" for m in play.moves],
        "outcome": outcome,
        "differs": None
        if trace.sides is None
        else {
            "rules": trace.sides.rules,
            "engine": trace.sides.engine,
            "tried": trace.sides.tried or None,
        },
        "problem": problem,
    }
