"""All that was found out about one ruleset: questions against games, and the findings, once each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Literal

from rulewright.dsl.elaborate.acceptances import is_of_check
from rulewright.dsl.ir.program import Instance
from rulewright.dsl.ruleset import Ruleset

from ..answers.changes import AnswerChange
from ..properties.asked import asks
from ..results.check_result import CheckResult
from ..results.verdict import Bounded, Proved, Reached, Refuted, Sampled, Unknown
from .collect import Results
from .finding import Acceptance, Finding, Occurrence
from .kinds import FindingKind, Severity
from .numbers import numbered
from .origins.asked_gaps import asked_once
from .origins.expected_numbers import Counted
from .origins.from_results import findings_of, vacuous_key
from .origins.readings import OptionAnswer, ReadingAnswers
from .subject import Selected

_SEVERITIES = tuple(Severity)
LIKE = 0.85
"""So near is a name that may be a misspelt one; with their kinds, many are a little alike."""
SILENT = "says nothing"
"""How an answer is known that is proved, but says nothing."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The answer to a question in one game: ``finding`` is the identifier of what shows it.

    ``how``: proved, says nothing (proved, but nothing could make it fail), play, or how far nobody found an answer;
    ``as_expected``: whether it is what the author expects, or accepts; None while it is ``open``.
    """

    answer: Literal["yes", "no", "open"]
    how: str
    as_expected: bool | None
    finding: str = ""
    open: Bounded | Sampled | Unknown | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer in each game of the overview; None where it is not asked."""

    name: str
    text: str
    clauses: tuple[str, ...]
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """What a reader should know of one ruleset.

    ``games``: the names of the results' games, short. ``findings``: those that are not accepted, the
    gravest first; ``accepted``: those that are. ``gone``: what is accepted and was not found, though
    all was asked that could find it, or `meant_by` knows what was meant. ``changes``: what is not as it was kept; ``edited``: the texts that
    changed since answers were kept that were looked at again. ``readings``: how many
    readings the ruleset has. ``examples``: how many of its examples were played.
    ``counted``: for each number that its author expects, whether it is right, None where it was not counted to the end. ``same``: readings that make one game however they are read;
    ``open_readings``: those that nobody could tell apart, and how far; ``options``: what came of each option that
    was compared. ``titles``: what people call the ``games``, as far as the ruleset says so.
    """

    name: str
    title: str
    results: tuple[Results, ...]
    games: tuple[str, ...]
    questions: tuple[Question, ...]
    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...] = ()
    gone: tuple[Acceptance, ...] = ()
    changes: tuple[tuple[str, AnswerChange], ...] = ()
    edited: tuple[str, ...] = ()
    readings: int = 0
    examples: int = 0
    counted: tuple[bool | None, ...] = ()
    same: tuple[str, ...] = ()
    open_readings: tuple[tuple[str, str], ...] = ()
    options: Mapping[tuple[str, str], OptionAnswer] = field(default_factory=dict)
    titles: tuple[str, ...] = ()

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of a severity."""
        return tuple(f for f in self.findings if f.severity == severity)

    def named(self, name: str) -> Finding | None:
        """The finding with this identifier or key, accepted or not."""
        both = (*self.findings, *self.accepted)
        return next((f for f in both if name in (f.id, f.key)), None)

    def meant_by(self, gone: Acceptance) -> str:
        """The finding that nobody accepts whose name is nearly the accepted one, or nothing."""
        return _near_by(gone.key, self.findings)

    def question(self, name: str) -> Question | None:
        """The question that a check of this name asks."""
        return next((q for q in self.questions if q.name == name), None)

    @property
    def as_expected(self) -> bool | None:
        """False if anything is not as its author expects or accepts, None if answers are open."""
        if any(finding.fails for finding in self.findings):
            return False
        return None if self.undecided else True

    @property
    def undecided(self) -> int:
        """How many answers are open that no other game settles, and numbers that were not counted."""
        answers = sum(judged is None for result in self.results for judged in result.judged)
        return answers + self.counted.count(None)

    @property
    def open(self) -> int:
        """How many answers are open."""
        cells = (cell for question in self.questions for cell in question.cells)
        return sum(cell is not None and cell.answer == "open" for cell in cells)


def overviews(
    results: Sequence[Results],
    found: Mapping[str, Sequence[Finding]] | None = None,
    numbers: Mapping[str, Mapping[str, str]] | None = None,
    examples: Mapping[str, int] | None = None,
    readings: Mapping[str, ReadingAnswers] | None = None,
    counted: Mapping[str, Sequence[Counted]] | None = None,
    edited: Mapping[str, Sequence[str]] | None = None,
) -> list[Overview]:
    """One for each ruleset, in the order of the results.

    ``found``: by ruleset, findings that do not come from the answers to checks. ``numbers``: by
    ruleset, the identifiers that are kept, by key. ``examples``: by ruleset, how many were played.
    ``readings``: by ruleset, what is known of them. ``counted``: by ruleset, expected numbers.
    ``edited``: by ruleset, the texts that changed since answers were kept.
    """
    by_ruleset: dict[str, list[Results]] = {}
    for result in results:
        by_ruleset.setdefault(result.selected.program.instance.ruleset, []).append(result)
    nothing = ReadingAnswers()
    return [
        replace(
            _overview(
                name,
                some,
                (found or {}).get(name),
                (numbers or {}).get(name, {}),
                (readings or {}).get(name, nothing),
            ),
            examples=(examples or {}).get(name, 0),
            edited=tuple((edited or {}).get(name, ())),
            counted=tuple(each.right for each in (counted or {}).get(name, ())),
        )
        for name, some in by_ruleset.items()
    ]


def _overview(
    name: str, results: Sequence[Results], found: Sequence[Finding] | None, known: Mapping[str, str],
    about: ReadingAnswers,
) -> Overview:  # fmt: skip
    ruleset = results[0].selected.ruleset
    known_to_author = {} if ruleset is None else acceptances(ruleset)
    answered = (f for result in results for f in findings_of(result))
    once = asked_once(_everywhere(answered, results), known_to_author)
    findings = in_order(merged([*once, *(found or ()), *about.findings]))
    numbers = numbered((f.key for f in findings), known)
    findings = [replace(f, id=numbers[f.key], lasting=f.key in known) for f in findings]
    accepted = [
        replace(f, accepted=known_to_author[f.key]) for f in findings if f.key in known_to_author
    ]
    there = {f.key for f in accepted}
    others = [f for f in findings if f.key not in there]
    games = short_names([r.report.instance for r in results])
    changes = (
        *((r.selected.name, change) for r in results for change in r.changes),
        *((f"{name} {game}", change) for game, change in about.changes),
    )
    shown = {r.selected.name: game for r, game in zip(results, games, strict=True)}
    called = {long: f"{name} {game}" for long, game in shown.items()} if len(shown) > 1 else {}
    return Overview(
        name=name,
        title=results[0].selected.program.instance.title or name,
        results=tuple(results),
        games=games,
        questions=_questions(results, {f.key: f.id for f in findings}, there),
        findings=tuple(others),
        accepted=tuple(accepted),
        gone=tuple(
            a
            for key, a in known_to_author.items()
            if key not in there
            and (_looked_for(key, results, found is not None) or _near_by(key, others))
        ),
        changes=tuple((called.get(game, game), change) for game, change in changes),
        readings=0 if ruleset is None else _readings(results),
        same=about.same,
        open_readings=about.open,
        options=about.options,
        titles=_titles(results, games),
    )


def _everywhere(found: Iterable[Finding], results: Sequence[Results]) -> Iterator[Finding]:
    """A check that says nothing in one game may say something in another: told if it never does."""
    speaking = {
        vacuous_key(answer.check)
        for result in results
        for answer in result.report.answers
        if not answer.vacuous
    }
    return (f for f in found if f.kind is not FindingKind.VACUOUS or f.key not in speaking)


def acceptances(ruleset: Ruleset) -> dict[str, Acceptance]:
    """What the author accepts, by key."""
    return {
        part.name.text: Acceptance(
            part.name.text, part.why, tuple(c.clause for c in part.cites), part.name.span
        )
        for part in ruleset.acceptances
    }


def _near_by(key: str, findings: Sequence[Finding]) -> str:
    """What a finding is called that nobody asked about, if ``key`` is nearly that."""
    unasked = [] if is_of_check(key) else [f.key for f in findings if not is_of_check(f.key)]
    return next(iter(get_close_matches(key, unasked, 1, LIKE)), "")


def _looked_for(key: str, results: Sequence[Results], unasked: bool) -> bool:
    """Whether these results would have it if it were still there.

    A check must have an answer in each game; what nobody asks about (``unasked``: it was looked
    for) every game searched whole.
    """
    if not is_of_check(key):
        seen = [r.report.coverage for r in results]
        return unasked and all(c is not None and c.stopped is None for c in seen)
    answers = [a for r in results for a in r.report.answers if a.check.name == key]
    return bool(answers) and all(a.holds is not None for a in answers)


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Findings of one key are one finding, the gravest of them; its occurrences are those of all.

    Those of the gravest come first, and of these the shortest.
    """
    known: dict[str, Finding] = {}
    for finding in findings:
        if (before := known.get(finding.key)) is None:
            known[finding.key] = finding
            continue
        first, then = sorted((before, finding), key=_gravity)
        if _gravity(first) == _gravity(then):
            both = sorted((*before.occurrences, *finding.occurrences), key=_length)
            first = finding if both[0] in finding.occurrences else before
        else:
            both = [*first.occurrences, *then.occurrences]
        known[finding.key] = replace(first, occurrences=tuple(both))
    return list(known.values())


