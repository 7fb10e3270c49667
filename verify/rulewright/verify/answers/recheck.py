"""Kept answers, checked again: plays are played, certificates go to the kernel, searches are done.

Whatever is said afterwards was found out now, except for questions to the solver that it has answered on
this machine before, word for word; a kept answer only says where to look. What is not kept, or no longer
holds, is looked for as if nothing had been kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from rulewright.dsl.parsing.grammar import parser
from rulewright.engines.game import Game

from ..effort.answering import RECHECKING
from ..effort.schedule import EffortLevel, lower
from ..execution.workers import Job, Workers, all_of
from ..kernel.certificate import Certificate
from ..kernel.check import Accepted
from ..limits import Deadline
from ..plays.play import ReplayError
from ..portfolio.combining import merged
from ..portfolio.perform import perform
from ..portfolio.task import Task
from ..portfolio.tools import Tools
from ..progress import Tell
from ..results.check_result import CheckResult, Coverage, Defect, InstanceResult
from ..results.verdict import (
    ASK_AGAIN,
    RAISE_BUDGET,
    LastLooked,
    Proved,
    Unchecked,
    Unknown,
)
from .certificates import CertificateError, Certificates
from .changes import AnswerChange, changes
from .kept import KeptAnswer, KeptCertificate, KeptGame, KeptOpen, KeptPlay, KeptSearch
from .mending import mended
from .plays import defect_again, shown_again

S = TypeVar("S", bound=Hashable)


NO_TIME = Unknown(Unchecked(), RAISE_BUDGET)
INTERRUPTED = Unknown(Unchecked(interrupted=True), ASK_AGAIN)

CUT_OFF: frozenset[EffortLevel | None] = frozenset({None})
"""What seconds, or somebody, cut off is looked at again; what was taken as far as wanted is not."""


def looked_at_again(effort: EffortLevel | None) -> frozenset[EffortLevel | None]:
    """The levels whose open questions are looked at again if this effort is asked for."""
    return CUT_OFF if effort is None else CUT_OFF | lower(effort)


_ADVICE: Mapping[EffortLevel, str] = {
    "brief": "--effort quick goes further",
    "quick": "--effort normal goes further",
    "normal": "--effort thorough goes further",
    "thorough": "--fresh looks again",
}


def advising(report: InstanceResult, effort: EffortLevel | None) -> InstanceResult:
    """The report, with open answers that say which effort goes further than this one; cut ones stay."""
    if effort is None:
        return report
    answers = (
        replace(answer, verdict=answer.verdict.advised(_ADVICE[effort]))
        if isinstance(answer.verdict, Unknown) and not answer.cut
        else answer
        for answer in report.answers
    )
    return replace(report, answers=tuple(answers))


class Judge(Protocol):
    """Puts a certificate before the kernel."""

    def __call__(self, game: Game[S], check: int, certificate: Certificate) -> CheckResult:
        """A proof of the check, or an open answer that says why the certificate proves nothing."""


@dataclass(frozen=True, slots=True)
class RecheckedGame:
    """What is known of a game, which answers are not as they were kept, and the checks that are.

    ``unkept``: the checks of which nothing was kept.
    """

    report: InstanceResult
    changes: tuple[AnswerChange, ...] = ()
    held: frozenset[str] = frozenset()
    unkept: frozenset[str] = frozenset()


@dataclass(slots=True)
class RecheckResults:
    """What was found so far, and why lost answers were lost; ``coverage``: of a search.

    ``mended``: answers of plays that had to be mended, and may have shorter ones.
    """

    answers: dict[int, CheckResult] = field(default_factory=dict)
    defects: list[Defect] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    mended: dict[int, CheckResult] = field(default_factory=dict)
    coverage: Coverage | None = None

    @property
    def whole(self) -> bool:
        """Whether a search saw everything."""
        return self.coverage is not None and self.coverage.stopped is None


class Recheck(Generic[S]):
    """What is kept about one game, and what became of it when it was checked again.

    ``changed`` names the texts that changed since. If there are any, what is open, and what no check asks
    about, is looked for again; what was left open at these levels is in any case: see `looked_at_again`.
    ``only``: the checks that are asked about.
    """

    def __init__(
        self, tools: Tools[S], kept: KeptGame, certificates: Certificates, judge: Judge,
        only: frozenset[str] | None = None, changed: tuple[str, ...] = (), *,
        again: frozenset[EffortLevel | None] = CUT_OFF,
    ) -> None:  # fmt: skip
        self._tools, self._kept, self._certificates = tools, kept, certificates
        self._judge, self._changed, self._again = judge, changed, again
        program = tools.game.program
        self._program = program
        self._numbers = {c.name: n for n, c in enumerate(program.checks)}
        self._asked = [name for name in self._numbers if only is None or name in only]
        self._known = {name: kept.answers[name] for name in self._asked if name in kept.answers}
        self._found = RecheckResults()
        self._unseen: set[str] = set()

    def jobs(self) -> list[Job]:
        """Everything that is to be done, in any order: one job for a search and plays, and one for each
        proof."""
        shared = (self._program, *self._program.checks)
        name = self._program.instance.ruleset
        if any(isinstance(a.evidence, KeptCertificate) for a in self._known.values()):
            parser(claims=True)  # made here once, and not by the process of each job
        positions = (
            a.evidence.positions for a in self._known.values() if isinstance(a.evidence, KeptSearch)
        )
        jobs = [
            Job(
                _plays_again,
                (self._tools, self._kept, self._known),
                shared,
                FAULTS,
                f"{name}, plays",
                max(positions, default=0) // RECHECKING.positions_a_line,
            )
        ]
        for check, answer in self._known.items():
            if isinstance(answer.evidence, KeptCertificate):
                lines = answer.evidence.lines
                work = self._numbers[check], lines, self._certificates, self._judge
                arguments, label = (self._tools, *work), f"{name}, {check}"
                jobs.append(Job(_proof_again, arguments, shared, FAULTS, label, len(lines)))
        return jobs if self._known or self._kept.defects else []

    def take(self, results: Sequence[RecheckResults | None], *, interrupted: bool = False) -> None:
        """Record the results of the jobs; None for a job without time, or one that was interrupted."""
        first = results[0] if results else RecheckResults()
        found = self._found = first or RecheckResults()
        proofs = [n for n, a in self._known.items() if isinstance(a.evidence, KeptCertificate)]
        if first is None:
            self._unseen |= self._known.keys() - set(proofs)
        if not found.whole:
            for name, result in zip(proofs, results[1:], strict=True):
                if result is None:
                    self._unseen.add(name)
                else:
                    found.answers |= result.answers
                    found.lost |= result.lost
        for name, answer in self._known.items():
            kept = answer.evidence
            if not isinstance(kept, KeptOpen) or self._changed or answer.since or found.whole:
                continue
            if kept.effort not in self._again:
                self._open(name, left_open(kept))
        for name in self._unseen:
            self._open(name, INTERRUPTED if interrupted else NO_TIME)

    def _open(self, name: str, verdict: Unknown) -> None:
        number = self._numbers[name]
        self._found.answers.setdefault(number, CheckResult(self._program.checks[number], verdict))

    @property
    def missing(self) -> tuple[int, ...] | None:
        """The checks that are to be looked for; None if nothing is, not even what no check asks about."""
        if self._found.whole:
            return None
        numbers = tuple(self._numbers[name] for name in self._asked)
        open_ = tuple(n for n in numbers if n not in self._found.answers)
        # In a game without a question, only a search finds faults and plays that stop.
        return open_ if open_ or self._changed or not numbers else None

    @property
    def mended(self) -> Mapping[int, CheckResult]:
        """What kept plays show that had to be mended: they are to be shortened."""
        return self._found.mended

    @property
    def open_before(self) -> frozenset[int]:
        """The checks that were left open and are looked for only because the rules changed."""
        return frozenset(
            self._numbers[name]
            for name, answer in self._known.items()
            if isinstance(answer.evidence, KeptOpen) and answer.evidence.effort not in self._again
        )

    @property
    def accepted(self) -> tuple[Certificate, ...]:
        """The kept proofs that the kernel has accepted again: what they show may be used."""
        answers = (self._found.answers[n] for n in sorted(self._found.answers))
        evidence = (a.verdict.evidence for a in answers if isinstance(a.verdict, Proved))
        return tuple(e.certificate for e in evidence if isinstance(e, Accepted))

    @property
    def standing(self) -> frozenset[str]:
        """The checks whose kept answer still holds, or was not looked at."""
        return frozenset(self._known) - frozenset(self._found.lost)

    def rechecked(self, report: InstanceResult | None) -> RecheckedGame:
        """Everything that is known; ``report``: the result of looking for the rest."""
        found = self._found
        answers, defects, coverage = dict(found.answers), found.defects, found.coverage
        if report is not None:
            answers |= {self._numbers[a.check.name]: a for a in report.answers}
            defects = merged(defects, report.defects)
            coverage = report.coverage or coverage
        whole = InstanceResult(
            instance=self._program.instance,
            answers=tuple(answers[self._numbers[name]] for name in self._asked),
            defects=tuple(defects),
            coverage=coverage,
        )
        seen = {name: a for name, a in self._known.items() if name not in self._unseen}
        different = changes(whole, seen, found.lost, self._changed)
        gone = {c.check for c in different}
        return RecheckedGame(
            whole,
            different,
            frozenset(self._known) - gone,
            frozenset(self._asked) - frozenset(self._known),
        )


FAULTS = (Exception,)


def still_shown(
    tools: Tools[S], kept: KeptGame, names: frozenset[str], certificates: Certificates,
    judge: Judge, workers: Workers, deadline: Deadline,
) -> frozenset[str]:  # fmt: skip
    """Those of the checks whose kept answer, if it is one, still holds, or was not looked at."""
    answers = {n: a for n, a in kept.answers.items() if n in names and a.verdict != "open"}
    if not answers:
        return frozenset()
    recheck = Recheck(tools, KeptGame(answers), certificates, judge, frozenset(answers))
    recheck.take(recheck_results(all_of(recheck.jobs(), workers, deadline)))
    return recheck.standing


def left_open(kept: KeptOpen) -> Unknown:
    """What is kept as open, told as that."""
    advice = "--fresh looks again" if kept.effort is None else _ADVICE[kept.effort]
    return Unknown(LastLooked(kept.came_to, kept.effort), advice)


def recheck_results(results: Sequence[object | None]) -> list[RecheckResults | None]:
    """What came of jobs of a recheck."""
    return [result if isinstance(result, RecheckResults) else None for result in results]


def _plays_again(
    tools: Tools[S], kept: KeptGame, known: Mapping[str, KeptAnswer], tell: Tell
) -> RecheckResults:
    """Search the game again if it was searched completely, and play all plays again."""
    game, found = tools.game, RecheckResults()
    numbers = {c.name: n for n, c in enumerate(game.program.checks)}
    _search(tools, known, numbers, found, tell)
    if found.whole:
        return found
    for name, answer in known.items():
        if isinstance(answer.evidence, KeptPlay) and numbers[name] not in found.answers:
            _play(game, numbers[name], answer.evidence, found)
    for defect in kept.defects:
        try:
            found.defects = merged(found.defects, [defect_again(game, defect.play)])
        except ReplayError as error:
            found.lost[f"not asked: {defect.message}"] = str(error)
    return found


def _search(
    tools: Tools[S], known: Mapping[str, KeptAnswer], numbers: Mapping[str, int], found: RecheckResults,
    tell: Tell,
) -> None:  # fmt: skip
    """Search again; the limit is how far, not how long."""
    searches = [a.evidence for a in known.values() if isinstance(a.evidence, KeptSearch)]
    if not searches:
        return
    most = 2 * max(s.positions for s in searches) + RECHECKING.more_positions
    # New questions are answered, too: a search answers all questions at once.
    asked = tuple(numbers.values())
    outcome = perform(tools, Task("complete search", asked, most), None, tell)
    found.coverage, found.defects = outcome.coverage, list(outcome.defects)
    for number, answer in outcome.answers.items():
        if found.whole or answer.has_witness:
            found.answers[number] = answer
    for name, answer_kept in known.items():
        if not found.whole and isinstance(answer_kept.evidence, KeptSearch):
            found.lost[name] = f"there are more than {most:,} positions"
        elif found.whole and isinstance(answer_kept.evidence, KeptPlay):
            _play(tools.game, numbers[name], answer_kept.evidence, RecheckResults(lost=found.lost))


def _play(game: Game[S], number: int, play: KeptPlay, found: RecheckResults) -> None:
    try:
        found.answers[number] = shown_again(game, number, play)
    except ReplayError as error:
        found.lost[game.program.checks[number].name] = str(error)
        if (answer := mended(game, number, play)) is not None:
            found.mended[number] = answer


def _proof_again(
    tools: Tools[S], number: int, lines: tuple[str, ...], certificates: Certificates, judge: Judge,
    tell: Tell,
) -> RecheckResults:  # fmt: skip
    found, name = RecheckResults(), tools.game.program.checks[number].name
    try:
        answer = judge(tools.game, number, certificates.read(name, lines))
    except CertificateError as error:
        found.lost[name] = str(error)
        return found
    if isinstance(answer.verdict, Proved):
        found.answers[number] = answer
    else:
        found.lost[name] = answer.verdict.why if isinstance(answer.verdict, Unknown) else "not so"
    return found
