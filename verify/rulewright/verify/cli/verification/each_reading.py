"""``rulewright verify GAME --each-reading``: the checks under each option of each reading."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...draw.style import Style, continued, wrapped
from ...findings.collect import Results, defect_sentence
from ...findings.subject import Selected, settings
from ...properties.registry import kind_of
from ...render import columns
from ...render.exchange.json import report_json
from ...results.check_result import CheckResult, InstanceResult, all_as_expected, assess
from ...results.verdict import Proved, Reached, Refuted, counted, describe
from ..arguments.select import Changed, asking, each_option
from ..exits import Exit, InputError, exit_for
from ..terminal.console import Console

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

    changed: Changed | None
    results: Results

    @property
    def name(self) -> str:
        return AS_IT_IS if self.changed is None else self.changed.name

    @property
    def answers(self) -> Iterator[tuple[CheckResult, bool | None]]:
        """Each answer, and whether it is as expected."""
        return zip(self.results.report.answers, self.results.judged, strict=True)


def run(args: argparse.Namespace, console: Console) -> Exit:
    """Answer the checks under each option."""
    from .answering import answering

    for option in ("boards", "findings", "traces", "crosscheck", "proofs", "report", "rulebook",
                   "answers", "fresh", "all"):  # fmt: skip
        if vars(args)[option]:
            raise InputError(
                f"--{option} does not go with --each-reading; ask for one option with --reading"
            )
    if args.format not in ("text", "json"):
        raise InputError(f"answers under each reading are text or JSON, not {args.format}")
    as_it_is, changed = each_option(args)
    asking([as_it_is], args.check)
    there = [(c, c.selected) for c in changed if c.selected is not None]
    only = frozenset(args.check)
    with answering(args, console, "quick") as work:
        games = [as_it_is, *(selected for _, selected in there)]
        subjects = [
            work.subject(
                selected,
                work.tools(selected.game()),
                [n for n, c in enumerate(selected.program.checks) if not only or c.name in only],
            )
            for selected in games
        ]
        work.start()
        reports = work.answer(subjects)
    found = [OptionResults(None, _results(as_it_is, reports[0]))]
    for (c, selected), report in zip(there, reports[1:], strict=True):
        found.append(OptionResults(c, _results(selected, report)))
    left_out = [c for c in changed if c.selected is None]
    if args.format == "json":
        console.write_json(_json(found, left_out))
    else:
        console.write(_text(found, left_out, console.style))
    if work.stopped is not None:
        return work.stopped
    return exit_for(_overall(reports))


def _results(selected: Selected, report: InstanceResult) -> Results:
    """One game alone: what another one shows says nothing about it."""
    return Results(selected, report, assess([report])[0])


def _overall(reports: Sequence[InstanceResult]) -> bool | None:
    each = [all_as_expected([report]) for report in reports]
    return False if False in each else None if None in each else True


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


def _text(
    found: Sequence[OptionResults], left_out: Sequence[Changed], style: Style
) -> Iterable[str]:
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
        named = [line for under in found for line in _named(under, found[0], word)]
        if named:
            yield ""
            yield style.bold(f"{word[0].upper()}{word[1:]}")
        for line, command in named[:MOST]:
            yield from wrapped(f"  {line}", COLUMNS, "    ")
            yield from map(style.dim, continued(command, COLUMNS, "      ", "    again: "))
        if len(named) > MOST:
            yield f"  and {len(named) - MOST} more, all of them with --format json"
    before = {defect_sentence(defect) for defect in base.report.defects}
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
            yield from wrapped(
                f"  {under.name}: {defect_sentence(defect)}{marked}", COLUMNS, "    "
            )
    if left_out:
        yield ""
        yield style.bold("Not asked: there is no such game")
        for changed in left_out:
            yield from wrapped(f"  {changed.name}: {changed.why}", COLUMNS, "    ")


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


def _json(found: Sequence[OptionResults], left_out: Sequence[Changed]) -> dict[str, object]:
    by_check = zip(*(under.results.report.answers for under in found), strict=True)
    return {
        "summary": {c[0].check.name: Counter(map(_word, c)) for c in by_check},
        "games": [{**_identity(u.changed), **report_json(u.results)} for u in found],
        "left_out": [{**_identity(c), "why": c.why} for c in left_out],
    }


def _identity(changed: Changed | None) -> dict[str, object]:
    if changed is None:
        return {"reading": None, "option": None, "instead_of": None}
    return {
        "reading": changed.reading,
        "option": changed.option[0],
        "instead_of": changed.instead_of,
    }
