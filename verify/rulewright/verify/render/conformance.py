"""The result of comparing an engine with the rules, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.engines.game import Game

from ..conform.connection.protocol import Hello, said
from ..conform.examine import ConformanceResult
from ..conform.trials.checks import Broken
from ..conform.trials.discrepancy import MOST, Aspect, Discrepancy, Repeats, play_to
from ..draw.plays import BoardsShown, play_lines
from ..draw.style import Style, wrapped
from ..plays.itf import Sides
from ..properties.asked import asks
from ..results.verdict import counted

HEADINGS = {
    Aspect.ENGINE: "fails as a program",
    Aspect.REFUSES: "refuses what is legal",
    Aspect.DECIDES: "has somebody else decide",
    Aspect.OUTCOME: "ends play otherwise",
    Aspect.SCORES: "counts otherwise",
    Aspect.TOO_FEW: "offers too little",
    Aspect.TOO_MANY: "offers too much",
    Aspect.WEIGHTS: "lets chance decide otherwise",
    Aspect.POSITION: "puts something elsewhere",
    Aspect.LEAKS: "shows what is hidden",
    Aspect.HIDES: "hides what is open",
    Aspect.VIEWS: "shows something else",
    Aspect.ACCEPTS: "takes what is not legal",
    Aspect.CHANGES: "changes something when it refuses",
    Aspect.UNREPEATABLE: "does not do the same twice",
}

RULES, ENGINE = "the rules:  ", "the engine: "
WIDEST = 100
"""The width at which lines are wrapped; boards are not."""
LONGEST, LONGEST_NAME = 500, 80
"""The most characters shown of an engine's text, and of its name."""


def lines(
    name: str,
    game: Game[Any],
    examined: ConformanceResult,
    style: Style,
    broken: Broken | None = None,
    boards: BoardsShown | None = None,
) -> Iterator[str]:
    """The answer for a person; ``broken``: a check that the engine breaks in the play that was found."""
    text = f"{name}, {who(examined.hello)}: {summary(examined)}"
    first, *more = wrapped(text, WIDEST, whole=False)
    yield style.bold(name) + first.removeprefix(name) if first.startswith(name) else first
    yield from more
    found = examined.found
    if found is None:
        return
    yield ""
    yield from difference(game, found, style, boards)
    if broken is not None:
        yield from _breaks(broken)


def difference(
    game: Game[Any], found: Discrepancy, style: Style, boards: BoardsShown | None = None
) -> Iterator[str]:
    """A discrepancy with the play to it, drawn: all of it, unless less is wanted."""
    yield from play_lines(play_to(game, found), style, boards or "all")
    yield from differing(Sides(found.rules, found.engine, found.clauses, found.attempted), style)


def differing(sides: Sides, style: Style) -> Iterator[str]:
    """The lines below a play in which an engine differs: which side says what."""
    if sides.tried:
        yield f"then {style.bold(sides.tried)} is tried"
    clauses = "".join(f" [{clause}]" for clause in sides.clauses)
    if sides.rules:
        *before, last = wrapped(f"{RULES}{sides.rules}{clauses}", WIDEST, " " * len(RULES))
        yield from before
        end = clauses if last.endswith(clauses) else ""
        yield last.removesuffix(end) + (style.dim(end) if end else "")
    yield from wrapped(
        f"{ENGINE}{said(sides.engine, LONGEST)}", WIDEST, " " * len(ENGINE), whole=False
    )


def breach(game: Game[Any], found: Broken, style: Style) -> Iterator[str]:
    """A check that an engine breaks, with the play to it, drawn by the rules."""
    shown = Discrepancy(Aspect.POSITION, found.play, "", "")
    yield from play_lines(play_to(game, shown), style, "last")
    yield from _breaks(found)
    for rules, engine in found.differences[:MOST]:
        yield from differing(Sides(rules, engine), style)


def _breaks(found: Broken) -> Iterator[str]:
    asked = asks(found.check) or found.check.text
    expected = "yes" if found.check.expected else "no"
    also = "; so do the rules" if found.by_rules else ""
    line = f"the engine breaks the check {found.check.name}: {asked} (expected: {expected}){also}"
    yield from wrapped(line, WIDEST)


