"""What was found out about a ruleset on one screen: the answer, the questions, the findings."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..draw.style import Style, width
from ..findings.finding import Finding
from ..findings.kinds import FindingKind, Severity
from ..findings.overview import SILENT, Cell, Overview, Question
from ..results.verdict import counted
from .changed import news
from .layouts import LAYOUTS, Layout

WIDEST = 100
NARROWEST = 24
"""The column of questions is never narrower than this, unless the screen is."""
CLAUSES = 16
"""The column of clauses is not wider; what does not fit stands in ``show``."""
FOLDED = 12
"""Where there are more questions than these, the answers that are the same in every game stand once,
and what is proved everywhere, or open everywhere, shares some lines."""
TALLEST = 50
"""Lines of a screen of which nobody says how tall it is."""
NOT_ASKED = "\N{EN DASH}"
EVERYWHERE = "in every game"
UNEXPECTED = "! is not what the ruleset expects"
HEADINGS = {Severity.WRONG: "Wrong", Severity.DECIDE: "Decide", Severity.KNOW: "Know"}


def screen(
    overview: Overview, style: Style, columns: int = WIDEST, lines: int = TALLEST
) -> Iterator[str]:
    """What fits on so many ``lines``; none is longer than ``columns``, nor than 100."""
    size = max(20, min(columns, WIDEST))
    for layout in LAYOUTS:
        found = [
            line for line in _screen(overview, style, size, layout) if line or not layout.close
        ]
        if len(found) <= lines:
            break
    yield from found


def _screen(overview: Overview, style: Style, size: int, layout: Layout) -> Iterator[str]:
    changes = list(news(overview))
    for line in changes:
        yield from _bold(line, style, size)
    if changes:
        yield ""
    yield from _bold(f"{overview.title}: {verdict(overview)}", style, size)
    yield from _wrapped(extent(overview), size)
    if not layout.close:
        yield from (style.dim(line) for line in _wrapped(_titles(overview), size))
    if overview.questions:
        yield ""
        yield from _table(overview, style, size, layout)
        if not layout.close:
            yield from _why_open(overview, style, size)
    for severity in Severity:
        yield from _findings(overview, severity, style, size, layout.listed(severity))
    yield from _readings(overview, size, layout.named)
    yield from _acceptance(overview, size)
    if overview.findings:
        yield ""
        words = (
            f"one in full: {_example(overview).command}",
            f"in pictures: rulewright report {_called(overview)}",
        )
        yield from (style.dim(line) for line in _beside(words, size))


def verdict(overview: Overview) -> str:
    """The answer in a few words."""
    parts = []
    if wrong := len(overview.of(Severity.WRONG)):
        parts.append(counted(wrong, "thing") + " wrong")
    if decide := len(overview.of(Severity.DECIDE)):
        parts.append(f"{decide} to decide")
    if know := len(overview.of(Severity.KNOW)):
        parts.append(f"{know} to know")
    if overview.accepted:
        parts.append(f"{len(overview.accepted)} accepted")
    if not overview.findings:
        parts.insert(0, "nothing found")
    if overview.open:
        parts.append(counted(overview.open, "answer") + " open")
    return ", ".join(parts)


def extent(overview: Overview) -> str:
    """How much was asked."""
    parts = [counted(len(overview.questions), "question")]
    parts.append(f"about {counted(len(overview.games), 'way')} to play")
    if overview.readings:
        parts.append(f"· {counted(overview.readings, 'reading')}")
    cells = [cell for question in overview.questions for cell in question.cells if cell]
    met: list[str] = []
    if answered := [cell for cell in cells if cell.answer != "open"]:
        expected = sum(cell.as_expected is True for cell in answered)
        met.append(f"{expected} of {counted(len(answered), 'answer')}")
    if overview.examples:
        wrong = sum(f.kind is FindingKind.EXAMPLE for f in overview.findings)
        met.append(f"{overview.examples - wrong} of {counted(overview.examples, 'example')}")
    if overview.counted:
        right = overview.counted.count(True)
        met.append(f"{right} of {counted(len(overview.counted), 'number')}")
    if met:
        parts.append(f"· {', '.join(met)} as expected")
    if silent := sum(cell.how == SILENT for cell in cells):
        parts.append(f"({counted(silent, 'answer')} that say{'s' if silent == 1 else ''} nothing)")
    if not_counted := overview.counted.count(None):
        parts.append(f"({not_counted} not counted)")
    return " ".join(parts)


def _titles(overview: Overview) -> str:
    """The games that have titles with these; nothing where there is but one."""
    titled = zip(overview.games, overview.titles, strict=True)
    named = [f"{game}: {title}" for game, title in titled if title and title != game]
    return " · ".join(named) if len(overview.games) > 1 else ""


def _table(overview: Overview, style: Style, size: int, layout: Layout) -> Iterator[str]:
    rows = list(overview.questions)
    everywhere = f" {EVERYWHERE}" if len(overview.games) > 1 else ""
    if len(rows) <= FOLDED:
        yield from _side_by_side(rows, overview.games, style, size)
        if any(_unexpected(question) for question in rows):
            yield style.dim(UNEXPECTED)
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
        yield from _named(f"{what}{where} ({len(some)})", lines, size, layout.named)
    if any(_unexpected(question) for question in (*same, *others)):
        yield style.dim(UNEXPECTED)


def _side_by_side(
    rows: Sequence[Question], games: Sequence[str], style: Style, size: int
) -> Iterator[str]:
    """Questions against games; columns that do not fit go on below."""
    cells = [[_cell(c, style) for c in row.cells] for row in rows]
    heads = [_cut(name, 16) for name in games]
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
            answers = "".join(_padded(shown[n], widths[n]) for n in group)
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


def _named(what: str, texts: Sequence[str], size: int, most: int) -> Iterator[str]:
    """What there is to say of them, and the first of them on so many lines at most."""
    if not texts:
        return
    line = f"{what}:"
    for number, text in enumerate(texts):
        longer = f"{line} \N{MIDDLE DOT} {text}" if number else f"{line} {text}"
        left = len(texts) - number - 1
        more = f" \N{HORIZONTAL ELLIPSIS} and {left} more" if left else ""
        if len(list(_wrapped(longer + more, size, "  "))) > most:
            if not number:
                line = what
                break
            line += f" \N{HORIZONTAL ELLIPSIS} and {left + 1} more"
            break
        line = longer
    yield from _wrapped(line, size, "  ")


def _why_open(overview: Overview, style: Style, size: int) -> Iterator[str]:
    """How far the open answers were taken, for the most frequent reason; numbers as from and to."""
    cells = (cell for question in overview.questions for cell in question.cells if cell)
    reasons = Counter(cell.words for cell in cells if cell.answer == "open")
    by_shape: dict[str, list[str]] = {}
    for words in reasons.elements():
        by_shape.setdefault(_NUMBER.sub("#", words), []).append(words)
    if not by_shape:
        return
    some = max(by_shape.values(), key=len)
    reason = some[0]
    found = [int(n[0].replace(",", "")) for w in some if (n := _NUMBER.findall(w))]
    if found and min(found) < max(found) and len(_NUMBER.findall(reason)) == 1:
        reason = _NUMBER.sub(f"{min(found):,} to {max(found):,}", reason)
    left = reasons.total() - len(some)
    others = f" ({left} others for other reasons)" if left else ""
    line = f"Why open: {reason.removeprefix('unknown: ')}{others}"
    yield from (style.dim(line) for line in _wrapped(line, size, "  "))


_NUMBER = re.compile(r"\d[\d,]*")


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


def _findings(
    overview: Overview, severity: Severity, style: Style, size: int, most: int
) -> Iterator[str]:
    found = overview.of(severity)
    in_table = [f for f in found if f.kind is FindingKind.POSSIBLE and not f.unexpected]
    listed = sorted((f for f in found if f not in in_table), key=_first_to_tell)
    if not listed:
        return
    yield ""
    rows = [(f.id, _clauses(f), _sentence(f, overview)) for f in listed[:most]]
    heading = max(len(h) for h in HEADINGS.values()) + 2
    ids = max(len(row[0]) for row in rows) + 2
    names = max(len(row[1]) for row in rows) + 2
    if names > size // 4:  # there is no room for a column of them
        rows, names = [(name, "", _after(clauses, text)) for name, clauses, text in rows], 0
    for number, (identifier, clauses, sentence) in enumerate(rows):
        start = (HEADINGS[severity] if number == 0 else "").ljust(heading)
        margin = heading + ids
        first = clauses.ljust(names)
        lines = textwrap.wrap(sentence, size - margin - names)
        yield f"{style.bold(start)}{identifier.ljust(ids)}{first}{lines[0]}".rstrip()
        yield from (f"{' ' * (margin + names)}{line}" for line in lines[1:])
    if len(listed) > most:
        more = f"and {len(listed) - most} more: rulewright show {_called(overview)}"
        yield from _wrapped(more, size, " " * heading)


def _after(clauses: str, sentence: str) -> str:
    """The sentence behind its clauses, if it does not begin with them."""
    said = sentence.startswith(clauses.split()[0]) if clauses else True
    return sentence if said else f"{clauses} {sentence}"


def _first_to_tell(finding: Finding) -> tuple[int, bool]:
    """Readings that part early matter in every play; all else stays in its order."""
    if finding.kind is not FindingKind.AMBIGUITY:
        return 0, False
    return finding.moves or 0, not finding.first.selected.for_play


def _sentence(finding: Finding, overview: Overview) -> str:
    """The sentence, where it holds if that is not everywhere, and how long its play is."""
    parts = finding.kind is FindingKind.AMBIGUITY
    length = finding.length if finding.moves and not parts else ""
    where = [
        name
        for result, name in zip(overview.results, overview.games, strict=True)
        if any(o.selected is result.selected for o in finding.occurrences)
    ]
    if not where and parts:
        where = [finding.first.selected.program.instance.name]
    everywhere = len(where) in (0, len(overview.games)) or (
        parts and finding.first.selected.for_play
    )
    holds = "" if everywhere else ", ".join(dict.fromkeys(where))
    more = ": ".join(text for text in (holds, length) if text)
    return f"{finding.sentence} ({more})" if more else finding.sentence


def _clauses(finding: Finding) -> str:
    """The first clause, and whether there are more."""
    named = [f"[{clause}]" for clause in finding.clauses]
    first = named[:1]
    for name in named[1:]:
        if len(" ".join([*first, name])) > CLAUSES:
            break
        first.append(name)
    return " ".join(first) + (" \N{HORIZONTAL ELLIPSIS}" if len(first) < len(named) else "")


def _readings(overview: Overview, size: int, most: int) -> Iterator[str]:
    """The readings that make no other game, as far as is known."""
    if overview.same or overview.open_readings:
        yield ""
    same = list(overview.same)
    what = f"{counted(len(same), 'reading')} that {_one_or(same, 'makes', 'make')} no difference"
    yield from _named(f"{what}, whichever is taken", same, size, most)
    undecided = [question for question, _ in overview.open_readings]
    what = f"{counted(len(undecided), 'reading')} of which no difference is known so far"
    yield from _named(what, undecided, size, most)


def _one_or(texts: Sequence[str], one: str, more: str) -> str:
    return one if len(texts) == 1 else more


def _acceptance(overview: Overview, size: int) -> Iterator[str]:
    if (overview.accepted or overview.gone) and not (overview.same or overview.open_readings):
        yield ""
    if overview.accepted:
        names = ", ".join(f.id for f in overview.accepted)
        yield from _wrapped(f"Accepted: {names}", size, "  ")
    for acceptance in overview.gone:
        text = f"Accepted and gone: {acceptance.key} ({acceptance.span}); it can be taken out"
        if meant := overview.meant_by(acceptance):
            text = f"Accepted, but not found: {acceptance.key} ({acceptance.span}); did you mean {meant}?"
        yield from _wrapped(text, size, "  ")


def _example(overview: Overview) -> Finding:
    return overview.findings[0]


def _called(overview: Overview) -> str:
    return overview.results[0].selected.shown


def _wrapped(text: str, size: int, indent: str = "") -> Iterator[str]:
    yield from textwrap.wrap(text, size, subsequent_indent=indent, break_on_hyphens=False)


def _bold(text: str, style: Style, size: int) -> Iterator[str]:
    yield from (style.bold(line) for line in _wrapped(text, size, "  "))


def _beside(texts: Sequence[str], size: int) -> Iterator[str]:
    """Texts beside one another, as many as fit on a line."""
    line = ""
    for text in texts:
        if line and len(line) + 3 + len(text) > size:
            yield from _wrapped(line, size)
            line = ""
        line = f"{line}   {text}" if line else text
    yield from _wrapped(line, size)


def _padded(text: str, size: int) -> str:
    return text + " " * (size - width(text))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
