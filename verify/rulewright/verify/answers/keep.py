"""What is kept of the answers of one run, and of those before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from ..effort.schedule import EffortLevel
from ..kernel.certificate import Certificate
from ..kernel.check import Accepted
from ..results.check_result import CheckResult, Coverage, InstanceResult
from ..results.verdict import Bounded, Proved, Reached, Refuted, Sampled, Unknown, how_far
from ..stategraph.graph import ExhaustiveSearch
from .certificates import Certificates, UnwritableError
from .kept import (
    Kept,
    KeptAnswer,
    KeptCertificate,
    KeptDefect,
    KeptEvidence,
    KeptGame,
    KeptOpen,
    KeptSearch,
    kept_word,
)
from .plays import kept_play


def kept_game(
    report: InstanceResult, before: KeptGame, held: Collection[str], certificates: Certificates,
    checks: Collection[str], effort: EffortLevel | None = None,
) -> KeptGame:  # fmt: skip
    """The answers of a report in place of those before; what was not asked about stays.

    What is as it was kept (``held``) stays unchanged, except for how much was searched. Only answers to
    ``checks`` are kept, and only those that can be: not a proof whose claims cannot be written. ``effort``:
    how far open questions were taken, unless seconds cut that off.
    """
    answers = {name: a for name, a in before.answers.items() if name in checks}
    for answer in report.answers:
        name = answer.check.name
        if name in held and not _is_replaced(answers[name].evidence, answer):
            answers[name] = replace(answers[name], since=())
            continue
        answers.pop(name, None)
        evidence = _evidence(answer, report.coverage, certificates, effort)
        if evidence is not None:
            answers[name] = KeptAnswer(kept_word(answer.verdict), evidence)
    defects = tuple(KeptDefect(t.message, kept_play(t.witness.play)) for t in report.defects)
    return KeptGame(answers, defects)


def unwritable(report: InstanceResult, kept: KeptGame) -> tuple[str, ...]:
    """The checks of a report that are proved although nothing of that is kept: claims of the proof cannot
    be written."""
    names = (a.check.name for a in report.answers if isinstance(a.verdict, Proved))
    return tuple(name for name in names if name not in kept.answers)


def _is_replaced(kept: KeptEvidence, answer: CheckResult) -> bool:
    """Whether an answer replaces the kept one: how much a search visits may change, and how far an open
    question was taken."""
    if isinstance(kept, KeptSearch):  # that there was no time for it changes nothing
        return answer.holds is not None
    return isinstance(kept, KeptOpen) and bool(answer.attempts)


def merged(
    before: Kept, texts: Mapping[str, str], games: Mapping[str, KeptGame],
    there: Collection[str], changed: tuple[str, ...],
) -> Kept:  # fmt: skip
    """The file with these games in place of those with the same names.

    Other games stay if they still exist, and record what changed since they were looked at. What had
    nothing to find stays if no text changed, and so does what was found beside the answers.
    """
    others = {
        name: KeptGame(
            {
                check: replace(a, since=tuple(sorted({*a.since, *changed})))
                for check, a in game.answers.items()
            },
            game.defects,
        )
        for name, game in before.games.items()
        if name in there and name not in games
    }
    same = texts == before.texts
    return replace(
        before,
        texts=texts,
        games={**others, **games},
        nothing=before.nothing if same else frozenset(),
        recorded=before.recorded if same else (),
    )


def _evidence(
    answer: CheckResult, coverage: Coverage | None, certificates: Certificates,
    effort: EffortLevel | None,
) -> KeptEvidence | None:  # fmt: skip
    match answer.verdict:
        case Refuted(witness) | Reached(witness):
            return kept_play(witness.play)
        case Proved(ExhaustiveSearch()):
            assert coverage is not None, "who searched knows what was seen"
            return KeptSearch(coverage.states, coverage.transitions)
        case Proved() as proved:
            return _certificate(proved, certificates)
        case Bounded() | Sampled() | Unknown():
            return kept_open(answer, effort)


def kept_open(answer: CheckResult, effort: EffortLevel | None) -> KeptOpen | None:
    """How far an open question was taken, at a level of effort unless it was cut off; None if it is
    answered."""
    reached = None if answer.cut else effort
    match verdict := answer.verdict:
        case Bounded() | Sampled():
            return KeptOpen(f"nothing {how_far(verdict)}", reached)
        case Unknown():
            return KeptOpen(verdict.why, reached)
        case _:
            return None


def certificate_of(proved: Proved) -> Certificate | None:
    """The certificate that a proof rests on, if it is not a search that does."""
    return proved.evidence.certificate if isinstance(proved.evidence, Accepted) else None


def _certificate(proved: Proved, certificates: Certificates) -> KeptCertificate | None:
    certificate = certificate_of(proved)
    if certificate is None:
        return None
    try:
        return KeptCertificate(certificates.lines(certificate))
    except UnwritableError:
        return None
