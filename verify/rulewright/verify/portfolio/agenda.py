"""What is still to be tried for one game, and what is known of it so far.

The agenda decides by what it was told and by nothing else: neither by clocks nor by the order in
which tasks come to their end. What a round came to counts when the round is over, in the order of its
tasks. A question may have one task in a round that looks for a play and one that looks for a proof: they
cannot both find something, so the first to find it ends the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from rulewright.dsl.ir.program import Program

from ..effort.schedule import Round, Schedule
from ..kernel.certificate import Certificate
from ..kernel.check import Accepted
from ..properties.registry import is_termination, kind_of
from ..properties.target import TrapTarget
from ..results.attempt import NOT_STARTED, Attempt
from ..results.check_result import CheckResult, Coverage, Defect, InstanceResult
from ..results.verdict import RAISE_BUDGET, Proved, Reached, Refuted, Unknown, Untried, describe
from .combining import agree, merged, stronger, with_sample
from .methods.provable import provable
from .methods.simulation import NOTE
from .registry import method_of
from .task import Task, TaskOutcome


@dataclass(slots=True)
class Planned:
    """A task of the round; ``outcome`` is there when it is over, ``ended``: a rival answered."""

    task: Task
    started: bool = False
    ended: bool = False
    outcome: TaskOutcome | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more will be heard of it."""
        return self.ended or self.outcome is not None


