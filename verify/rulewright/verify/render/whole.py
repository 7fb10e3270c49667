"""One finding, whole: what it is, where it holds, and its play, folded if that is long."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulewright.dsl.inputs.locate import from_here

from ..draw.folding import shown_moves
from ..draw.plays import BoardsShown, play_lines
from ..draw.style import Style, continued
from ..effort.schedule import LEVELS
from ..findings.finding import Finding, Occurrence, Shown
from ..findings.kinds import FindingKind
from ..findings.remarks import remarks
from ..findings.subject import settings, title
from ..findings.summary.overview import Overview
from ..findings.summary.questions import Question
from ..findings.summary.taken import Taken
from ..results.check_result import Coverage
from ..results.verdict import LastLooked, Proved, Unknown, after_moves, counted, describe
from .open_ways import ways, what_may_help

SHORT = 4
"""Plays of up to so many moves are drawn at every move."""
WIDEST = 100


def whole(
    finding: Finding, style: Style, boards: BoardsShown | None = None, columns: int = WIDEST,
    *, unfolded: bool = False, passages: Mapping[str, str] | None = None,
) -> Iterator[str]:  # fmt: skip
    """The lines; text is wrapped to the width, boards are as wide as they are.

    ``unfolded``: every move of a long play is shown. ``passages``: what stands in the rulebook, by clause.
    """
    size = max(20, min(columns, WIDEST))
    clauses = "".join(f" [{clause}]" for clause in finding.clauses)
    head = f"{finding.id}  {finding.kind.label} ({finding.weight}){clauses}".strip()
    yield from (style.bold(line) for line in textwrap.wrap(head, size))
    yield from textwrap.wrap(finding.sentence, size)
    if finding.claim:
        yield from textwrap.wrap(f"claimed: {finding.claim}", size, subsequent_indent="  ")
    for clause in finding.clauses:
        if passages and clause in passages:
            yield from textwrap.wrap(
                f'[{clause}] "{passages[clause]}"', size, subsequent_indent="  "
            )
    if finding.hint:
        yield from textwrap.wrap(f"hint: {finding.hint}", size, subsequent_indent="  ")
    if finding.span is not None:
        span = finding.span
        yield style.dim(f"at {replace(span, file=from_here(span.file))}")
    yield ""
    first = finding.first
    yield from textwrap.wrap(f"in {where(first)}: {how(first)}", size, subsequent_indent="  ")
    for reason in first.reasons:
        yield from _below(reason, style, size, 2)
    for shown in first.plays:
        yield ""
        yield from _play(shown, finding, style, boards, size, unfolded)
    others = [f"{where(o, first)} ({how(o)})" for o in finding.occurrences[1:]]
    if others:
        yield ""
        yield from textwrap.wrap(f"also in {'; '.join(others)}", size, subsequent_indent="  ")
    if finding.reading is not None:
        yield from _reading(finding.reading, style, size)
    yield ""
    if finding.accepted is not None:
        by = "".join(f" [{clause}]" for clause in finding.accepted.clauses)
        yield from textwrap.wrap(f"accepted{by}: {finding.accepted.why}", size)
    else:
        meant = f"if it is meant: {finding.acceptance}"
        yield from (style.dim(line) for line in textwrap.wrap(meant, size))
    yield from map(style.dim, continued(finding.again, size, before="again: "))


def _reading(reading: Finding, style: Style, size: int) -> Iterator[str]:
    """The two ways in which clauses can be read that contradict each other, and what shows the difference."""
    yield ""
    head = f"How these clauses can be read ({reading.id})".replace(" ()", "")
    yield from (style.bold(line) for line in textwrap.wrap(head, size))
    yield from textwrap.wrap(reading.sentence, size)
    for shown in reading.first.plays:
        yield from textwrap.wrap(f"- {shown.label}", size, subsequent_indent="  ")
    first = reading.first
    yield from textwrap.wrap(f"in {where(first)}: {how(first)}", size, subsequent_indent="  ")
    if reading.hint:
        yield from textwrap.wrap(f"hint: {reading.hint}", size, subsequent_indent="  ")
    yield from map(style.dim, continued(reading.command, size, before="its plays: "))


def answers(
    overview: Overview, question: Question, style: Style, columns: int = WIDEST
) -> Iterator[str]:
    """What is known of a question in each game, and why: the reasons of proofs, or the ways in which an
    answer was looked for, line by line."""
    size = max(20, min(columns, WIDEST))
    yield from (style.bold(line) for line in textwrap.wrap(question.text, size))
    left_open = False
    for result in overview.results:
        for answer in result.report.answers:
            if answer.check.name != question.name:
                continue
            word = {True: "yes", False: "no", None: "open"}[answer.holds]
            note = f" ({answer.note})" if answer.note else ""
            said = describe(answer.verdict).removeprefix(
                "unknown: "
            )  # which says no more than open
            line = f"{title(result.report.instance)}: {word}, {said}{note}"
            yield from textwrap.wrap(line, size, subsequent_indent="  ")
            if answer.holds is None:
                left_open = True
                for way in ways(answer.attempts):
                    yield from _below(way, style, size, 4)
                continue
            if isinstance(answer.verdict, Proved):
                for reason in answer.verdict.reasons:
                    yield from _below(reason, style, size, 4)
            if result.report.coverage is not None:
                yield from _below(_coverage(result.report.coverage), style, size, 4)
    silent = overview.named(f"{FindingKind.VACUOUS}.{question.name}")
    if silent is not None:
        yield from textwrap.wrap(silent.sentence, size, subsequent_indent="  ")
        yield from map(style.dim, continued(silent.command, size, before="  in full: "))
    if left_open:
        helps = f"What may help: {what_may_help(_taken(overview, question))}"
        yield from textwrap.wrap(helps, size, subsequent_indent="  ", break_on_hyphens=False)


def _taken(overview: Overview, question: Question) -> Taken:
    """How far a question was taken that is open: in this run, or when it was last looked at."""
    reasons = (
        cell.open.reason for cell in question.cells if cell and isinstance(cell.open, Unknown)
    )
    before = {reason.effort for reason in reasons if isinstance(reason, LastLooked)}
    lowest = next((level for level in LEVELS if level in before), overview.taken.effort)
    return replace(overview.taken, effort=lowest)


def _below(text: str, style: Style, size: int, indent: int) -> Iterator[str]:
    """What explains the line above: so far to the right, wrapped."""
    first, others = " " * indent, " " * (indent + 2)
    lines = textwrap.wrap(
        text, size, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )
    yield from (style.dim(line) for line in lines)


def _coverage(seen: Coverage) -> str:
    how = "all of it" if not seen.stopped else f"not all: {seen.stopped.why}"
    visited = f"{counted(seen.states, 'position')}, {counted(seen.transitions, 'action')}"
    return f"searched {visited}, depth {seen.depth} on the {seen.engine} engine; {how}"


def _play(
    shown: Shown,
    finding: Finding,
    style: Style,
    boards: BoardsShown | None,
    size: int,
    unfolded: bool,
) -> Iterator[str]:
    if shown.label:
        yield from (style.bold(line) for line in textwrap.wrap(shown.label, size))
    moves = None if unfolded else shown_moves(shown.play, finding.clauses)
    drawn: BoardsShown = boards or ("all" if len(shown) <= SHORT else "last")
    beside = remarks(finding.first, shown)
    yield from play_lines(shown.play, style, drawn, size, moves, beside.read)
    for said in beside.under:
        yield from textwrap.wrap(said, size)


def where(occurrence: Occurrence, beside: Occurrence | None = None) -> str:
    """The game by its name and what makes it; ``beside`` another one, what is set otherwise there."""
    instance = occurrence.selected.program.instance
    name = instance.name or instance.variant
    title = occurrence.selected.title
    called = f"{title}: " if title else ""
    known = () if beside is None else beside.selected.program.instance.parameters
    own = tuple(pair for pair in instance.parameters if pair not in known)
    made = settings(replace(instance, parameters=own))
    what = "" if name == made else f"{made}, "
    return f"{name} ({called}{what}{counted(occurrence.players, 'player')})"


def how(occurrence: Occurrence) -> str:
    """How it is known there, and how long its play is."""
    if occurrence.verdict == "differs":
        shortest = "; none is shorter" if occurrence.plays and occurrence.plays[0].shortest else ""
        moves = counted(occurrence.moves or 0, "move")
        return f"two games after {moves}{shortest} ({occurrence.note})"
    if occurrence.verdict == "read":
        return "seen in the text"
    parts: list[str] = [occurrence.verdict]
    if occurrence.moves is not None:
        shortest = "; none is shorter" if occurrence.plays[0].shortest else ""
        parts.append(f"{after_moves(occurrence.moves)}{shortest if occurrence.moves else ''}")
    elif occurrence.method:
        parts.append(f"by {occurrence.method}")
    return " ".join(parts) + (f" ({occurrence.note})" if occurrence.note else "")