def _gravity(finding: Finding) -> tuple[bool, int, bool]:
    """A smaller one is graver; of a gap and an answer that only shows something, the gap is told."""
    milder = finding.kind in (FindingKind.POSSIBLE, FindingKind.REFUTED)
    return not finding.unexpected, _SEVERITIES.index(finding.severity), milder


def _length(occurrence: Occurrence) -> tuple[bool, int]:
    return occurrence.moves is None, occurrence.moves or 0


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """The gravest first; among these, in the order of the text."""

    def order(finding: Finding) -> tuple[int, bool, int, str]:
        line = finding.span.line if finding.span is not None else 0
        return _SEVERITIES.index(finding.severity), not finding.unexpected, line, finding.key

    return sorted(findings, key=order)


def short_names(instances: Sequence[Instance]) -> tuple[str, ...]:
    """What to call the games: by their variants where these differ, else by their instances."""
    variants = [instance.variant for instance in instances]
    if len(set(variants)) == len(variants):
        return tuple(variants)
    return tuple(instance.name or instance.variant for instance in instances)


def _titles(results: Sequence[Results], games: Sequence[str]) -> tuple[str, ...]:
    """The titles of variants where games are called by these, of all others those of instances."""
    return tuple(_title(result.selected, game) for result, game in zip(results, games, strict=True))


