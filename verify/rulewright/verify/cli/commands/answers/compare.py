"""``rulewright compare``: which readings of the wording make another game?"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rulewright.engines.common.move_limit import MOVE_LIMIT

from ....effort.answering import WAITING
from ...arguments.options import (
    MEMORY_IN_C,
    Commands,
    SettingsAction,
    move_option,
    output_options,
    search_budget,
    search_options,
    work_options,
)
from ...arguments.select import load_one, paths
from ...exits import Exit, InputError
from ...terminal.console import Console

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset

    from ....answers.kept import KeptComparison
    from ....equivalence.bisimulation import BoundedEquivalence
    from ....equivalence.readings.known import ReadingResult
    from ....equivalence.readings.questions import GameRef


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "compare",
        parents=[work_options(), move_option(), search_options(), output_options()],
        help="find the readings that matter, each with a short play that shows it",
    )
    parser.add_argument("rulesets", metavar="RULESET", help="a file or a shipped ruleset's name")
    parser.add_argument("readings", nargs="*", metavar="READING", help="default: all")
    parser.add_argument("--variant", metavar="NAME", help="only in the games of this variant")
    parser.add_argument(
        "--instance", action="append", default=[], metavar="NAME", help="try this one (repeatable)"
    )
    parser.add_argument(
        "--reading",
        action=SettingsAction,
        convert=str,
        default={},
        metavar="NAME=OPTION",
        help="choose an option of another reading (may be repeated)",
    )
    parser.add_argument(
        "--plays",
        action="store_true",
        help="draw every position of the plays (default: the last; long plays are folded)",
    )
    parser.add_argument(
        "--update", action="store_true", help="keep the plays with the answers beside the ruleset"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Compare every option of every reading with the default."""
    from ....equivalence.readings.questions import questions
    from ....equivalence.readings.study import answers
    from ....render.comparisons import ComparedOption, comparison_json, text
    from ...verification.kept_answers import keep_differences, kept_beside

    if args.plays and args.format == "json":
        raise InputError("--plays draws, and goes with --format text")
    if args.update and args.reading:
        raise InputError(
            "--update keeps what is so with the readings that the games have themselves"
        )
    if args.memory is not None and args.engine == "python":
        raise InputError(MEMORY_IN_C)
    ruleset = load_one(args.rulesets)
    _known(ruleset, args)
    path = paths([args.rulesets])[0] if args.update else None
    if path is not None:
        kept_beside(path, ruleset)  # What cannot be kept is told now, not after minutes.
    readings = frozenset(args.readings)
    for name in readings & set(args.reading):
        raise InputError(f"{name} is to be compared: --reading chooses an option of another one")
    asked = questions(
        ruleset, args.variant, args.instance,
        lambda reading: reading not in args.reading and (not readings or reading in readings),
        args.reading,
    )  # fmt: skip
    seconds = WAITING.compare if args.budget is None else args.budget
    showing = console.progress(f"{ruleset.name}, {len(asked)} options")
    budget = search_budget(args, seconds)
    found = answers(ruleset, asked, budget, args.seed, showing, args.engine, args.move_limit)
    showing.done()
    compared = [ComparedOption(answer, _again(answer, args)) for answer in found]
    if args.format == "json":
        console.write_json([comparison_json(one) for one in compared])
    elif compared:
        console.write(text(compared, console.style, boards=args.plays))
    else:
        console.write([f"{ruleset.name}: there are no readings to compare"])
    if path is not None:
        keep_differences(path, ruleset, list(_kept(found)), console)
    undecided = any(answer.state == "open" for answer in found)
    return Exit.UNDECIDED if undecided else Exit.AS_EXPECTED


def _kept(found: Sequence[ReadingResult]) -> Iterator[KeptComparison]:
    """The plays in games that differ in one reading alone."""
    from ....answers.kept import KeptComparison, KeptPlay, of_instance, of_variant

    for answer in found:
        q, difference, where = answer.question, answer.rules, answer.rules_in
        if difference is None or where is None:
            difference, where = answer.table, answer.table_in
        if difference is not None and where is not None and not where.others:
            game = of_instance(where.instance) if where.instance else of_variant(where.variant)
            moves = tuple((move.actor, move.text) for move in difference.play.moves)
            yield KeptComparison(q.reading, q.option[0], game, KeptPlay(moves))


def _known(ruleset: Ruleset, args: argparse.Namespace) -> None:
    """Raises InputError for names that the ruleset does not have."""
    from rulewright.dsl.diagnostics import near

    def check(kind: str, names: list[str], known: set[str]) -> None:
        for name in names:
            if name not in known:
                hint = near(name, known)
                raise InputError(f"{ruleset.name} has no {kind} {name}; {hint}".rstrip("; "))

    check("variant", [args.variant] if args.variant else [], set(ruleset.variants))
    check("instance", args.instance, {i.name.text for i in ruleset.instances})
    for part in ruleset.instances:
        own = part.variant.text
        if part.name.text in args.instance and args.variant not in (None, own):
            name = part.name.text
            raise InputError(f"the instance {name} is of the variant {own}, not {args.variant}")
    readings = [r for v in ruleset.variants for r in ruleset.readings(v)]
    names = {r.name.text for r in readings}
    check("reading", [*args.readings, *args.reading], names)
    for name, option in args.reading.items():
        options = {o.name.text for r in readings if r.name.text == name for o in r.options}
        check(f"option of {name} called", [option], options)


def _again(answer: ReadingResult, args: argparse.Namespace) -> str:
    """The command that looks for the same difference alone, or longer for one; or none."""
    game_ref, longer = answer.rules_in or answer.table_in, list[str]()
    if answer.state == "open":
        game_ref = _next(answer)
        longer = _further(dict(answer.open).get(game_ref) if game_ref is not None else None, args)
    if game_ref is None:
        return ""
    where = (
        ["--instance", game_ref.instance] if game_ref.instance else ["--variant", game_ref.variant]
    )
    others = [
        word for name, option in game_ref.others for word in ("--reading", f"{name}={option}")
    ]
    asked = args.rulesets, answer.question.reading
    if args.move_limit != MOVE_LIMIT and "--move-limit" not in longer:
        longer = [*longer, "--move-limit", str(args.move_limit)]  # it may stay open without
    return shlex.join(["rulewright", "compare", *asked, *where, *others, *longer])


def _further(reached: BoundedEquivalence | None, args: argparse.Namespace) -> list[str]:
    """What raises the limit that a search reached: time, unless it was another one."""
    stopped = None if reached is None else reached.stopped
    match None if stopped is None else stopped.limit:
        case "states" if reached is not None:
            return ["--states", str((args.states or reached.pairs) * WAITING.longer)]
        case "memory" if args.memory is not None:
            return ["--memory", str(args.memory * WAITING.longer)]
        case "move":
            return ["--move-limit", str(args.move_limit * WAITING.longer)]
        case _:
            return ["--budget", f"{(args.budget or WAITING.compare) * WAITING.longer:g}"]


def _next(answer: ReadingResult) -> GameRef | None:
    """Where to ask an open question next: in the smallest game that was not tried, else in one that was
    not searched completely."""
    unconfirmed = (proof.game_ref for proof in answer.unconfirmed)
    started = (game_ref for game_ref, _ in answer.open)
    return next(chain(answer.untried, started, unconfirmed), None)
