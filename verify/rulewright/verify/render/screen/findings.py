"""The findings by severity, a sentence each; and the readings about which there is nothing more to say."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence

from ...draw.style import Style, continued
from ...findings.finding import Finding
from ...findings.kinds import FindingKind, Severity
from ...findings.summary.overview import Overview
from ...results.verdict import counted
from .lines import fitted, named
from .questions import UNEXPECTED

CLAUSES = 16
"""The column of clauses is not wider; what does not fit stands in ``show``."""
HEADINGS = {Severity.WRONG: "Wrong", Severity.DECIDE: "Decide", Severity.KNOW: "Know"}


def findings(
    overview: Overview, severity: Severity, style: Style, size: int, most: int
) -> Iterator[str]:
    """The ``most`` first findings of a severity; possible plays stand in the table, if they are expected."""
    found = overview.of(severity)
    in_table = [f for f in found if f.kind is FindingKind.POSSIBLE and not f.unexpected]
    listed = sorted((f for f in found if f not in in_table), key=_first_to_tell)
    if not listed:
        return
    yield ""
    rows = [(_number(f), _clauses(f), _sentence(f, overview)) for f in listed[:most]]
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
        show = shlex.join(["rulewright", "show", overview.results[0].selected.shown])
        yield from continued(show, size, before=f"and {len(listed) - most} more: ")
    if any(f.fails for f in listed):
        yield from (style.dim(line) for line in fitted(UNEXPECTED, size, "  "))


def _number(finding: Finding) -> str:
    """Its number, marked if it fails the run."""
    return f"{finding.id}!" if finding.fails else finding.id


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
    length = "" if parts else finding.length
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
    if finding.reading is not None:
        more = f"{more}; it can be read in two ways: {finding.reading.id}"
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


def readings(overview: Overview, size: int, most: int) -> Iterator[str]:
    """The readings that make no other game, as far as is known."""
    known = overview.beside.readings
    if known.unsaid:
        yield ""
    same = list(known.same)
    what = f"{counted(len(same), 'reading')} that {_one_or(same, 'makes', 'make')} no difference"
    yield from named(f"{what}, whichever is taken", same, size, most)
    undecided = [question for question, _ in known.open]
    what = f"{counted(len(undecided), 'reading')} of which no difference is known so far"
    yield from named(what, undecided, size, most)


def _one_or(texts: Sequence[str], one: str, more: str) -> str:
    return one if len(texts) == 1 else more