def _title(selected: Selected, game: str) -> str:
    variants = {} if selected.ruleset is None else selected.ruleset.variants
    variant = variants.get(game)
    return selected.title if variant is None else variant.title or selected.title


def _readings(results: Sequence[Results]) -> int:
    names = {name for r in results for name, _ in r.report.instance.readings}
    return len(names)


def _questions(
    results: Sequence[Results], ids: Mapping[str, str], accepted: Collection[str]
) -> tuple[Question, ...]:
    asked: dict[str, CheckResult] = {}
    for result in results:
        for answer in result.report.answers:
            asked.setdefault(answer.check.name, answer)
    return tuple(
        Question(
            name,
            asks(answer.check) or answer.check.text or name,
            answer.check.clauses,
            tuple(_cell(result, name, ids, accepted) for result in results),
        )
        for name, answer in asked.items()
    )


def _cell(
    result: Results, name: str, ids: Mapping[str, str], accepted: Collection[str]
) -> Cell | None:
    for answer, judged in zip(result.report.answers, result.judged, strict=True):
        if answer.check.name == name:
            shown = answer.has_witness or (judged is False and answer.holds is not None)
            word: Literal["yes", "no", "open"] = (
                "open" if answer.holds is None else "yes" if answer.holds else "no"
            )
            finding = ids.get(name, "") if shown else ids.get(vacuous_key(answer.check), "")
            known = judged is not None and name in accepted
            open_ = (
                answer.verdict if isinstance(answer.verdict, Bounded | Sampled | Unknown) else None
            )
            return Cell(word, _how(answer), known or judged, finding, open_)
    return None


def _how(answer: CheckResult) -> str:
    match answer.verdict:
        case Proved() if answer.vacuous:
            return SILENT
        case Proved():
            return "proved"
        case Refuted() | Reached():
            return "play"
        case Bounded(decisions):
            return f"to {decisions}"
        case _:
            return "open"
