"""Kept answers, checked again: plays are played, certificates go to the kernel, searches are done.

Whatever is said afterwards was found out now; a kept answer only says where to look. What is not
kept, or no longer holds, is looked for as if nothing had been kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from rulewright.engines.game import Game

from ..explicit.searcher import Searcher
from ..kernel.certificate import Certificate
from ..limits import Budget
from ..plays.play import ReplayError
from ..portfolio.portfolio import PLAYS, answer_checks, merged
from ..portfolio.provers import NoProver, Prover
from ..results.check_result import CheckResult, Defect, InstanceResult
from ..results.verdict import Proved, Unknown
from .certificates import CertificateError, Certificates
from .changes import Change, changes
from .kept import KeptAnswer, KeptCertificate, KeptGame, KeptOpen, KeptPlay, KeptSearch
from .plays import defect_again, shown_again

S = TypeVar("S", bound=Hashable)

ROOM = 10_000
"""A search that is done again may find so many positions more than it did, or twice as many."""


class Judge(Protocol):
    """Puts a certificate before the kernel."""

    def __call__(self, game: Game[S], check: int, certificate: Certificate) -> CheckResult:
        """A proof of the check, or an open answer that says why the certificate proves nothing."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How to look for what is not kept: as for :func:`answer_checks`.

    ``again``: whether questions are looked at again that were open when they were last looked at.
    """

    budget: Budget
    only: frozenset[str] | None = None
    seed: int = 0
    plays: int = PLAYS
    searcher: Searcher | None = None
    prover: Prover | None = None
    progress: Callable[[int], None] = lambda states: None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Looked:
    """What is known of a game, what of it is not as it was kept, and the checks that are as kept.

    ``unkept``: the checks of which nothing was kept.
    """

    report: InstanceResult
    changes: tuple[Change, ...] = ()
    held: frozenset[str] = frozenset()
    unkept: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Found:
    """What was found out so far, and of what is lost, why."""

    answers: dict[int, CheckResult] = field(default_factory=dict)
    defects: list[Defect] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    report: InstanceResult | None = None


def answer_game(
    game: Game[S],
    kept: KeptGame,
    certificates: Certificates,
    judge: Judge,
    effort: Effort,
    changed: tuple[str, ...] = (),
) -> Looked:
    """The answers to the checks of a game, first from what is kept.

    ``changed`` names the texts that changed since; then what is open, and what nobody asks about,
    is looked for again.
    """
    numbers = {c.name: n for n, c in enumerate(game.program.checks)}
    asked = [name for name in numbers if effort.only is None or name in effort.only]
    known = {name: kept.answers[name] for name in asked if name in kept.answers}
    found = _Found()
    _search(game, known, effort, found)
    if found.report is None or found.report.coverage is None or found.report.coverage.stopped:
        _recheck(game, kept, known, certificates, judge, effort, changed, found)
        unanswered = frozenset(n for n in asked if numbers[n] not in found.answers)
        if unanswered or changed:
            _look(game, unanswered, effort, found)
    report = InstanceResult(
        instance=game.program.instance,
        answers=tuple(found.answers[numbers[name]] for name in asked),
        defects=tuple(found.defects),
        coverage=None if found.report is None else found.report.coverage,
    )
    different = changes(report, known, found.lost, changed)
    gone = {c.check for c in different}
    return Looked(
        report,
        different,
        frozenset(known) - gone,
        frozenset(asked) - frozenset(known),
    )


def still_shown(
    game: Game[S], kept: KeptGame, names: frozenset[str], certificates: Certificates, judge: Judge,
    searcher: Searcher | None,
) -> frozenset[str]:  # fmt: skip
    """Those of the checks whose kept answer, if it is one, still holds."""
    answers = {n: a for n, a in kept.answers.items() if n in names and a.verdict != "open"}
    if not answers:
        return frozenset()
    nothing = Effort(Budget(0.0, 1), frozenset(answers), plays=0, searcher=searcher)
    return answer_game(game, KeptGame(answers), certificates, judge, nothing).held


def _search(game: Game[S], known: Mapping[str, KeptAnswer], effort: Effort, found: _Found) -> None:
    """Search the game again if it was searched whole; what counts is how far, not how long."""
    searches = [a.evidence for a in known.values() if isinstance(a.evidence, KeptSearch)]
    if not searches:
        return
    most = max(s.positions for s in searches)
    budget = replace(effort.budget, seconds=None, states=2 * most + ROOM)
    report = answer_checks(
        game, budget, only=effort.only, seed=effort.seed, plays=0, searcher=effort.searcher,
        prover=NoProver(), progress=effort.progress,
    )  # fmt: skip
    found.report = report
    found.defects += report.defects
    whole = report.coverage is not None and report.coverage.stopped is None
    names = {c.name: n for n, c in enumerate(game.program.checks)}
    for answer in report.answers:
        if whole or answer.has_witness:
            found.answers[names[answer.check.name]] = answer
    for name, answer_kept in known.items():
        if not whole and isinstance(answer_kept.evidence, KeptSearch):
            found.lost[name] = f"there are more than {budget.states:,} positions"
        elif whole and isinstance(answer_kept.evidence, KeptPlay):
            _play(game, names[name], answer_kept.evidence, _Found(lost=found.lost))


def _recheck(
    game: Game[S], kept: KeptGame, known: Mapping[str, KeptAnswer], certificates: Certificates,
    judge: Judge, effort: Effort, changed: tuple[str, ...], found: _Found,
) -> None:  # fmt: skip
    for number, check in enumerate(game.program.checks):
        if check.name not in known or number in found.answers:
            continue
        answer = known[check.name]
        match answer.evidence:
            case KeptPlay() as play:
                _play(game, number, play, found)
            case KeptCertificate(lines):
                _proof(game, number, lines, certificates, judge, found)
            case KeptOpen(how_far):
                if not (effort.again or changed or answer.since):
                    why = f"open when it was last looked at: {how_far}"
                    unknown = Unknown(why, "--fresh or --budget looks again")
                    found.answers[number] = CheckResult(check, unknown)
            case _:
                pass
    for defect in kept.defects:
        try:
            found.defects = merged(found.defects, [defect_again(game, defect.play)])
        except ReplayError as error:
            found.lost[f"not asked: {defect.message}"] = str(error)


def _play(game: Game[S], number: int, play: KeptPlay, found: _Found) -> None:
    try:
        found.answers[number] = shown_again(game, number, play)
    except ReplayError as error:
        found.lost[game.program.checks[number].name] = str(error)


def _proof(
    game: Game[S], number: int, lines: tuple[str, ...], certificates: Certificates, judge: Judge,
    found: _Found,
) -> None:  # fmt: skip
    name = game.program.checks[number].name
    try:
        answer = judge(game, number, certificates.read(name, lines))
    except CertificateError as error:
        found.lost[name] = str(error)
        return
    if isinstance(answer.verdict, Proved):
        found.answers[number] = answer
    else:
        found.lost[name] = answer.verdict.why if isinstance(answer.verdict, Unknown) else "not so"


def _look(game: Game[S], names: frozenset[str], effort: Effort, found: _Found) -> None:
    """Look for what is not answered, and for what nobody asks about, as if nothing were kept."""
    report = answer_checks(
        game, effort.budget, only=names, seed=effort.seed, plays=effort.plays,
        searcher=effort.searcher, prover=effort.prover, progress=effort.progress,
    )  # fmt: skip
    numbers = {c.name: n for n, c in enumerate(game.program.checks)}
    found.answers |= {numbers[a.check.name]: a for a in report.answers}
    found.defects = merged(found.defects, report.defects)
    found.report = report
