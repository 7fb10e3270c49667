"""The questions of a ruleset against its games; those with the same answer share a line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...draw.style import Style, width
from ...findings.kinds import Severity
from ...findings.summary.overview import Overview
from ...findings.summary.questions import Cell, Question
from .layouts import ScreenLayout
from .lines import cut, named, padded

NARROWEST = 24
"""The column of questions is never narrower than this, unless the screen is."""
WIDEST_NAME = 20
"""A longer name of a game is cut at the head of its column."""
FOLDED = 12
"""Where there are more questions than these, the answers that are the same in every game stand once,
and what is proved everywhere, or open everywhere, shares some lines."""
NOT_ASKED = "\N{EN DASH}"
EVERYWHERE = "in every game"
UNEXPECTED = "! is not what the ruleset expects; unless it is --frozen, that fails the run"


def table(overview: Overview, style: Style, size: int, layout: ScreenLayout) -> Iterator[str]:
    """The questions: against the games while there are few, else those alone of which something is to be seen."""
    rows = list(overview.questions)
    everywhere = f" {EVERYWHERE}" if len(overview.games) > 1 else ""
    if len(rows) <= FOLDED:
        yield from _side_by_side(rows, overview.games, style, size)
        return
    settled = [q for q in rows if _settled(q)]
    undecided = [q for q in rows if _undecided(q)]
    named_below = {f.key for f in overview.of(Severity.WRONG)[: layout.wrong]}
    rows = [q for q in rows if q not in settled and q not in undecided]
    same = [q for q in rows if alike(q)]
    others = [q for q in rows if q not in same]
    same = [q for q in same if q.name not in named_below]
    shown = [q for q in same if _as_expected(q)]
    if len(shown) > layout.same:
        shown = shown[layout.same :]
        same = [q for q in same if q not in shown]
    else:
        shown = []
    folded = [] if layout.differing else [q for q in others if not _unexpected(q)]
    others = [q for q in others if q not in folded]
    if same:
        shortened = [
            replace(q, cells=alike(q)[:1], text=_with_games(q, overview.games)) for q in same
        ]
        yield from _side_by_side(shortened, (everywhere.strip() or overview.games[0],), style, size)
    if same and others:
        yield ""
    yield from _side_by_side(others, overview.games, style, size)
    for what, some in (
        *_by_answer("shown by a play", shown),
        ("Not the same in every game", folded),
        *_by_answer("proved", settled),
        ("Open", undecided),
    ):
        lines = [_with_finding(q, overview.games) for q in some]
        where = "" if some is folded else everywhere
        yield from named(f"{what}{where} ({len(some)})", lines, size, layout.named)


def _side_by_side(
    rows: Sequence[Question], games: Sequence[str], style: Style, size: int
) -> Iterator[str]:
    """Questions against games; columns that do not fit go on below."""
    cells = [[_cell(c, style) for c in row.cells] for row in rows]
    heads = [cut(name, WIDEST_NAME) for name in games]
    widths = [
        max([width(head), *(width(row[number]) for row in cells)]) + 2
        for number, head in enumerate(heads)
    ]
    last = max((width(_method(row)) for row in rows), default=0)
    for group in () if not rows else _groups(widths, size - NARROWEST - (last + 2 if last else 0)):
        taken = sum(widths[number] for number in group)
        longest = max(width(row.text) for row in rows) + 2
        left = max(NARROWEST // 2, min(longest, size - taken - (last + 2 if last else 0)))
        line = "".join(heads[n].ljust(widths[n]) for n in group)
        yield style.dim(" " * left + line.rstrip())
        for row, shown in zip(rows, cells, strict=True):
            lines = textwrap.wrap(row.text, left - 2) or [row.name]
            answers = "".join(padded(shown[n], widths[n]) for n in group)
            yield f"{lines[0].ljust(left)}{answers}{_method(row)}".rstrip()
            yield from (f"  {line}" for line in textwrap.wrap(" ".join(lines[1:]), left - 4))


def alike(question: Question) -> tuple[Cell, ...]:
    """Its answers, if they and the finding that shows them are the same wherever it is asked."""
    cells = tuple(cell for cell in question.cells if cell is not None)
    kinds = {(cell.answer, cell.finding, cell.as_expected) for cell in cells}
    return cells if len(kinds) == 1 else ()


def _with_finding(question: Question, games: Sequence[str]) -> str:
    """The question, and what shows its answer, if that is one thing."""
    shown = {cell.finding for cell in question.cells if cell is not None}
    text = _with_games(question, games)
    return f"{text} {shown.pop() if len(shown) == 1 else ''}".rstrip()


def where(question: Question, games: Sequence[str]) -> str:
    """The games in which it is asked; nothing if it is in each."""
    asked = [game for game, cell in zip(games, question.cells, strict=True) if cell is not None]
    return "" if len(asked) == len(games) else ", ".join(asked)


def _with_games(question: Question, games: Sequence[str]) -> str:
    asked = where(question, games)
    return f"{question.text} ({asked})" if asked else question.text


def _by_answer(how: str, questions: Sequence[Question]) -> Iterator[tuple[str, list[Question]]]:
    """Questions whose answer is the same in every game: those that are answered with yes, and with no."""
    for answer in ("yes", "no"):
        some = [q for q in questions if any(c is not None and c.answer == answer for c in q.cells)]
        yield f"{answer.capitalize()}, {how}", some


def unexpected(overview: Overview) -> str:
    """What the mark at an answer means, if one has it."""
    return UNEXPECTED if any(_unexpected(question) for question in overview.questions) else ""


def _settled(question: Question) -> bool:
    cells = [cell for cell in question.cells if cell is not None]
    return all(cell.how == "proved" and cell.as_expected is True for cell in cells)


def _as_expected(question: Question) -> bool:
    return all(cell is None or cell.as_expected is True for cell in question.cells)


def _unexpected(question: Question) -> bool:
    return any(cell is not None and cell.as_expected is False for cell in question.cells)


def _undecided(question: Question) -> bool:
    return all(cell is None or cell.answer == "open" for cell in question.cells)


def _groups(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """Columns that fit beside one another; a table that is too wide goes on below."""
    group: list[int] = []
    for number, size in enumerate(widths):
        if group and sum(widths[n] for n in group) + size > room:
            yield group
            group = []
        group.append(number)
    if group:
        yield group


def _cell(cell: Cell | None, style: Style) -> str:
    if cell is None:
        return NOT_ASKED
    word = "open" if cell.answer == "open" else cell.answer
    marked = f"{word}{'!' if cell.as_expected is False else ''}"
    painted = style.paint(marked, 0) if cell.as_expected is False else marked
    return f"{painted} {style.dim(cell.finding)}" if cell.finding else painted


def _method(question: Question) -> str:
    """How all the answers are known, if in one way."""
    ways = {cell.how for cell in question.cells if cell is not None}
    return ways.pop() if len(ways) == 1 and ways <= {"proved"} else ""
