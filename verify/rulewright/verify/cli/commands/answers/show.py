"""`rulewright show`: one finding in full, or all of them and all other answers, one line each."""

from __future__ import annotations

import argparse
import os
import shlex
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...arguments.options import (
    Commands,
    debug_option,
    effort_options,
    game_options,
    move_option,
    search_options,
    work_options,
)
from ...arguments.rulebook import passages, rulebook_option
from ...exits import Exit, InputError, wrapped_message
from ...terminal.console import Console

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset

    from ....findings.summary.overview import Overview
    from ....findings.summary.questions import Cell, Question
    from ....findings.summary.taken import Taken
    from ...verification.asking import Asked
    from ...verification.listing import Listed


_ASKING = ("seed", "jobs", "cluster", "engine", "move_limit")
"""Options that say how something is asked, not how far."""


def add(commands: Commands) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "show",
        parents=[
            game_options(many=False, required=True), work_options(), effort_options(), move_option(),
            search_options(), rulebook_option(), debug_option(),
        ],
        help="show a finding whole: its play, where it holds, and why",
    )  # fmt: skip
    parser.add_argument(
        "finding",
        nargs="?",
        metavar="FINDING",
        help="such as F3 or its name, or the name of a check (default: list all, and other answers, from"
        " what is kept)",
    )
    parser.add_argument(
        "--boards",
        choices=("all", "last", "none"),
        help="draw each position of a play, or the last, or none (default: all of short plays)",
    )
    parser.add_argument("--unfolded", action="store_true", help="leave out nothing of a long play")
    asking = {name: parser.get_default(name) for name in _ASKING}
    parser.set_defaults(
        asking=asking,
        run=run,
        answers=None,
        update=False,
        fresh=False,
        frozen=False,
        check=[],
        all=False,
    )


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Ask again what the finding rests on, and show it; without one, list what kept answers say."""
    from rulewright.dsl.elaborate.acceptances import is_number

    from ....render.whole import answers, whole
    from ...arguments.select import load_one
    from ...verification.asking import exit_of

    ruleset, name = load_one(args.rulesets), args.finding
    if name is None:
        _refuse_options(args)
    said = passages(args, ruleset)
    if name is not None:
        _check_name(ruleset, name)
    args.rulesets = [args.rulesets]
    if name is None and (kept := _listed(args, console)) is not None:
        console.write(_each(kept.overview, console.columns))
        console.write(_not_checked(kept, args.rulesets[0], console.columns))
        return Exit.AS_EXPECTED
    asked = _ask(args, console, ruleset)
    overview = asked.overviews[0]
    if name is None:
        console.write(_each(overview, console.columns))
        return exit_of(asked, console, frozen=False)
    known = asked.kept.numbers.get(overview.name, {})
    key = next((k for k, number in known.items() if number == name), name)
    finding = overview.named(key)
    if finding is None and (question := overview.question(name)) is not None:
        _refuse_options(args, f"there is none about {name}")
        console.write(answers(overview, question, console.style, console.columns))
        return exit_of(asked, console, frozen=False)
    numbered = is_number(name)
    if asked.taken.ended and (finding is None or (numbered and key == name)):
        why = _too_early(overview, name, asked.taken, numbered=numbered)
        console.tell(wrapped_message(f"rulewright: {why}"))
        return Exit.UNDECIDED if asked.stopped is None else asked.stopped
    if finding is None and key != name:
        raise InputError(
            f"{name} is {key}: it is not found in {', '.join(overview.games)}; ask another game with"
            " --instance NAME, if it was found there"
        )
    if finding is None:
        raise InputError(f"{overview.name} has no finding {name}; {_hint(overview, name)}")
    if args.check and not finding.lasting:
        read = finding.reading and replace(finding.reading, id="")
        finding = replace(finding, id="", reading=read)  # among all findings it may be another one
    console.write(
        whole(
            finding, console.style, args.boards, console.columns, unfolded=args.unfolded, passages=said
        )
    )  # fmt: skip
    return exit_of(asked, console, frozen=False)


def _refuse_options(args: argparse.Namespace, why: str = "") -> None:
    """Refuse options about how a finding is shown, where none is. Raises InputError."""
    for option in ("rulebook", "boards", "unfolded"):
        if vars(args)[option]:
            raise InputError(f"--{option} goes with a FINDING" + (f"; {why}" if why else ""))


def _check_name(ruleset: Ruleset, name: str) -> None:
    """Refuse a name that no finding can have, before anything is asked. Raises InputError."""
    from rulewright.dsl.diagnostics import near, near_or_some
    from rulewright.dsl.elaborate.acceptances import KINDS, is_number, is_of_check
    from rulewright.dsl.syntax.parts import AgreePart, CheckPart

    from ....findings.origins.readings import key

    parts = [part for variant in ruleset.variants.values() for part in variant.parts]
    checks = {part.name.text: None for part in parts if isinstance(part, CheckPart | AgreePart)}
    readings = {r.name.text: None for v in ruleset.variants for r in ruleset.readings(v)}
    if is_number(name) or name in checks:
        return
    if is_of_check(name):
        hint = f"did you mean {key(name)}?" if name in readings else ""
        hint = hint or near_or_some(name, [*checks, *map(key, readings)])
        raise InputError(f"{ruleset.name} has no finding {name}; {hint}")
    kind, _, about = name.partition(".")
    if kind not in KINDS:
        raise InputError(f"no finding is of the kind {kind}; {near_or_some(kind, KINDS)}")
    if kind == "reading" and about not in readings:
        hint = near(about, readings)
        raise InputError(f"{ruleset.name} has no reading {about}" + (f"; {hint}" if hint else ""))


def _ask(args: argparse.Namespace, console: Console, ruleset: Ruleset) -> Asked:
    """Ask what is needed to know of a finding: one check or one reading, if it is about one."""
    from rulewright.dsl.syntax.parts import AgreePart, CheckPart

    from ....findings.contradicted import readings_of_agreements
    from ....findings.kinds import FindingKind
    from ....findings.origins.readings import key
    from ...arguments.select import paths
    from ...verification.asking import ask
    from ...verification.kept_answers import kept_numbers

    if args.finding is None:
        return ask(args, console)
    numbers = kept_numbers(args.answers, paths(args.rulesets)[0], ruleset.name)
    name = next((k for k, number in numbers.items() if number == args.finding), args.finding)
    about = name.removeprefix(f"{FindingKind.VACUOUS}.")
    parts = [part for variant in ruleset.variants.values() for part in variant.parts]
    if about in {part.name.text for part in parts if isinstance(part, CheckPart | AgreePart)}:
        args.check = [about]
    readings = {r.name.text for variant in ruleset.variants for r in ruleset.readings(variant)}
    alone = name in numbers and not (args.set or args.reading)
    reading = next((r for r in readings if alone and key(r) == name), None)
    beside = None if args.set or args.reading else readings_of_agreements(ruleset).get(about)
    recalling = bool(args.check) and not _limited(args)
    if not args.check and reading is None and not os.path.lexists(_kept_in(args)):
        keep = shlex.join(["rulewright", "verify", *args.rulesets, "--update"])
        said = f"nothing is kept about {ruleset.name}, so everything is looked for again; {keep} keeps it"
        console.tell(wrapped_message(f"rulewright: {said}"))
    return ask(args, console, reading, recalling=recalling, beside=beside)


def _kept_in(args: argparse.Namespace) -> Path:
    """The file in which answers are kept, if any are."""
    from ...arguments.select import paths
    from ...verification.kept_answers import SUFFIX

    file: Path | None = args.answers
    return file or paths(args.rulesets)[0].with_suffix(SUFFIX)


def _limited(args: argparse.Namespace) -> bool:
    """Whether somebody says how far to go: then everything is looked for again."""
    return any(limit is not None for limit in (args.effort, args.states, args.memory, args.budget))


def _listed(args: argparse.Namespace, console: Console) -> Listed | None:
    """What kept answers say, if there are any and that is wanted."""
    from ...verification.listing import from_kept

    if _limited(args) or not os.path.lexists(_kept_in(args)):
        return None
    _refuse_asking(args)
    return from_kept(args, console)


def _refuse_asking(args: argparse.Namespace) -> None:
    """Raises InputError for an option that says how something is asked: nothing is."""
    for name, unless in args.asking.items():
        if vars(args)[name] != unless:
            option = f"--{name.replace('_', '-')}"
            again = shlex.join(
                ["rulewright", "verify", *args.rulesets, option, str(vars(args)[name])]
            )
            raise InputError(
                f"{option} goes with a FINDING: what is listed was kept, and is not asked; {again} asks"
            )


def _not_checked(known: Listed, ruleset: str, columns: int) -> Iterator[str]:
    """What the list rests on, and what it may lack."""
    from ....answers.format import listed

    said = [
        "The plays were played again just now. What is kept as proved, and what only a search can show, was"
        f" not checked again; this does: {shlex.join(['rulewright', 'verify', ruleset])}"
    ]
    if known.unseen:
        names = listed(f"{number} {key}" for number, key in known.unseen)
        said.insert(0, f"Found once, and perhaps no longer there: {names}.")
    if known.elsewhere:
        names = listed(f"{n} {key} ({', '.join(games)})" for n, key, games in known.elsewhere)
        said.insert(0, f"In other games alone: {names}.")
    if known.changed:
        names = listed(known.changed)
        said.insert(0, f"The rules are not as they were when answers were kept: {names}.")
        said[1:1] = [f"{sentence}." for sentence in known.defaults]
    yield ""
    for text in said:
        yield from textwrap.wrap(text, min(columns, 100), break_on_hyphens=False)


def _each(overview: Overview, columns: int) -> Iterator[str]:
    from ....findings.summary.recorded import AS_KEPT, is_recorded

    for finding in overview.listed:
        marked = " (accepted)" if finding.accepted is not None else ""
        recorded = f" ({AS_KEPT})" if is_recorded(finding) else ""
        line = f"{finding.id}  {finding.key}: {finding.sentence}{marked}{recorded}"
        yield from textwrap.wrap(line, min(columns, 100), subsequent_indent="    ")
        if (read := finding.reading) is not None:
            line = f"    {read.id}  {read.key}: {read.sentence}"
            yield from textwrap.wrap(line, min(columns, 100), subsequent_indent="        ")
    if not overview.findings and not overview.accepted:
        yield "nothing was found"
    for question in overview.questions:
        if not all(cell is None or cell.finding for cell in question.cells):
            yield from textwrap.wrap(
                f"{question.name}: {_asked(question)} {_answers(question, overview.games)}",
                min(columns, 100),
                subsequent_indent="    ",
            )


def _asked(question: Question) -> str:
    return question.text if question.text.endswith("?") else f"{question.text}:"


def _answers(question: Question, games: Sequence[str]) -> str:
    """What is said of it in each game where it is asked, once if that is everywhere the same."""
    words = {
        game: _answer(cell)
        for game, cell in zip(games, question.cells, strict=True)
        if cell is not None
    }
    if len(set(words.values())) == 1:
        return next(iter(words.values()))
    return "; ".join(f"{game}: {answer}" for game, answer in words.items())


def _answer(cell: Cell) -> str:
    from ....results.verdict import UncheckedProof, Unknown

    match cell.open:
        case Unknown(UncheckedProof(holds)):
            return f"{'yes' if holds else 'no'}, kept as proved"
        case _:
            return f"{cell.answer}, {cell.how}" if cell.how == "proved" else cell.answer


def _too_early(overview: Overview, name: str, taken: Taken, *, numbered: bool) -> str:
    """That nothing can be said of a finding, as a run ended early. If it is ``numbered``: numbers are given to
    all findings together."""
    said = f"{taken.ended} before all findings of {overview.name} were known"
    if not numbered:
        return f"{said}, and {name} was not among them; {taken.advice}"
    return f"{said}, and {name} may be another then; {taken.advice}, or ask for the finding by its name"


def _hint(overview: Overview, name: str) -> str:
    from rulewright.dsl.diagnostics import near

    found = overview.each
    names = [f.key for f in found] + [f.id for f in found]
    return near(name, names) or f"there is {', '.join(f.id for f in found) or 'none'}"
