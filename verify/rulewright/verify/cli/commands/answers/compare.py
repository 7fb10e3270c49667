"""``rulewright compare``: which readings of the wording make another game?"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rulewright.engines.game import MOVE_LIMIT

from ....effort.answering import WAITING
from ....results.verdict import counted
from ...arguments.options import (
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
    from ....draw.style import Style
    from ....equivalence.bisimulation import BoundedEquivalence
    from ....equivalence.distinguish import Difference
    from ....equivalence.readings.known import ReadingResult
    from ....equivalence.readings.questions import GameRef

MOST = 6
"""The most games, or things on the table, that are listed."""
WIDEST = 100
"""The width at which text is wrapped; boards and commands are not."""


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
    parser.add_argument("--plays", action="store_true", help="draw every position of the plays")
    parser.add_argument(
        "--update", action="store_true", help="keep the plays with the answers beside the ruleset"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Compare every option of every reading with the default."""
    from ....equivalence.readings.questions import questions
    from ....equivalence.readings.study import answers
    from ...verification.kept_answers import keep_differences

    if args.plays and args.format == "json":
        raise InputError("--plays draws, and goes with --format text")
    if args.update and args.reading:
        raise InputError(
            "--update keeps what is so with the readings that the games have themselves"
        )
    ruleset = load_one(args.rulesets)
    _known(ruleset, args)
    readings = frozenset(args.readings)
    asked = questions(
        ruleset, args.variant, args.instance, lambda reading: not readings or reading in readings,
        args.reading,
    )  # fmt: skip
    seconds = WAITING.compare if args.budget is None else args.budget
    showing = console.progress(f"{ruleset.name}, {len(asked)} options")
    budget = search_budget(args, seconds)
    found = answers(ruleset, asked, budget, args.seed, showing, args.engine, args.move_limit)
    showing.done()
    if args.format == "json":
        console.write_json([_json(answer, args) for answer in found])
    elif found:
        console.write(_text(found, console.style, args))
    else:
        console.write([f"{ruleset.name}: there are no readings to compare"])
    if args.update:
        keep_differences(paths([args.rulesets])[0], ruleset, list(_kept(found)), console)
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


def _text(found: list[ReadingResult], style: Style, args: argparse.Namespace) -> Iterator[str]:
    from ....draw.style import wrapped

    states = [answer.state for answer in found]
    said = [
        (states.count("differs"), "makes another game", "make another game"),
        (states.count("same"), "makes none in any game that was tried", "make none in any game that was tried"),
        (states.count("open"), "is open", "are open"),
    ]  # fmt: skip
    parts = [f"{number} {one if number == 1 else more}" for number, one, more in said if number]
    yield f"{counted(len(found), 'other option')} of readings: {', '.join(parts)}"
    for answer in found:
        q = answer.question
        clauses = "".join(f" [{c}]" for c in q.clauses)
        yield ""
        yield from map(style.bold, wrapped(f"{q.reading}: {q.question}{clauses}", WIDEST))
        for name, words in (q.default, q.option):
            yield from wrapped(f"  {name}: {words}", WIDEST, "    ")
        yield from (f"  {line}".rstrip() for line in _verdict(answer, style, args))


def _verdict(answer: ReadingResult, style: Style, args: argparse.Namespace) -> Iterator[str]:
    from ....draw.style import wrapped
    from ....equivalence.sentences import separated

    def folded(*sentences: str) -> Iterator[str]:
        for sentence in sentences:
            yield from wrapped(sentence, WIDEST - len("  "))

    if answer.rules is not None and answer.rules_in is not None:
        difference, where = answer.rules, answer.rules_in.name
        yield from folded(f"another game: {separated(difference)} in {where} ({_how(difference)})")
        yield from _shown(answer, difference, style, args.plays)
        if answer.table is not None and answer.table_in is not None:
            moves, where = counted(answer.table.moves, "move"), answer.table_in.name
            yield from folded(
                f"Something else lies on the table after {moves} already, in {where}."
            )
    elif answer.table is not None and answer.table_in is not None:
        difference, where = answer.table, answer.table_in.name
        yield from folded(
            f"another game to look at: {separated(difference)} in {where} ({_how(difference)})"
        )
        yield from _shown(answer, difference, style, args.plays)
        yield from folded(*_proofs(answer, "what may be done and how play ends is the same"))
    else:
        yield from folded(*_proofs(answer, "no difference"))
        if answer.together:
            games = counted(answer.together, "game")
            yield from folded(
                f"nor was one found in {games} with one other reading changed as well"
            )
        if not answer.question.game_refs:
            yield from folded("no game here has this reading; open")
    command = _command(answer, args)
    if command:
        word = "ask longer" if answer.state == "open" else "again"
        yield style.dim(f"{word}: {command}")


