"""What several tasks found out about the same questions, put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..results.check_result import CheckResult, Coverage, Defect
from ..results.verdict import Bounded, Sampled, Unknown, Untried, counted, describe
from ..stategraph.graph import EngineMismatch, LimitReached


def agree(one: CheckResult, other: CheckResult | None) -> None:
    """Raise EngineMismatch if both are definite and at odds."""
    if other is not None and None is not other.holds is not one.holds is not None:
        raise EngineMismatch(
            f"{one.check.name} is {describe(one.verdict)} and {describe(other.verdict)}"
        )


def merged(known: Sequence[Defect], more: Sequence[Defect]) -> list[Defect]:
    """All of the defects, each once, with the shortest of its plays; the known ones first."""
    found = {defect.message: defect for defect in known}
    for defect in more:
        before = found.setdefault(defect.message, defect)
        if len(defect.witness) < len(before.witness):
            found[defect.message] = defect
    return list(found.values())


def with_sample(answer: CheckResult, plays: int, coverage: Coverage | None) -> CheckResult:
    """An open answer with what random plays add: hardly anything.

    Where moves are too long to be followed, it stays unknown: the plays know no more of them.
    """
    if answer.holds is not None:
        return answer
    stopped: LimitReached | None = None if coverage is None else coverage.stopped
    if isinstance(answer.verdict, Unknown | Sampled):
        if stopped is not None and stopped.limit == "move":
            return answer
        why = answer.verdict.why if isinstance(answer.verdict, Unknown) else answer.note
        return replace(answer, verdict=Sampled(plays), note=why)
    return replace(answer, note=f"{counted(plays, 'random play')} showed nothing either")


def stronger(before: CheckResult, asked: CheckResult) -> CheckResult:
    """The better of what was known and what was found out later. Raises EngineMismatch if these
    are at odds."""
    agree(before, asked)
    if asked.holds is None is not before.holds:
        return before
    match before.verdict, asked.verdict:
        case Bounded(searched), Bounded(solved):
            return replace(before, verdict=Bounded(max(searched, solved)))
        case Unknown(Untried()), Unknown():
            return replace(asked, attempts=before.attempts)
        case _, Unknown():
            return before
        case _, Bounded():
            return replace(before, verdict=asked.verdict)
        case _:
            return replace(asked, attempts=before.attempts)
