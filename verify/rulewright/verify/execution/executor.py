"""The same work for many numbers, shared among processes, with the results in order."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from ..limits import Budget, Deadline
from .process import context

T = TypeVar("T")

BATCH = 16
"""So many results are handed over at once."""


@dataclass(frozen=True, slots=True)
class _Broken:
    """The work of a process failed."""

    why: str


def in_order(
    work: Callable[[int, Deadline], T | None], numbers: range, jobs: int, deadline: Deadline,
    progress: Callable[[int], None],
) -> list[T]:  # fmt: skip
    """``work`` of each of the numbers, up to the first whose result is None or is not there in time.

    With several ``jobs``, ``work`` runs in as many processes; it and its results can be pickled.
    Raises RuntimeError if it fails there.
    """
    jobs = min(jobs, len(numbers))
    if jobs <= 1:
        return _alone(work, numbers, deadline, progress)
    found: dict[int, T] = {}
    processes, open_ = [], []
    try:
        for job in range(jobs):
            receiver, sender = context().Pipe(duplex=False)
            process = context().Process(
                target=_share, args=(sender, work, numbers[job::jobs], deadline.left()), daemon=True
            )
            process.start()
            processes.append(process)
            sender.close()
            open_.append(receiver)
        while open_:
            for connection in wait(open_):
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
    for number in numbers:
        progress(len(result))
        done = None if deadline.passed() else work(number, deadline)
        if done is None:
            break
        result.append(done)
    return result


def _receive(connection: Connection, found: dict[int, T]) -> bool:
    """Take in a batch; False if it was the last of its process."""
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
    """What one process does; a batch is handed over when it is full, None at the end."""
    deadline = Budget(seconds).start()
    batch: dict[int, T] = {}
    try:
        for number in numbers:
            done = None if deadline.passed() else work(number, deadline)
            if done is None:
                break
            batch[number] = done
            if len(batch) == BATCH:
                sender.send(batch)
                batch = {}
        sender.send(batch)
        sender.send(None)
    except Exception:
        sender.send(_Broken(traceback.format_exc()))
