"""The same work for many numbers, shared among processes, with the results in order."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from ..effort.running import INTERRUPTING, WORKING
from ..limits import Budget, Deadline, OutOfTime
from .interruption import ending_in_time
from .process import context, leave_interrupts_to_the_parent, uninterrupted

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Broken:
    """The work of a process failed."""

    why: str


def in_order(
    work: Callable[[int, Deadline], T | None], numbers: range, jobs: int, deadline: Deadline,
    progress: Callable[[int], None], *, isolated: bool = False,
) -> list[T]:  # fmt: skip
    """``work`` of each of the numbers, up to the first whose result is None or not available in
    time.

    With several ``jobs``, or ``isolated`` since it cannot be ended otherwise, ``work`` runs in as
    many processes; it and its results must be picklable. Raises RuntimeError if it fails there.
    """
    jobs = min(jobs, len(numbers))
    if jobs < 1 or (jobs == 1 and not isolated):
        return _alone(work, numbers, deadline, progress)
    found: dict[int, T] = {}
    processes, open_ = [], []
    try:
        for job in range(jobs):
            receiver, sender = context().Pipe(duplex=False)
            process = context().Process(
                target=_share, args=(sender, work, numbers[job::jobs], deadline.left()), daemon=True
            )
            with uninterrupted():
                process.start()
                processes.append(process)
            sender.close()
            open_.append(receiver)
        while open_:
            left = deadline.left()
            ready = wait(open_, None if left is None else left + INTERRUPTING.grace)
            if not ready:
                break
            for connection in ready:
                assert isinstance(connection, Connection)
                if not _receive(connection, found):
                    open_.remove(connection)
            progress(len(found))
    finally:
        for process in processes:
            process.kill()
            process.join()
    return [found[number] for number in takewhile(found.__contains__, numbers)]


def _alone(
    work: Callable[[int, Deadline], T | None], numbers: range, deadline: Deadline,
    progress: Callable[[int], None],
) -> list[T]:  # fmt: skip
    result: list[T] = []
    with suppress(OutOfTime), ending_in_time(deadline):
        for number in numbers:
            progress(len(result))
            done = None if deadline.passed() else work(number, deadline)
            if done is None:
                break
            result.append(done)
    return result


def _receive(connection: Connection, found: dict[int, T]) -> bool:
    """Receive a batch; False if it was the last of its process."""
    try:
        batch: dict[int, T] | _Broken | None = connection.recv()
    except EOFError:
        raise RuntimeError("a process ended before its work was done") from None
    if isinstance(batch, _Broken):
        raise RuntimeError(f"a process failed: {batch.why}")
    if batch is None:
        return False
    found.update(batch)
    return True


def _share(
    sender: Connection, work: Callable[[int, Deadline], T | None], numbers: range,
    seconds: float | None,
) -> None:  # fmt: skip
    """The work of one process; a batch is sent when it is full or some time has passed, None at the
    end."""
    deadline = Budget(seconds).start()
    batch: dict[int, T] = {}
    leave_interrupts_to_the_parent()
    try:
        handed = time.monotonic()
        with suppress(OutOfTime), ending_in_time(deadline):
            for number in numbers:
                done = None if deadline.passed() else work(number, deadline)
                if done is None:
                    break
                batch[number] = done
                if (
                    len(batch) == WORKING.batch
                    or time.monotonic() - handed > WORKING.at_least_every
                ):
                    sender.send(batch)
                    batch, handed = {}, time.monotonic()
        sender.send(batch)
        sender.send(None)
    except Exception:
        sender.send(_Broken(traceback.format_exc()))