def _how(difference: Difference) -> str:
    if difference.shortest:
        return "no shorter play shows it there"
    return f"a play of {counted(difference.moves, 'decision')}, perhaps not the shortest"


def _proofs(answer: ReadingResult, what: str) -> Iterator[str]:
    """What was proved or tried, by game."""
    equal = [proof.game_ref.name for proof in answer.same if not proof.pairs]
    if equal:
        yield f"{what} in {', '.join(equal)}: proved, the programs are the same"
    for proof in answer.same:
        if proof.pairs:
            pairs = counted(proof.pairs, "pair")
            yield f"{what} in {proof.game_ref.name}: proved by complete search ({pairs} of positions)"
    if answer.unconfirmed:
        names = _names([proof.game_ref for proof in answer.unconfirmed])
        yield f"{what} in {names}: all plays were compared, but not yet confirmed; open"
    for game_ref, open_ in answer.open:
        plays = counted(open_.random_plays, "random play")
        if open_.moves < 0:
            yield f"in {game_ref.name} not even the beginnings were compared; open"
        else:
            length, pairs = counted(open_.moves, "move"), counted(open_.pairs, "pair")
            yield (
                f"{what} in {game_ref.name} in any play of up to {length} ({pairs} of positions), "
                f"nor in {plays}; open"
            )
        if open_.stopped is not None:
            yield f"there {open_.stopped}"
    if answer.untried:
        yield f"not tried for want of time: {_names(answer.untried)}; open"


def _names(game_refs: Sequence[GameRef]) -> str:
    """The first few of them."""
    shown = ", ".join(game_ref.name for game_ref in game_refs[:MOST])
    return shown if len(game_refs) <= MOST else f"{shown} and {len(game_refs) - MOST} more"


def _shown(
    answer: ReadingResult, difference: Difference, style: Style, boards: bool
) -> Iterator[str]:
    from ....draw.plays import play_lines
    from ....draw.style import wrapped
    from ....equivalence.sentences import at_the_end

    yield from play_lines(difference.play, style, "all" if boards else "last")
    names = (answer.question.default[0], answer.question.option[0])
    if difference.aspect == "table":
        for what, one, two in difference.table[:MOST]:
            line = f"{what}: {one} ({names[0]}), {two} ({names[1]})"
            yield from wrapped(line, WIDEST - len("  "))
        if len(difference.table) > MOST:
            yield f"and {len(difference.table) - MOST} more"
        return
    for name, said in zip(names, at_the_end(difference), strict=True):
        yield from wrapped(f"{name}: {said}", WIDEST - len("  "))


def _command(answer: ReadingResult, args: argparse.Namespace) -> str:
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


def _json(answer: ReadingResult, args: argparse.Namespace) -> dict[str, object]:
    q = answer.question
    where = answer.rules_in or answer.table_in
    difference = answer.rules or answer.table
    return {
        "variant": q.variant,
        "reading": q.reading,
        "default": q.default[0],
        "option": q.option[0],
        "matters": {"differs": True, "same": False, "open": None}[answer.state],
        "aspect": difference.aspect if difference else None,
        "instance": where.instance or None if where else None,
        "in_variant": where.variant if where else None,
        "with": dict(where.others) if where else None,
        "moves": difference.moves if difference else None,
        "shortest": difference.shortest if difference else None,
        "play": [m.text for m in difference.play.moves] if difference else None,
        "views": _views(answer, difference) if difference else None,
        "table": [list(row) for row in difference.table] if difference else None,
        "again": _command(answer, args) or None,
        "same_in": {p.game_ref.name: "program" if not p.pairs else p.pairs for p in answer.same},
        "open_in": {
            game_ref.name: {
                "moves": o.moves,
                "pairs": o.pairs,
                "random_plays": o.random_plays,
                "stopped": None if o.stopped is None else str(o.stopped),
            }
            for game_ref, o in answer.open
        },
        "unconfirmed_in": {proof.game_ref.name: proof.pairs for proof in answer.unconfirmed},
        "untried": [game_ref.name for game_ref in answer.untried],
        "tried_together": answer.together,
    }


def _views(answer: ReadingResult, difference: Difference) -> dict[str, object]:
    """What is seen under each option at the end of the play."""
    names = (answer.question.default[0], answer.question.option[0])
    return {
        name: {"decides": view.decides, "outcome": view.outcome, "only_here": list(only)}
        for name, view, only in zip(names, difference.views, difference.options, strict=True)
    }
