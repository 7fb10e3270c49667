"""All that was found out about one ruleset: questions against games, and the findings, once each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.dsl.ir.program import Instance

from ...answers.changes import AnswerChange
from ..collect import Results
from ..contradicted import with_readings
from ..finding import Acceptance, Finding
from ..kinds import FindingKind, Severity
from ..merging import in_order, merged
from ..numbers import numbered
from ..origins.asked_gaps import asked_once
from ..origins.from_results import findings_of, vacuous_key
from .accepted import acceptances, gone, near_by
from .beside import BesideAnswers
from .questions import Question, questions
from .taken import Taken


@dataclass(frozen=True, slots=True)
class Overview:
    """What a reader should know of one ruleset.

    ``games``: the names of the results' games, short; ``titles``: what people call them, as far as
    the ruleset says so. ``findings``: those that are not accepted, the gravest first; ``accepted``:
    those that are. ``gone``: what is accepted and was not found, though all was asked that could find
    it, or `meant_by` knows what was meant. ``changes``: what is not as it was kept.
    ``readings``: how many the ruleset has. ``beside``: what is known beside the answers.
    ``taken``: how far the run was taken. ``is_kept``: whether answers are kept, so that the next run need
    not look for them again.
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
    readings: int = 0
    titles: tuple[str, ...] = ()
    beside: BesideAnswers = field(default_factory=BesideAnswers)
    taken: Taken = field(default_factory=Taken)
    is_kept: bool = True

    @property
    def listed(self) -> tuple[Finding, ...]:
        """The findings as every renderer lists and counts them, those that are accepted last."""
        return (*self.findings, *self.accepted)

    @property
    def each(self) -> tuple[Finding, ...]:
        """All findings that have a number: also those that are told within others."""
        return tuple(f for one in self.listed for f in (one, one.reading) if f is not None)

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of a severity."""
        return tuple(f for f in self.findings if f.severity == severity)

    def named(self, name: str) -> Finding | None:
        """The finding with this identifier or key, accepted or not."""
        return next((f for f in self.each if name in (f.id, f.key)), None)

    def meant_by(self, gone: Acceptance) -> str:
        """The finding that nobody accepts whose name is nearly the accepted one, or nothing."""
        return near_by(gone.key, self.findings)

    def about_gone(self, gone: Acceptance, where: str = "") -> str:
        """That something is accepted and was not found, and what may be done; ``where`` stands behind its name."""
        if meant := self.meant_by(gone):
            return f"Accepted, but not found: {gone.key}{where}; did you mean {meant}?"
        return f"Accepted and gone: {gone.key}{where}; it can be taken out"

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
        return answers + self.beside.not_counted

    @property
    def open(self) -> int:
        """How many answers are open."""
        cells = (cell for question in self.questions for cell in question.cells)
        return sum(cell is not None and cell.answer == "open" for cell in cells)


def overviews(
    results: Sequence[Results],
    beside: Mapping[str, BesideAnswers],
    identifiers: Mapping[str, Mapping[str, str]],
    taken: Taken | None = None,
) -> list[Overview]:
    """One for each ruleset, in the order of the results.

    By ruleset: what is known ``beside`` the results, and the ``identifiers`` of findings that are
    kept, by key. ``taken``: how far the run was taken.
    """
    by_ruleset: dict[str, list[Results]] = {}
    for result in results:
        by_ruleset.setdefault(result.selected.program.instance.ruleset, []).append(result)
    found = [
        _overview(name, some, beside.get(name, BesideAnswers()), identifiers.get(name, {}))
        for name, some in by_ruleset.items()
    ]
    return found if taken is None else [replace(one, taken=taken) for one in found]


def _overview(
    name: str, results: Sequence[Results], beside: BesideAnswers, identifiers: Mapping[str, str]
) -> Overview:
    ruleset = results[0].selected.ruleset
    known_to_author = {} if ruleset is None else acceptances(ruleset)
    findings = _findings(results, beside, known_to_author, identifiers)
    accepted = [
        replace(f, accepted=known_to_author[f.key]) for f in findings if f.key in known_to_author
    ]
    there = {f.key for f in accepted}
    others = [f for f in findings if f.key not in there]
    apart = [*with_readings(others, ruleset)]
    games = short_names([r.report.instance for r in results])
    return Overview(
        name=name,
        title=results[0].selected.program.instance.title or name,
        results=tuple(results),
        games=games,
        questions=questions(results, {f.key: f.id for f in findings}, there),
        findings=tuple(apart),
        accepted=tuple(accepted),
        gone=gone(known_to_author, there, others, results, noticing=beside.noticed is not None),
        changes=tuple(_changes(name, results, games, beside)),
        readings=0 if ruleset is None else _readings(results),
        titles=tuple(r.selected.title for r in results),
        beside=beside,
    )


def _findings(
    results: Sequence[Results], beside: BesideAnswers, accepted: Mapping[str, Acceptance],
    identifiers: Mapping[str, str],
) -> list[Finding]:  # fmt: skip
    """All of them, once each and in order, with their identifiers."""
    answered = (f for result in results for f in findings_of(result))
    once = asked_once(_everywhere(answered, results), accepted)
    findings = in_order(merged([*once, *(beside.noticed or ()), *beside.readings.findings]))
    numbers = numbered((f.key for f in findings), identifiers)
    return [replace(f, id=numbers[f.key], lasting=f.key in identifiers) for f in findings]


def _changes(
    name: str, results: Sequence[Results], games: Sequence[str], beside: BesideAnswers
) -> Iterator[tuple[str, AnswerChange]]:
    """What is not as it was kept, each with what its game is called among these."""
    shown = {r.selected.name: game for r, game in zip(results, games, strict=True)}
    called = {long: f"{name} {game}" for long, game in shown.items()} if len(shown) > 1 else {}
    for result in results:
        for change in result.changes:
            yield called.get(result.selected.name, result.selected.name), change
    for game, change in beside.readings.changes:
        yield called.get(f"{name} {game}", f"{name} {game}"), change


def _everywhere(found: Iterable[Finding], results: Sequence[Results]) -> Iterator[Finding]:
    """A check that says nothing in one game may say something in another: told if it never does."""
    speaking = {
        vacuous_key(answer.check)
        for result in results
        for answer in result.report.answers
        if not answer.vacuous
    }
    return (f for f in found if f.kind is not FindingKind.VACUOUS or f.key not in speaking)


def short_names(instances: Sequence[Instance]) -> tuple[str, ...]:
    """What to call the games, as the command line does: by their instances; the others by their variants."""
    return tuple(instance.name or instance.variant for instance in instances)


def _readings(results: Sequence[Results]) -> int:
    names = {name for r in results for name, _ in r.report.instance.readings}
    return len(names)