def summary(examined: ConformanceResult) -> str:
    """The result in one line."""
    if examined.declined:
        return f"it does not have this game: {said(examined.declined, LONGEST)}"
    done = f"{counted(examined.plays, 'play')}, {counted(examined.actions, 'action')}"
    if examined.found is not None:
        found = examined.found
        return f"it {HEADINGS[found.aspect]}, seen after {seen_after(found)} ({done} in all)"
    if examined.complete is not None:
        positions = counted(examined.complete, "position")
        follows = f"it follows the rules: every action of all {positions} was compared ({done})"
        return follows + _not_compared(examined)
    up = _time_was_up(examined) if examined.cut_off else ""
    return f"no difference in {done}{up}{_not_compared(examined)}"


def seen_after(found: Discrepancy) -> str:
    """How much it takes to see it."""
    return _where(found) + ("" if found.repeats is None else _how_often(found.repeats))


def _where(found: Discrepancy) -> str:
    moves = counted(found.length, "action")
    if found.before is None:
        return moves
    asked, played = counted(found.requests, "request"), counted(len(found.before) + 1, "play")
    if found.lost:
        return f"{asked} in {played} of one process"
    if found.before:
        return f"{asked} in {played} of one process; the play alone does not show it"
    return (
        f"{asked}, as what is not legal is tried in each position; the moves alone do not show it"
    )


def _how_often(repeats: Repeats) -> str:
    """That an engine does not repeat itself: how many starts of it showed the same."""
    if not repeats.of:
        return "; the time was up (--budget) before it was tried again"
    starts = counted(repeats.of, "further start")
    if repeats.shown:
        return f"; it does not repeat itself: {repeats.shown} of {starts} showed it"
    return f"; it does not repeat itself: it was not seen again in {starts}"


def wholly_in_smaller(game: Game[Any], examined: ConformanceResult) -> Iterator[str]:
    """That a smaller instance was compared, too."""
    values = ", ".join(f"{name} = {value}" for name, value in game.program.instance.parameters)
    text = f"in the smaller game with {values}: {summary(examined)}"
    yield from wrapped(text, WIDEST)


def _not_compared(examined: ConformanceResult) -> str:
    """What it says and the rules know nothing of."""
    if not examined.unknown:
        return ""
    names = ", ".join(f'"{said(name, LONGEST_NAME)}"' for name in examined.unknown)
    return f"; not compared, as the rules have no variable of that name: {names}"


def _time_was_up(examined: ConformanceResult) -> str:
    limit = "" if examined.seconds is None else f" after {examined.seconds:g} s"
    far = "not all was compared that was to be"
    if examined.far is not None:
        wholly, of = examined.far
        far = f"of {wholly:,} of {of:,} positions every action was compared"
    return f"; the time was up{limit} (--budget), and {far}"


def who(hello: Hello | None) -> str:
    """An engine's name, version and what it offers."""
    if hello is None:
        return "an engine that says nothing"
    offers = ", ".join(sorted(hello.offers)) or "nothing but to take actions"
    return said(f"{hello.name} {hello.version}", LONGEST_NAME) + f" (offers {offers})"


def data(examined: ConformanceResult, broken: Broken | None = None) -> dict[str, object]:
    """The answer for a program."""
    hello, found = examined.hello, examined.found
    return {
        "engine": None
        if hello is None
        else {"name": hello.name, "version": hello.version, "offers": sorted(hello.offers)},
        "follows": None if found is None and examined.complete is None else found is None,
        "declined": examined.declined or None,
        "complete": examined.complete,
        "plays": examined.plays,
        "actions": examined.actions,
        "cut_off": examined.cut_off,
        "seconds": examined.seconds,
        "positions": None
        if examined.far is None
        else {"compared": examined.far[0], "of": examined.far[1]},
        "unknown": list(examined.unknown),
        "breaks": None if broken is None else broken.check.name,
        "difference": None
        if found is None
        else {
            "aspect": found.aspect,
            "play": list(found.play),
            "tried": found.tried or None,
            "by": found.by or None,
            "rules": found.rules,
            "engine": found.engine,
            "clauses": list(found.clauses),
            "requests": found.requests,
            "before": None if found.before is None else [list(row) for row in found.before],
            "repeats": None
            if found.repeats is None
            else {"shown": found.repeats.shown, "of": found.repeats.of},
        },
    }