class Agenda:
    """The rounds of a schedule for the checks of one program, by their numbers."""

    def __init__(
        self,
        program: Program,
        checks: Sequence[int],
        schedule: Schedule,
        proofs: Iterable[Certificate] = (),
        watched: Collection[int] = (),
        known: Mapping[int, CheckResult] = MappingProxyType({}),
    ) -> None:
        """``proofs`` of other checks, accepted by the kernel, may be used.

        To those of the checks that are only ``watched``, searches and plays are put that look at all
        questions at once, and nothing that is done for one question alone. What is ``known`` of others
        is an answer with a play that may be longer than needed.
        """
        self._program = program
        self._checks = tuple(checks)
        self._watched = frozenset(watched)
        self._rounds = list(schedule.rounds)
        self._answers = {n: known.get(n) or _unasked(program, n) for n in checks}
        self._defects: list[Defect] = []
        self._coverage: Coverage | None = None
        self._searched = False  # whether a larger search would not come further
        self._proofs = list(proofs)
        self._planned: list[Planned] = []
        self._cut = False
        self._advice = RAISE_BUDGET
        self._tried: dict[int, tuple[int, int]] = {}
        self._left_out: dict[int | str, int] = {}
        self._played = False
        self._shortest: set[str] = set()  # the defects that a search came to
        self.round, self.rounds = 0, len(schedule.rounds)
        """How many rounds have been started, and how many there are."""
        self._advance()

    # --- what is to be done -------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to be tried."""
        return not self._planned

    def ready(self) -> Iterator[int]:
        """The tasks of this round that were not begun, by their numbers, in order."""
        return (n for n, planned in enumerate(self._planned) if not planned.started | planned.ended)

    def begin(self, number: int) -> Task:
        """Take a task on."""
        self._planned[number].started = True
        return self._planned[number].task

    def record(self, number: int, outcome: TaskOutcome) -> Collection[int]:
        """Note what came of a task, and say which others are no longer needed.

        Raises EngineMismatch if a play and a proof answer the same question.
        """
        planned = self._planned[number]
        planned.outcome = outcome
        needless = set()
        for check, answer in outcome.answers.items():
            if answer.holds is None:
                continue
            for other, rival in enumerate(self._planned):
                if rival is planned or check not in rival.task.checks:
                    continue
                if rival.outcome is not None:
                    agree(answer, rival.outcome.answers.get(check))
                elif rival.task.checks == (check,) and method_of(planned.task.way).rivals(
                    method_of(rival.task.way)
                ):
                    rival.ended = True
                    needless.add(other)
        if all(planned.over for planned in self._planned):
            self._close()
            self._advance()
        return needless

    def cut(self, advice: str = RAISE_BUDGET) -> None:
        """It ends here: what was begun or planned, or was to come, comes to nothing more.

        What is open then gets this advice.
        """
        self._cut, self._advice = True, advice
        self._close()
        self._planned = []
        to_come = [task for round_ in self._rounds for task in self._tasks(round_)]
        self._rounds = []
        for number in self._open():
            answer = self._answers[number]
            task = next((task for task in to_come if number in task.checks), None)
            if task is not None and not any(attempt.cut for attempt in answer.attempts):
                attempt = Attempt(task.way, method_of(task.way).effort(task), NOT_STARTED, cut=True)
                self._answers[number] = replace(answer, attempts=(*answer.attempts, attempt))

    # --- what is known ------------------------------------------------------------------------

    @property
    def open(self) -> int:
        """How many questions are open."""
        return len(self._open())

    @property
    def asked(self) -> int:
        """How many questions there are."""
        return len(self._checks)

    def result(self) -> InstanceResult:
        """What is known now."""
        return InstanceResult(
            instance=self._program.instance,
            answers=tuple(_explained(self._answers[n], self._advice) for n in self._checks),
            defects=tuple(self._defects),
            coverage=self._coverage,
        )

    def _open(self) -> tuple[int, ...]:
        return tuple(n for n in self._checks if self._answers[n].holds is None)

    # --- from round to round ------------------------------------------------------------------

    def _advance(self) -> None:
        self._planned = []
        while self._rounds and not self._planned:
            self.round += 1
            self._planned = [Planned(task) for task in self._tasks(self._rounds.pop(0))]

    def _tasks(self, round_: Round) -> Iterator[Task]:
        open_ = self._open()
        if round_.positions != 0 and not self._searched:
            # Of plays that were found at random, a search may know shorter ones.
            asked = tuple(n for n in self._checks if n in open_ or self._answers[n].note == NOTE)
            if asked or not self.round > 1:
                room = round_.megabytes * 2**20
                yield Task("complete search", asked, round_.positions, room=room)
        playable = tuple(n for n in open_ if not isinstance(self._target(n), TrapTarget))
        if round_.plays and (playable or self._unseen()):
            self._played = True
            yield Task("random play", playable, round_.plays, round_.moves)
        alone = tuple(n for n in playable if n not in self._watched)
        toward = tuple(n for n in alone if self._expects_a_play(n) or round_.unexpected)
        if round_.guided and toward:
            watched = (*toward, *(n for n in playable if n not in toward))
            task = Task("guided play", watched, round_.guided, round_.moves)
            shown = tuple(
                a for a in self._answers.values() if isinstance(a.verdict, Reached | Refuted)
            )
            yield replace(task, toward=len(toward), answers=shown)
        for number in open_:
            if number not in self._watched:
                yield from self._by_solver(number, round_)
        if round_.fewer:
            yield from self._fewer_moves(round_.fewer)
        if round_.shorter:
            for number in self._checks:
                answer = self._answers[number]
                if answer.note == NOTE and provable(answer.check, number) is not None:
                    yield Task("shorter play", (number,), round_.shorter, answers=(answer,))

    def _unseen(self) -> bool:
        """Whether there may be defects that nobody looked for: no search saw all, nothing was played."""
        stopped = self._coverage is not None and self._coverage.stopped is not None
        return stopped and not self._played and len(self._checks) == len(self._program.checks)

    def _fewer_moves(self, most: int) -> Iterator[Task]:
        """For each play of which nobody knows that it is a shortest one; none twice alike."""
        for number in self._checks:
            answer = self._answers[number]
            if not answer.has_witness or not answer.note:
                continue
            if most > self._left_out.get(number, 0):
                self._left_out[number] = most
                yield Task("fewer moves", (number,), most, answers=(answer,))
        for defect in self._defects:
            if defect.message in self._shortest or len(defect.witness) < 2:
                continue
            if most > self._left_out.get(defect.message, 0):
                self._left_out[defect.message] = most
                yield Task("fewer moves", (), most, defects=(defect,))

    def _by_solver(self, number: int, round_: Round) -> Iterator[Task]:
        """A proof and a play of bounded length; what is likelier first."""
        if provable(self._program.checks[number], number) is None:
            return
        play = self._expects_a_play(number)
        ends = is_termination(self._program.checks[number])  # No bound shows that a play goes on.
        known = tuple(self._proofs)
        # No proof is looked for twice with the same means.
        means, before = (round_.proof, len(known)), self._tried.get(number, (0, 0))
        hopeless = round_.likely and play
        proof = round_.proof if means > before and not hopeless else 0
        both = [
            Task("proof", (number,), proof, known=known, again=proof == before[0]),
            Task("bounded search", (number,), 0 if ends else round_.bounded),
        ]
        if proof:
            self._tried[number] = means
        yield from (task for task in (reversed(both) if play else both) if task.amount)

    def _expects_a_play(self, number: int) -> bool:
        check = self._program.checks[number]
        return (kind_of(check).seeks == "witness") == check.expected

    def _target(self, number: int) -> object:
        return kind_of(self._program.checks[number]).target(number, 0)

    def _close(self) -> None:
        """Let count what the round came to, in the order of its tasks."""
        for planned in self._planned:
            if planned.outcome is None and not planned.ended and self._cut:
                planned.outcome = TaskOutcome(came_to=NOT_STARTED * (not planned.started), cut=True)
            if planned.outcome is not None:
                self._count(planned.task, planned.outcome)

    def _count(self, task: Task, outcome: TaskOutcome) -> None:
        method = method_of(task.way)
        if outcome.coverage is not None:
            stopped = outcome.coverage.stopped
            if self._coverage is None or outcome.coverage.states >= self._coverage.states:
                self._coverage = outcome.coverage
            self._searched = stopped is None or stopped.limit != "states"
        self._defects = merged(self._defects, outcome.defects)
        if method.finds_shortest:
            self._shortest |= {defect.message for defect in outcome.defects}
        for number in task.checks:
            before = self._answers[number]
            after = outcome.answers.get(number)
            answer = before if after is None else stronger(before, after)
            if outcome.plays:
                answer = with_sample(answer, outcome.plays, self._coverage)
            came_to = _came_to(task, after, outcome)
            attempt = Attempt(task.way, method.effort(task), came_to, outcome.cut)
            if before.holds is None or method.shortens:
                answer = replace(answer, attempts=(*before.attempts, attempt))
            self._answers[number] = answer
            if isinstance(answer.verdict, Proved) and before.holds is None:
                evidence = answer.verdict.evidence
                if isinstance(evidence, Accepted):
                    self._proofs.append(evidence.certificate)


def _unasked(program: Program, number: int) -> CheckResult:
    return CheckResult(program.checks[number], Unknown(Untried(), RAISE_BUDGET))


def _came_to(task: Task, answer: CheckResult | None, outcome: TaskOutcome) -> str:
    if answer is not None and not isinstance(answer.verdict, Unknown):
        return describe(answer.verdict)
    if answer is not None and isinstance(answer.verdict, Unknown):
        return answer.verdict.why
    return outcome.came_to


def _explained(answer: CheckResult, advice: str) -> CheckResult:
    """An open answer that says what is to be done about it."""
    if not isinstance(answer.verdict, Unknown):
        return answer
    if any(attempt.cut for attempt in answer.attempts):
        return replace(answer, verdict=answer.verdict.advised(advice))
    return answer
