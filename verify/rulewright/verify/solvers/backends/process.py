"""A solver as a process of its own, which can be killed: whatever goes wrong is *undecided*."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType

from ...effort.encoding import SOLVING
from ..solver import Result, Sat, Undecided, Unsat

LARGE_PAGES = "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"
"""A setting of GNU's C library, ignored by others: memory comes in large pages. Z3 fills 18 MB before it reads
anything, and starts in half the time."""
OUT_OF_TIME = "the solver ran out of time"
GAVE_UP = "the solver gave up, or ran out of units"


@dataclass(frozen=True, slots=True)
class ProcessOutput:
    """What a process printed, and its exit code."""

    output: str
    code: int


class SolverProcess:
    """A process that reads a script; it is gone when the context ends.

    Its input and output are unnamed files: nothing is left behind when our own process is killed.
    """

    def __init__(self, command: Sequence[str], script: str) -> None:
        """Raises OSError, and ValueError for a script that is not valid text."""
        encoded = script.encode("utf-8")
        self._output = tempfile.TemporaryFile()  # noqa: SIM115  closed when the context ends
        try:
            with tempfile.TemporaryFile() as given:
                given.write(encoded)
                given.seek(0)
                self._process = subprocess.Popen(
                    command,
                    stdin=given,
                    stdout=self._output,
                    stderr=subprocess.DEVNULL,
                    env=dict([LARGE_PAGES]) | os.environ,
                )
        except BaseException:
            self._output.close()
            raise

    def __enter__(self) -> SolverProcess:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._output.close()

    def ended(self) -> ProcessOutput | Undecided | None:
        """How it ended; None while it runs, Undecided once it has printed more than any answer."""
        code = self._process.wait() if has_ended(self._process) else None
        if os.fstat(self._output.fileno()).st_size > SOLVING.output:
            return Undecided("the solver printed too much")
        if code is None:
            return None
        self._output.seek(0)
        return ProcessOutput(self._output.read().decode("utf-8", errors="replace"), code)


def has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether a process has ended; asked many times a second, so that an interruption often comes here.

    ``poll`` takes a lock, and keeps it if the exception of a signal's handler comes just then: ``wait`` would
    never return afterwards. To look without collecting the process needs none.
    """
    if not hasattr(os, "waitid"):  # where there is no such call, poll has no lock
        return process.poll() is not None
    if process.returncode is not None:
        return True
    try:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # somebody else has collected it
        return True
    return found is not None


def pause(spent: float) -> None:
    """Wait a little before looking again at a process that has run for ``spent`` seconds."""
    time.sleep(min(0.02, 0.001 + spent / 20))


def decide(command: Sequence[str], script: str, seconds: float) -> Result:
    """The answer of a command that reads a script and prints ``sat`` or ``unsat`` and nothing else."""
    if seconds <= 0:
        return Undecided("no time was left")
    started = time.monotonic()
    try:
        ended = run(command, script, seconds)
    except OSError as error:
        return Undecided(f"the solver could not be started: {error.strerror}")
    except ValueError:
        return Undecided("the script is no text")
    if isinstance(ended, Undecided):
        return ended
    return answer(ended, time.monotonic() - started > seconds)


def run(command: Sequence[str], script: str, seconds: float) -> ProcessOutput | Undecided:
    """How a command that reads a script ends, if it is not too slow. Raises what its process raises."""
    with SolverProcess(command, script) as process:
        started = time.monotonic()
        while True:
            ended = process.ended()
            if ended is not None:
                return ended
            spent = time.monotonic() - started
            if spent > seconds + SOLVING.grace:
                return Undecided(f"the solver did not end within {seconds:g} s")
            pause(spent)


def answer(ended: ProcessOutput, late: bool) -> Result:
    """The answer, if the process ended well and printed it and nothing else."""
    if ended.code == 0 and ended.output in {"unsat\n", "unsat\r\n"}:
        return Unsat()
    if ended.code == 0 and ended.output in {"sat\n", "sat\r\n"}:
        return Sat()
    why = why_not(ended)
    return Undecided(OUT_OF_TIME if late and why == GAVE_UP else why)


def why_not(ended: ProcessOutput) -> str:
    """Why the output is not an answer."""
    first = ended.output.partition("\n")[0].strip()
    if "out of memory" in ended.output:
        return "the solver ran out of memory"
    if first == "timeout" or "TIMEOUT" in first:
        return OUT_OF_TIME
    if "RESOURCEOUT" in first:
        return "the solver ran out of units"
    if first.startswith("unknown"):
        return GAVE_UP
    shown = "".join(c if c.isprintable() else "?" for c in first[:200])
    return f"the solver ended with code {ended.code}: {shown or 'no answer'}"
