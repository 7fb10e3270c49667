"""Doing what is on the agendas of games, side by side, the cheap things first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..effort.running import WORKING
from ..execution.process import Failed
from ..execution.workers import Ended, Job, JobFault, RunningJob, ToolFault, Workers
from ..limits import Deadline
from ..results.verdict import ASK_AGAIN, RAISE_BUDGET
from ..stategraph.graph import EngineMismatch
from .agenda import Agenda
from .perform import perform
from .registry import method_of
from .task import Task, TaskOutcome
from .tools import Tools


@dataclass(frozen=True, slots=True)
class Standing:
    """How far everything is: what is being done, how many questions are open, and in which ``round`` of how
    many the game is that is least far; 0 of 0 if all is done."""

    under_way: Sequence[RunningJob]
    open: int
    asked: int
    round: int
    rounds: int


Watch = Callable[[Standing], None]


def nobody(standing: Standing) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A game, who works on it, and what is to be tried; ``name``: for a person."""

    name: str
    tools: Tools[Any]
    agenda: Agenda


def conduct(
    subjects: Sequence[Subject],
    workers: Workers,
    deadline: Deadline,
    watch: Watch = nobody,
    advice: str = RAISE_BUDGET,
) -> None:
    """Try all that is on the agendas, or as much as there is time for; what is then open gets the advice.

    Raises KeyboardInterrupt; the agendas then know what was found so far.
    """
    started: dict[int, tuple[Subject, int]] = {}
    latest = deadline.later(WORKING.late)
    try:
        while any(not subject.agenda.finished for subject in subjects):
            if not deadline.passed():
                _begin(subjects, workers, deadline, started)
            if latest.passed() or not started:
                break
            left = latest.left()
            for ended in workers.wait(WORKING.look if left is None else min(WORKING.look, left)):
                _record(ended, workers, started)
            watch(_standing(subjects, workers))
    except KeyboardInterrupt:
        advice = ASK_AGAIN
        raise
    finally:
        _cut(subjects, workers, advice)


def _cut(subjects: Sequence[Subject], workers: Workers, advice: str) -> None:
    workers.close()
    for subject in subjects:
        if not subject.agenda.finished:
            subject.agenda.cut(advice)


def _begin(
    subjects: Sequence[Subject], workers: Workers, deadline: Deadline,
    started: dict[int, tuple[Subject, int]],
) -> None:  # fmt: skip
    """Begin as many tasks as there is room for, those of early rounds first."""
    waiting = sorted(
        (subject.agenda.round, place, number)
        for place, subject in enumerate(subjects)
        for number in subject.agenda.ready()
    )
    for _, place, number in waiting:
        if len(started) >= workers.jobs:
            return
        subject = subjects[place]
        task = subject.agenda.begin(number)
        started[workers.submit(_job(subject, task, deadline))] = (subject, number)


def _job(subject: Subject, task: Task, deadline: Deadline) -> Job:
    program = subject.tools.game.program
    first = [*(program.checks[n].name for n in task.checks), *(d.message for d in task.defects)]
    names = ", ".join(first[:1])
    more = f" and {len(task.checks) - 1} more" if len(task.checks) > 1 else ""
    return Job(
        perform,
        (subject.tools, task, deadline.left()),
        shared=(program, *program.checks),
        faults=(EngineMismatch,) if method_of(task.way).may_fail else (Exception,),
        name=f"{subject.name}, {task.way}" + (f": {names}{more}" if names else ""),
    )


def _record(ended: Ended, workers: Workers, started: dict[int, tuple[Subject, int]]) -> None:
    place = started.pop(ended.number, None)
    if place is None:
        return
    subject, number = place
    match ended.result:
        case Failed(why):
            outcome = TaskOutcome(came_to=why)
        case JobFault(why):
            raise ToolFault(why)
        case result:
            assert isinstance(result.value, TaskOutcome)
            outcome = result.value
    needless = subject.agenda.record(number, outcome)
    for job, (other, task) in tuple(started.items()):
        if other is subject and task in needless:
            workers.end(job)
            del started[job]


def _standing(subjects: Sequence[Subject], workers: Workers) -> Standing:
    agendas = [subject.agenda for subject in subjects]
    left = [(a.round, a.rounds) for a in agendas if not a.finished]
    return Standing(
        workers.under_way(),
        sum(a.open for a in agendas),
        sum(a.asked for a in agendas),
        *min(left, default=(0, 0)),
    )
