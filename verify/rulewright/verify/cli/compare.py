"""``rulewright compare``: which readings of the wording make another game?"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..budget import Budget
from .console import Console
from .exits import Exit, InputError
from .options import output_options, work_options
from .select import load_one

if TYPE_CHECKING:
    from rulewright.dsl.compile import Ruleset

    from ..compare.lockstep import View
    from ..compare.readings import Answer, Difference
    from ..draw.style import Style

SECONDS = 120.0
PAIRS = 200_000


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the sub-command."""
    parser = commands.add_parser(
        "compare",
        parents=[work_options(), output_options()],
        help="find the readings that matter, each with the shortest play that shows it",
    )
    parser.add_argument("rulesets", metavar="RULESET", help="a file or a shipped ruleset's name")
    parser.add_argument("readings", nargs="*", metavar="READING", help="default: all")
    parser.add_argument("--variant", metavar="NAME", help="default: all variants that differ")
    parser.add_argument(
        "--instance", action="append", default=[], metavar="NAME", help="try this one (repeatable)"
    )
    parser.add_argument("--plays", action="store_true", help="draw every position of the plays")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, place: Console) -> Exit:
    """Compare every option of every reading with the default."""
    from ..compare.readings import answers

    ruleset = load_one(args.rulesets)
    variants = _variants(ruleset, args)
    deadline = Budget(SECONDS if args.budget is None else args.budget).start()
    found: list[tuple[str, Answer]] = []
    for number, (variant, readings) in enumerate(variants):
        share = (deadline.left() or 0.0) / (len(variants) - number)
        showing = place.progress(f"{ruleset.name} {variant}")
        instances = _instances(ruleset, variant, args.instance)
        wanted = frozenset(readings)
        for answer in answers(
            ruleset, variant, instances, Budget(share, PAIRS), wanted.__contains__, args.seed
        ):
            found.append((variant, answer))
            showing(len(found))
        showing.done()
    if args.format == "json":
        place.write_json([_json(variant, answer) for variant, answer in found])
    else:
        place.write(_text(found, place.style, args.plays))
    undecided = any(a.difference is None and a.open for _, a in found)
    return Exit.UNDECIDED if undecided else Exit.AS_EXPECTED


def _variants(ruleset: Ruleset, args: argparse.Namespace) -> list[tuple[str, list[str]]]:
    """Each variant with the readings to ask for: those that no earlier variant had."""
    from rulewright.dsl.diagnostics import near

    if args.variant is not None and args.variant not in ruleset.variants:
        hint = near(args.variant, ruleset.variants)
        raise InputError(f"{ruleset.name} has no variant {args.variant}; {hint}".rstrip("; "))
    for name in args.instance:
        if name not in {i.name.text for i in ruleset.instances}:
            hint = near(name, [i.name.text for i in ruleset.instances])
            raise InputError(f"{ruleset.name} has no instance {name}; {hint}".rstrip("; "))
    known = {r.name.text for v in ruleset.variants for r in ruleset.readings(v)}
    for name in args.readings:
        if name not in known:
            hint = near(name, known)
            raise InputError(f"{ruleset.name} has no reading {name}; {hint}".rstrip("; "))
    seen: set[str] = set()
    result: list[tuple[str, list[str]]] = []
    for variant in [args.variant] if args.variant else list(ruleset.variants):
        names = [r.name.text for r in ruleset.readings(variant)]
        fresh = [n for n in names if n not in seen and (not args.readings or n in args.readings)]
        seen.update(fresh)
        if fresh:
            result.append((variant, fresh))
    return result


def _instances(ruleset: Ruleset, variant: str, wanted: list[str]) -> list[str]:
    """The instances of a variant that are asked for, or all in the order of the file, smallest last
    declared ones first: rulesets name the box first and the small ones after it."""
    own = [i.name.text for i in ruleset.instances if i.variant.text == variant]
    if wanted:
        return [name for name in own if name in wanted]
    return own[1:] + own[:1]


def _text(found: list[tuple[str, Answer]], style: Style, boards: bool) -> Iterator[str]:
    matter = sum(a.difference is not None for _, a in found)
    same = sum(a.difference is None and not a.open for _, a in found)
    unsure = len(found) - matter - same
    yield (
        f"{matter} of {len(found)} alternative readings make another game, {same} make the same "
        f"game in every instance tried, {unsure} are open"
    )
    for variant, answer in found:
        yield ""
        clauses = " ".join(f"[{c}]" for c in answer.clauses)
        yield style.bold(f"{answer.reading}: {answer.question}") + style.dim(f"  {clauses}")
        yield f"  {answer.default[0]}: {answer.default[1]} (default, {variant})"
        yield f"  {answer.option[0]}: {answer.option[1]}"
        yield from (f"  {line}".rstrip() for line in _verdict(answer, style, boards))


def _verdict(answer: Answer, style: Style, boards: bool) -> Iterator[str]:
    from ..verdict import counted

    if answer.difference is not None:
        difference = answer.difference
        moves = len(difference.plays[0].moves)
        how = "the shortest play" if difference.shortest else "a play found at random, shortened"
        where = difference.instance or "the variant"
        yield f"another game: they part after {counted(moves, 'move')} in {where} ({how})"
        yield from _shown(answer, difference, style, boards)
        return
    for name, same in answer.same:
        pairs = counted(same.pairs, "position")
        yield f"the same game in {name}: proved by complete search ({pairs})"
    for name, open_ in answer.open:
        tried = f", nor by {counted(open_.random_plays, 'random play')}"
        length = counted(open_.moves, "move")
        yield f"not told apart in {name} by any play of up to {length}{tried}; open"


def _shown(answer: Answer, difference: Difference, style: Style, boards: bool) -> Iterator[str]:
    from ..draw.plays import play_lines

    yield from play_lines(difference.plays[0], style, "all" if boards else "last")
    names = (answer.default[0], answer.option[0])
    for name, view, only, play in zip(
        names, difference.views, difference.options, difference.plays, strict=True
    ):
        yield f"{name}: {_seen(view, only, play.outcome is not None)}"


def _seen(view: View, only: tuple[str, ...], over: bool) -> str:
    if over:
        return f"play is over: {view.outcome}"
    if not view.options:
        return f"{view.decides} is to decide and can do nothing"
    if not only:
        return f"{view.decides} goes on"
    shown = ", ".join(only[:6]) + (f" and {len(only) - 6} more" if len(only) > 6 else "")
    return f"{view.decides} may also: {shown}"


def _json(variant: str, answer: Answer) -> dict[str, object]:
    difference = answer.difference
    return {
        "variant": variant,
        "reading": answer.reading,
        "default": answer.default[0],
        "option": answer.option[0],
        "matters": True if difference else None if answer.open else False,
        "instance": difference.instance if difference else None,
        "play": [m.text for m in difference.plays[0].moves] if difference else None,
        "same_in": [name for name, _ in answer.same],
        "open_in": {name: open_.moves for name, open_ in answer.open},
    }
