"""The checks under each option of each reading: what changes against the game as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..draw.style import Style, continued, wrapped
from ..findings.collect import Results, defect_sentence
from ..findings.subject import ChangedGame, settings
from ..properties.registry import kind_of
from ..results.check_result import CheckResult
from ..results.verdict import Proved, Reached, Refuted, counted, describe
from . import columns
from .exchange.json import report_json

MOST = 12
"""The most options named in each section."""
COLUMNS = 100
"""A table that is wider is printed with a line for each option and check."""
SIGNS = "*+^~"
"""Marks of plays with a note; then come numbers."""
AS_IT_IS = "as it stands"


@dataclass(frozen=True, slots=True)
class OptionResults:
    """The results under one option; ``changed`` is None for the game as it stands."""

    changed: ChangedGame | None
    results: Results

    @property
    def name(self) -> str:
        return AS_IT_IS if self.changed is None else self.changed.name

    @property
    def answers(self) -> Iterator[tuple[CheckResult, bool | None]]:
        """Each answer, and whether it is as expected."""
        return zip(self.results.report.answers, self.results.judged, strict=True)


def _word(answer: CheckResult) -> str:
    """The verdict in a word."""
    match answer.verdict:
        case Refuted():
            return "refuted"
        case Reached():
            return "reached"
        case Proved():
            sought = kind_of(answer.check).seeks == "witness"
            return "never reached" if sought else "proved"
        case _:
            return "open"


def _cell(answer: CheckResult, signs: Mapping[str, str]) -> str:
    """The verdict in a word, and the length of its play, with the sign of the note on it."""
    if isinstance(answer.verdict, Refuted | Reached):
        sign = signs.get(answer.note, "")
        return f"{_word(answer)} in {len(answer.verdict.witness)}{sign}"
    return _word(answer)


def signs_of(notes: Iterable[str]) -> dict[str, str]:
    """A sign for each note, to mark every play that has it.

    >>> signs_of(["by random play", "by a solver", "by random play"])
    {'by random play': '*', 'by a solver': '+'}
    """
    different = dict.fromkeys(notes)
    return {note: SIGNS[n] if n < len(SIGNS) else f"*{n}" for n, note in enumerate(different)}


def text(
    found: Sequence[OptionResults], left_out: Sequence[ChangedGame], style: Style
) -> Iterator[str]:
    """The answers in short, a table of what changes, and what a reader should look at.

    The first of what was ``found`` is the game as it stands.
    """
    for answers in zip(*(under.results.report.answers for under in found), strict=True):
        yield from map(style.bold, wrapped(_summary(answers), COLUMNS))
    base = found[0].results
    yield ""
    yield from wrapped(f"{base.selected.name}  {settings(base.report.instance)}", COLUMNS)
    shown = [found[0], *(under for under in found[1:] if _others(under, found[0]))]
    yield from _table(shown, style)
    if same := len(found) - len(shown):
        yield f"  under {counted(same, 'other option')} every answer is as it stands"
    for word in ("refuted", "reached", "never reached", "proved", "open"):
        yield from _with_verdict(word, found, style)
    yield from _defects(found, style)
    yield from _left_out(left_out, style)


def _with_verdict(word: str, found: Sequence[OptionResults], style: Style) -> Iterator[str]:
    """A section: what should be looked at and has this verdict, each with the command that asks again."""
    named = [line for under in found for line in _named(under, found[0], word)]
    if named:
        yield ""
        yield style.bold(f"{word[0].upper()}{word[1:]}")
    for line, command in named[:MOST]:
        yield from wrapped(f"  {line}", COLUMNS, "    ")
        yield from map(style.dim, continued(command, COLUMNS, "      ", "    again: "))
    if len(named) > MOST:
        yield f"  and {len(named) - MOST} more, all of them with --format json"


def _defects(found: Sequence[OptionResults], style: Style) -> Iterator[str]:
    """A section: the defects of the game as it stands, and those that others have beside them."""
    before = {defect_sentence(defect) for defect in found[0].results.report.defects}
    defects = [
        (under, defect)
        for under in found
        for defect in under.results.report.defects
        if under is found[0] or defect_sentence(defect) not in before
    ]
    if defects:
        yield ""
        yield style.bold("Nobody asked about it")
    for under, defect in defects:
        marked = " (marked)" if defect.declared else ""
        yield from wrapped(f"  {under.name}: {defect_sentence(defect)}{marked}", COLUMNS, "    ")


def _left_out(changed: Sequence[ChangedGame], style: Style) -> Iterator[str]:
    """A section: options of which there is no game."""
    if changed:
        yield ""
        yield style.bold("Not asked: there is no such game")
    for one in changed:
        yield from wrapped(f"  {one.name}: {one.why}", COLUMNS, "    ")


def _summary(answers: Sequence[CheckResult]) -> str:
    """``NAME: proved under 29 of 33 readings, refuted under 2, open under 2``."""
    words = Counter(_word(answer) for answer in answers)
    parts = [f"{word} under {number}" for word, number in words.most_common()]
    parts[0] += f" of {counted(len(answers), 'reading')}"
    return f"{answers[0].check.name}: {', '.join(parts)}"


def _others(under: OptionResults, base: OptionResults) -> list[tuple[CheckResult, bool | None]]:
    """The answers that differ from the game as it stands, and whether they are as expected; for
    ``base``, all."""
    return [
        (answer, judged)
        for (answer, judged), (before, _) in zip(under.answers, base.answers, strict=True)
        if under is base or _word(answer) != _word(before)
    ]


def _table(shown: Sequence[OptionResults], style: Style) -> Iterator[str]:
    """A row for each option and a column for each check, or else a row for each changed answer.

    Below are the notes on the plays of its answers.
    """
    base = shown[0]
    signs = _signs(answer for under in shown for answer, _ in under.answers)
    rows = [["", *(answer.check.name for answer, _ in base.answers)]]
    rows += [
        [under.name, *(_painted(*pair, signs, style) for pair in under.answers)] for under in shown
    ]
    if columns.breadth(rows) > COLUMNS:
        few = [(under, *pair) for under in shown for pair in _others(under, base)]
        signs = _signs(answer for _, answer, _ in few)
        rows = [
            [under.name, answer.check.name, _painted(answer, judged, signs, style)]
            for under, answer, judged in few
        ]
    yield from columns.lines(rows)
    for note, sign in signs.items():
        yield from wrapped(f"  {sign} {note}", COLUMNS, "    ")


def _signs(answers: Iterable[CheckResult]) -> Mapping[str, str]:
    return signs_of(a.note for a in answers if a.has_witness and a.note)


def _painted(
    answer: CheckResult, judged: bool | None, signs: Mapping[str, str], style: Style
) -> str:
    if judged is None:
        return _cell(answer, signs)
    return style.paint(_cell(answer, signs), 2 if judged else 0) + ("" if judged else " !")


def _named(under: OptionResults, base: OptionResults, word: str) -> Iterable[tuple[str, str]]:
    """What a reader should look at: what differs from the game as it stands, and what is open or
    unexpected there."""
    said: dict[str, list[str]] = {}
    for answer, judged in _others(under, base):
        if _word(answer) == word and not (under is base and judged):
            note = f" ({answer.note})" if answer.note else ""
            said.setdefault(f"{describe(answer.verdict)}{note}", []).append(answer.check.name)
    for what, names in said.items():
        yield f"{under.name}: {', '.join(names)}: {what}", under.results.selected.again(*names)


def each_reading_json(
    found: Sequence[OptionResults], left_out: Sequence[ChangedGame]
) -> dict[str, object]:
    """The same for programs."""
    by_check = zip(*(under.results.report.answers for under in found), strict=True)
    return {
        "summary": {c[0].check.name: Counter(map(_word, c)) for c in by_check},
        "games": [{**_identity(u.changed), **report_json(u.results)} for u in found],
        "left_out": [{**_identity(c), "why": c.why} for c in left_out],
    }


def _identity(changed: ChangedGame | None) -> dict[str, object]:
    if changed is None:
        return {"reading": None, "option": None, "instead_of": None}
    return {
        "reading": changed.reading,
        "option": changed.option[0],
        "instead_of": changed.instead_of,
    }
