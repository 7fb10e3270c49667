"""Jobs on any executor of ``concurrent.futures``, on this machine or on others.

A job arrives as bytes and is done in a separate Python process, which can be ended and whose crash
does not affect the receiver: foreign threads, such as those of a cluster's workers, are no place to
work in.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

from ..effort.running import WORKING
from .process import Failed, Finished
from .transfer import packed, unpacked
from .workers import Ended, Job, JobFault, RunningJob


@dataclass(slots=True)
class _Sent:
    job: Job
    payload: bytes
    future: Future[bytes]
    since: float
    lost: int = 0


@dataclass(slots=True)
class OnExecutor:
    """Does jobs on an executor, a number at a time. The jobs of a lost worker are begun again.

    The executor belongs to whoever made it: it serves again after all jobs were ended.
    """

    executor: Executor
    jobs: int
    _sent: dict[int, _Sent] = field(default_factory=dict)
    _last: int = 0

    def submit(self, job: Job) -> int:
        """Send a job off."""
        self._last += 1
        payload = packed((job.work, job.arguments, job.shared, job.faults), ())
        future = self.executor.submit(in_its_own_python, payload)
        self._sent[self._last] = _Sent(job, payload, future, time.monotonic())
        return self._last

    def wait(self, seconds: float | None) -> Sequence[Ended]:
        """The finished jobs."""
        by_future = {sent.future: number for number, sent in self._sent.items()}
        done, _ = wait(by_future, seconds, FIRST_COMPLETED)
        ended = [self._heard(number) for number in sorted(by_future[f] for f in done)]
        return [one for one in ended if one is not None]

    def _heard(self, number: int) -> Ended | None:
        sent = self._sent[number]
        try:
            data = sent.future.result()
        except Exception as error:
            sent.lost += 1
            if sent.lost <= WORKING.restarts:
                sent.future = self.executor.submit(in_its_own_python, sent.payload)
                return None
            del self._sent[number]
            return Ended(number, Failed(f"the worker was lost: {type(error).__name__}: {error}"))
        del self._sent[number]
        result = unpacked(data, sent.job.shared)
        assert isinstance(result, Finished | Failed | JobFault)
        return Ended(number, result)

    def end(self, number: int) -> None:
        """Stop listening to a job; if it has begun, it goes on until its effort is spent."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            sent.future.cancel()

    def under_way(self) -> Sequence[RunningJob]:
        """The submitted jobs."""
        return [RunningJob(sent.job.name, 0, "", sent.since) for sent in self._sent.values()]

    def close(self) -> None:
        """Stop listening to all jobs."""
        for number in tuple(self._sent):
            self.end(number)


def in_its_own_python(payload: bytes) -> bytes:
    """Do a packed job in another process; returns its result, packed."""
    command = [sys.executable, "-m", __name__]
    done = subprocess.run(command, input=payload, capture_output=True, check=False)
    if done.returncode == 0 and done.stdout:
        return done.stdout
    return packed(Failed(f"its process ended with code {done.returncode}"), ())


def _done(payload: bytes) -> bytes:
    work, arguments, shared, faults = pickle.loads(payload)
    result: object
    try:
        result = Finished(work(*arguments, lambda count, what: None))
        return packed(result, shared)
    except faults as error:
        return packed(JobFault(str(error)), ())
    except Exception as error:
        return packed(Failed(f"{type(error).__name__}: {error}"), ())


if __name__ == "__main__":
    answer = _done(sys.stdin.buffer.read())
    sys.stdout.buffer.write(answer)
