"""Which answers are no longer as they were kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..properties.asked import asks
from ..results.check_result import CheckResult, InstanceResult
from ..results.verdict import counted, describe
from .format import listed
from .kept import (
    KeptAnswer,
    KeptCertificate,
    KeptComparison,
    KeptOpen,
    KeptPairs,
    KeptPlay,
    KeptSearch,
    bare_name,
    kept_word,
)

OPEN = "open"
"""The word for an answer that was not found."""
MOST_NAMED = 6
"""The most changed texts that are named."""


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """A kept answer that is now another, or must be shown in another way.

    ``between``: the texts that changed since; ``why``: what became of the kept evidence.
    """

    check: str
    question: str
    was: str
    now: str
    why: str
    between: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """For a person."""
        changed = self.was != self.now
        now = f"is now {self.now}" if changed else f"is still, but not as it was kept: {self.why}"
        return (
            f"{self.question or self.check} was {self.was}, {now}; "
            f"between the two, {self.texts} changed"
        )

    @property
    def gained(self) -> bool:
        """Whether it was open and is answered now: nothing that was kept is wrong."""
        return self.was == OPEN and not self.now.startswith(OPEN)

    @property
    def texts(self) -> str:
        """The names of the texts that changed."""
        return named(self.between) if self.between else "nothing that the ruleset says"


def named(texts: Sequence[str]) -> str:
    """The names of texts; if there are many, of the first."""
    if len(texts) > MOST_NAMED:
        return f"{', '.join(texts[:MOST_NAMED])} and {len(texts) - MOST_NAMED} more"
    return listed(texts)


def lost_comparisons(
    lost: Iterable[KeptComparison], known: Iterable[KeptComparison],
    questions: Mapping[str, str], between: tuple[str, ...],
) -> Iterator[tuple[str, AnswerChange]]:  # fmt: skip
    """Kept comparisons of readings that no longer hold, each with its game, in the order of the file.

    ``known``: what is known now. ``questions``: of the readings, by name.
    """
    found = list(known)
    another = {k.question: _compared(k) for k in found if isinstance(k.evidence, KeptPlay)}
    there = {(k.question, k.game): _compared(k) for k in found}
    for kept in lost:
        reading, option = kept.question
        now = another.get(kept.question) or there.get((kept.question, kept.game), OPEN)
        if _compared(kept) == now:
            continue  # which play shows it does not matter
        asked = questions.get(reading) or reading
        yield (
            bare_name(kept.game),
            AnswerChange(
                reading,
                f"{asked} ({reading} = {option})",
                _compared(kept),
                now,
                "what was kept does not show it any more",
                between,
            ),
        )


def _compared(kept: KeptComparison) -> str:
    match kept.evidence:
        case KeptPlay():
            return "another game"
        case KeptPairs():
            return "the same game"
        case _:
            return OPEN


def changes(
    report: InstanceResult, known: Mapping[str, KeptAnswer], lost: Mapping[str, str],
    changed: tuple[str, ...],
) -> tuple[AnswerChange, ...]:  # fmt: skip
    """Which kept answers are not as they were. An open one that was answered is a change, too."""
    found: list[AnswerChange] = []
    for answer in report.answers:
        kept = known.get(answer.check.name)
        if kept is None:
            continue
        between = tuple(sorted({*changed, *kept.since}))
        was = described(kept)
        now = _open(answer) if answer.holds is None else describe(answer.verdict)
        if kept.verdict != kept_word(answer.verdict):
            why = lost.get(answer.check.name, "")
            found.append(_change(answer, was, now, why, between))
        elif answer.check.name in lost and not isinstance(kept.evidence, KeptOpen):
            before = was if isinstance(kept.evidence, KeptPlay) and answer.has_witness else now
            found.append(_change(answer, before, now, lost[answer.check.name], between))
    names = {a.check.name for a in report.answers}
    found += _counts(report, known, changed)
    for name, why in lost.items():
        if name not in names:
            what = name.removeprefix("not asked: ")
            found.append(AnswerChange(name, what, "seen", "not seen", why, changed))
    return tuple(found)


def _open(answer: CheckResult) -> str:
    """An open answer; whether the search went as far as the effort allows is a difference."""
    return "open (cut short)" if any(attempt.cut for attempt in answer.attempts) else OPEN


def _counts(
    report: InstanceResult, known: Mapping[str, KeptAnswer], changed: tuple[str, ...]
) -> list[AnswerChange]:
    """How many positions a complete search visits, if that has changed."""
    seen = report.coverage
    if seen is None or seen.stopped is not None:
        return []
    now = _visited(KeptSearch(seen.states, seen.transitions))
    kept = (a.evidence for a in known.values() if isinstance(a.evidence, KeptSearch))
    was = sorted({_visited(evidence) for evidence in kept} - {now})
    return [AnswerChange("", "What a search visits", w, now, "", changed) for w in was]


def _visited(search: KeptSearch) -> str:
    return f"{counted(search.positions, 'position')} and {counted(search.actions, 'action')}"


def _change(
    answer: CheckResult, was: str, now: str, why: str, between: tuple[str, ...]
) -> AnswerChange:
    check = answer.check
    return AnswerChange(check.name, asks(check) or check.name, was, now, why, between)


def described(kept: KeptAnswer) -> str:
    """The kept answer in the words of :func:`describe`."""
    match kept.evidence:
        case KeptPlay(moves):
            return f"{kept.verdict} in {counted(len(moves), 'move')}"
        case KeptSearch():
            return "proved by complete search"
        case KeptCertificate():
            return "proved by induction"
        case KeptOpen():
            return OPEN
