"""Jobs side by side in processes that can be ended, with their progress."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess, SpawnProcess
from typing import Protocol

from ..effort.running import WORKING
from ..limits import Deadline
from .process import (
    Failed,
    Finished,
    context,
    end_group,
    leave_interrupts_to_the_parent,
    uninterrupted,
)
from .transfer import packed, unpacked


@dataclass(frozen=True, slots=True)
class Job:
    """A function of a module and its arguments. It is called with them and a `Tell`.

    ``shared``: objects that both sides have, which are not sent back with the result. ``faults``:
    exceptions that mean that the tool is wrong. ``name``: for a person. ``size``: an estimate of
    the work, relative to other jobs.
    """

    work: Callable[..., object]
    arguments: tuple[object, ...]
    shared: tuple[object, ...] = ()
    faults: tuple[type[Exception], ...] = ()
    name: str = ""
    size: int = 0


@dataclass(frozen=True, slots=True)
class JobFault:
    """A job found out that the tool is wrong."""

    why: str


class ToolFault(RuntimeError):  # noqa: N818
    """A job found out that the tool is wrong."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished job: its result, or the reason why there is none."""

    number: int
    result: Finished[object] | Failed | JobFault


@dataclass(frozen=True, slots=True)
class RunningJob:
    """A running job: its progress, and its start (seconds of a monotonic clock)."""

    name: str
    count: int
    what: str
    since: float


class Workers(Protocol):
    """Does several jobs at a time."""

    @property
    def jobs(self) -> int:
        """How many jobs are worth running at once."""

    def submit(self, job: Job) -> int:
        """Begin a job; returns its number."""

    def wait(self, seconds: float | None) -> Sequence[Ended]:
        """The finished jobs, as soon as there is one or the time has passed."""

    def end(self, number: int) -> None:
        """Give up a job: its result is dropped."""

    def under_way(self) -> Sequence[RunningJob]:
        """The running jobs."""

    def close(self) -> None:
        """Give up all jobs; others may follow."""


class Serial:
    """Does each job in this process, when it is waited for."""

    jobs = 1

    def __init__(self) -> None:
        self._waiting: dict[int, Job] = {}
        self._last = 0

    def submit(self, job: Job) -> int:
        """Queue a job."""
        self._last += 1
        self._waiting[self._last] = job
        return self._last

    def wait(self, seconds: float | None) -> Sequence[Ended]:
        """Do the next job, however long that takes. Its exceptions propagate."""
        for number, job in self._waiting.items():
            del self._waiting[number]
            return [Ended(number, Finished(job.work(*job.arguments, _silent)))]
        return []

    def end(self, number: int) -> None:
        """Forget a job."""
        self._waiting.pop(number, None)

    def under_way(self) -> Sequence[RunningJob]:
        """Nothing can be observed meanwhile."""
        return ()

    def close(self) -> None:
        """Forget all jobs."""
        self._waiting.clear()


def _silent(count: int, what: str) -> None:
    """Report to nobody."""


@dataclass(slots=True)
class _Running:
    job: Job
    process: ForkProcess | SpawnProcess
    receiver: Connection
    since: float
    count: int = 0
    what: str = ""


@dataclass(slots=True)
class Processes:
    """A process for each job; it and everything it started are gone when the job is over.

    A job that fails, or whose process dies, is a `Failed`.
    """

    jobs: int
    _running: dict[int, _Running] = field(default_factory=dict)
    _last: int = 0

    def submit(self, job: Job) -> int:
        """Begin a job."""
        receiver, sender = context().Pipe(duplex=False)
        process = context().Process(target=_work, args=(sender, job))
        self._last += 1
        with uninterrupted():
            process.start()
            self._running[self._last] = _Running(job, process, receiver, time.monotonic())
        sender.close()
        return self._last

    def wait(self, seconds: float | None) -> Sequence[Ended]:
        """The jobs that are over."""
        by_receiver = {running.receiver: n for n, running in self._running.items()}
        ready = wait(list(by_receiver), seconds) if by_receiver else ()
        numbers = [by_receiver[r] for r in ready if isinstance(r, Connection)]
        return [Ended(n, result) for n in sorted(numbers) for result in self._heard(n)]

    def _heard(self, number: int) -> Iterator[Finished[object] | Failed | JobFault]:
        running = self._running[number]
        try:
            message = running.receiver.recv()
        except (EOFError, OSError):
            running.process.join()
            code = running.process.exitcode
            self.end(number)
            yield Failed(f"its process ended with code {code}")
            return
        if isinstance(message, tuple):
            running.count, running.what = message
            return
        self.end(number)
        yield (
            message
            if isinstance(message, Failed | JobFault)
            else Finished(unpacked(message, running.job.shared))
        )

    def end(self, number: int) -> None:
        """End a job's process, and everything it started."""
        running = self._running.pop(number, None)
        if running is not None:
            running.receiver.close()
            end_group(running.process.pid)
            running.process.kill()
            running.process.join()

    def under_way(self) -> Sequence[RunningJob]:
        """The running jobs."""
        return [RunningJob(r.job.name, r.count, r.what, r.since) for r in self._running.values()]

    def close(self) -> None:
        """End all."""
        for number in tuple(self._running):
            self.end(number)


def all_of(
    jobs: Sequence[Job], workers: Workers, deadline: Deadline,
    watch: Callable[[Sequence[RunningJob]], None] = lambda under: None,
) -> list[object | None]:  # fmt: skip
    """The results of the jobs, in their order; None for those that there was no time for, or that
    failed. Raises ToolFault."""
    results: list[object | None] = [None] * len(jobs)
    for place, value in each_of(jobs, workers, deadline, watch):
        results[place] = value
    return results


def each_of(
    jobs: Sequence[Job], workers: Workers, deadline: Deadline,
    watch: Callable[[Sequence[RunningJob]], None] = lambda under: None,
) -> Iterator[tuple[int, object]]:  # fmt: skip
    """The index of each job that is done in time, and its result, as soon as it is available.

    The largest are begun first (LPT, Graham 1969), so that no long one is left for the end. Raises
    ToolFault.
    """
    largest_first = sorted(range(len(jobs)), key=lambda place: -jobs[place].size)
    waiting, started = largest_first[::-1], dict[int, int]()
    try:
        while (waiting or started) and not deadline.passed():
            while waiting and len(started) < workers.jobs:
                place = waiting.pop()
                started[workers.submit(jobs[place])] = place
            left = deadline.left()
            for ended in workers.wait(WORKING.look if left is None else min(left, WORKING.look)):
                match ended.result:
                    case Finished(value):
                        yield started.pop(ended.number), value
                    case Failed():
                        del started[ended.number]
                    case JobFault(why):
                        raise ToolFault(why)
            watch(workers.under_way())
    finally:
        workers.close()


def _work(sender: Connection, job: Job) -> None:
    if hasattr(os, "setsid"):
        os.setsid()
    leave_interrupts_to_the_parent()
    last = time.monotonic()

    def tell(count: int, what: str) -> None:
        nonlocal last
        if time.monotonic() - last >= WORKING.between:
            last = time.monotonic()
            with suppress(OSError):
                sender.send((count, what))

    try:
        sender.send(packed(job.work(*job.arguments, tell), job.shared))
    except job.faults as error:
        sender.send(JobFault(str(error)))
    except Exception as error:
        sender.send(Failed(f"{type(error).__name__}: {error}"))


def cores() -> int:
    """How many processes this one may run side by side."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1
