"""Findings from comparisons of readings: which of them make two games."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.parts import ReadingPart

from ...answers.changes import AnswerChange
from ...answers.comparisons import ComparedAgain
from ...answers.kept import KeptOpen, KeptPairs, bare_name
from ...equivalence.distinguish import Difference
from ...equivalence.sentences import at_the_end
from ...results.verdict import counted
from ..finding import Finding, Occurrence, Shown
from ..kinds import FindingKind
from ..subject import Selected


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison that holds, and the game in which two games were found."""

    selected: Selected | None
    again: ComparedAgain


@dataclass(frozen=True, slots=True)
class OptionAnswer:
    """What came of an option beside the default one: ``words`` for a reader, with the games.

    ``state``: another game, the same one in all that were compared, or nobody could tell.
    """

    state: Literal["differs", "same", "open"]
    words: str


@dataclass(frozen=True, slots=True)
class ReadingAnswers:
    """What is known of the readings of a ruleset.

    ``findings``: of those that make two games. ``same``: what is asked by readings whose options
    were all shown to make one; ``open``: by those that nobody could tell apart, and how far.
    ``changes``: what was kept and does not hold any more, with its game. ``options``: by reading and
    option, what came of it beside the default.
    """

    findings: tuple[Finding, ...] = ()
    same: tuple[str, ...] = ()
    open: tuple[tuple[str, str], ...] = ()
    changes: tuple[tuple[str, AnswerChange], ...] = ()
    options: Mapping[tuple[str, str], OptionAnswer] = field(default_factory=dict)

    @property
    def unsaid(self) -> bool:
        """Whether there are readings that no finding tells of."""
        return bool(self.same or self.open)


def key(reading: str) -> str:
    """What the finding is called that a reading makes two games."""
    return f"reading.{reading}"


def reading_answers(
    ruleset: Ruleset, compared: Sequence[Compared], unsettled: Collection[str] = ()
) -> ReadingAnswers:
    """One finding for each reading that makes another game; the others by their questions.

    ``unsettled``: readings of which not all is known that was. That a reading makes one game is said
    of no others but those of which each option was compared.
    """
    parts = _parts(ruleset)
    by_reading: dict[str, list[Compared]] = {}
    for one in compared:
        by_reading.setdefault(one.again.kept.reading, []).append(one)
    findings, same, open_ = list[Finding](), list[str](), list[tuple[str, str]]()
    for name, part in parts.items():
        about = by_reading.get(name, [])
        differing = [c for c in about if c.again.difference is not None]
        undecided = [c.again.kept.evidence for c in about]
        if differing:
            findings.append(_finding(part, differing))
        elif how_far := [e.how_far for e in undecided if isinstance(e, KeptOpen)]:
            open_.append((part.question or name, how_far[0]))
        elif name in unsettled or _others(part) - {c.again.kept.option for c in about}:
            continue
        elif about and all(isinstance(e, KeptPairs) for e in undecided):
            same.append(part.question or name)
    return ReadingAnswers(tuple(findings), tuple(same), tuple(open_), options=_options(compared))


def _others(part: ReadingPart) -> set[str]:
    """The options beside the default."""
    return {option.name.text for option in part.options if not option.default}


def _options(compared: Sequence[Compared]) -> dict[tuple[str, str], OptionAnswer]:
    by_option: dict[tuple[str, str], list[Compared]] = {}
    for one in compared:
        by_option.setdefault(one.again.kept.question, []).append(one)
    return {question: _option(some) for question, some in by_option.items()}


def _option(compared: Sequence[Compared]) -> OptionAnswer:
    """Of several games, that in which the shortest play shows another one."""
    differing = [
        (found.moves, one.again.kept.game, found)
        for one in compared
        if (found := one.again.difference) is not None
    ]
    if differing:
        _, game, found = min(differing, key=lambda each: each[:2])
        return OptionAnswer("differs", f"{_what(found)}, in {bare_name(game)}")
    for one in compared:
        if isinstance(one.again.kept.evidence, KeptOpen):
            return OptionAnswer(
                "open", f"no difference known so far ({one.again.kept.evidence.how_far})"
            )
    games = ", ".join(sorted({bare_name(one.again.kept.game) for one in compared}))
    return OptionAnswer("same", f"makes the same game, in {games}")


def _parts(ruleset: Ruleset) -> dict[str, ReadingPart]:
    found: dict[str, ReadingPart] = {}
    for variant in ruleset.variants:
        for part in ruleset.readings(variant):
            found.setdefault(part.name.text, part)
    return found


def _finding(part: ReadingPart, compared: Sequence[Compared]) -> Finding:
    """The reading, with the option and the game first in which the shortest play shows it."""
    occurrences = sorted(
        (o for one in compared for o in _occurrences(part, one)), key=lambda o: o.moves or 0
    )
    first = next(c for c in compared if _label(part, c) == occurrences[0].note).again.difference
    assert first is not None
    asked = f"\N{LEFT DOUBLE QUOTATION MARK}{part.question}\N{RIGHT DOUBLE QUOTATION MARK}"
    return Finding(
        key=key(part.name.text),
        kind=FindingKind.AMBIGUITY,
        clauses=tuple(cite.clause for cite in part.cites),
        sentence=f"{asked if part.question else part.name.text} {_what(first)}",
        occurrences=tuple(occurrences),
        span=part.name.span,
        hint="decide it, and say so in the rules",
    )


def _what(found: Difference) -> str:
    if found.aspect == "table":
        return f"leaves something else on the table from move {found.moves} on"
    if all(view.ending for view in found.views):  # there is no later move
        return f"makes two games: play ends in another way after {counted(found.moves, 'move')}"
    return f"makes two games from move {found.moves + 1} on"


def _label(part: ReadingPart, compared: Compared) -> str:
    return f"{part.name.text} = {compared.again.kept.option}"


def _occurrences(part: ReadingPart, compared: Compared) -> Iterator[Occurrence]:
    found, kept = compared.again.difference, compared.again.kept
    selected = compared.selected
    if found is None or selected is None:
        return
    default = next(o for o in part.options if o.default)
    option = next(o for o in part.options if o.name.text == kept.option)
    said = at_the_end(found)
    plays = tuple(
        Shown(play, f"{o.name.text}: {o.text}", found.shortest, f"{text[:1].upper()}{text[1:]}.")
        for o, play, text in zip((default, option), found.plays, said, strict=True)
        if play is not None
    )
    words = ["rulewright", "compare", selected.shown, kept.reading, *selected.options]
    yield Occurrence(
        selected, "differs", "both games side by side", plays,
        note=_label(part, compared), command=shlex.join(words),
    )  # fmt: skip
