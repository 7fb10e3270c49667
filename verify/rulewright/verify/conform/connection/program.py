"""A separate program that answers lines, bounded in time, memory, output and processes, and ended whatever it does."""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...effort.conforming import ALLOWING
from ...plays.json_values import Json
from . import keeper
from .protocol import LONGEST, EngineFailure, decoded, said

TAIL = 8000
"""So many bytes of what an engine says on its error stream are kept."""
LAST_LINES, LINE = 3, 120
"""So many of its last lines, and of each so many characters, are shown."""
FRAME = re.compile(r"\s+at\s")
"""A frame of a stack, as Node and Java write it below the error."""
NOT_FOUND = 127
"""The exit code with which a shell, and our host of classes, says that there is no such command."""
CHUNK = 1 << 16
MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an engine may take.

    ``start``: seconds until its first answer; ``answer``: seconds for each other one; ``end``:
    seconds to end when its input does. ``memory``: bytes of all its processes together. ``line``:
    bytes of one answer; ``noise``: bytes on its error stream between two answers.
    """

    start: float = ALLOWING.start
    answer: float = ALLOWING.answer
    end: float = ALLOWING.end
    memory: int = ALLOWING.memory_mb * MIB
    line: int = ALLOWING.line_mb * MIB
    noise: int = ALLOWING.noise_mb * MIB
    processes: int = ALLOWING.processes
    threads: int = ALLOWING.threads


class BoundedProgram:
    """Runs a command under a keeper. It has to be ended by ``close`` or by ``kill``."""

    def __init__(
        self, command: Sequence[str], bounds: Bounds | None = None, folder: Path | None = None
    ) -> None:
        self._bounds = bounds or Bounds()
        self._name = command[0]
        self._pending = bytearray()
        self._noise = bytearray()
        self._noisy = 0
        self._known = False
        self._report: dict[str, Json] | None = None
        reports, tell = os.pipe()
        ordered, self._orders = os.pipe()
        program = [sys.executable, "-I", "-S", keeper.__file__, str(tell), str(ordered)]
        limits = (self._bounds.memory, self._bounds.processes, self._bounds.threads)
        try:
            self._process = subprocess.Popen(
                [*program, *map(str, limits), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(tell, ordered),
                start_new_session=True,
                cwd=folder,
            )
        finally:
            os.close(tell)
            os.close(ordered)
        self._reports = reports
        self.is_open = True
        self._output_ended = False
        self._ready = selectors.DefaultSelector()
        self._ready.register(reports, selectors.EVENT_READ, "report")
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._ready.register(self._process.stdout, selectors.EVENT_READ, "out")
        self._ready.register(self._process.stderr, selectors.EVENT_READ, "err")
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)

    @property
    def keeper(self) -> int:
        """The number of the process that runs the engine."""
        return self._process.pid

    def is_known(self) -> None:
        """It has said who it is: an end from now on does not mean that there is no such command."""
        self._known = True

    def exchange(self, data: bytes, seconds: float) -> bytes:
        """Send a line and wait for one. Raises EngineFailure, also for output that nobody has asked for."""
        until = time.monotonic() + seconds
        self._noisy = 0
        self._take(0.0)
        if self._pending:
            self._stray()
        waiting = memoryview(data)
        while True:
            end = self._pending.find(b"\n")
            if end >= 0 and not waiting:
                line = bytes(self._pending[:end])
                del self._pending[: end + 1]
                return line
            if end >= 0:
                self._stray()
            left = until - time.monotonic()
            if left <= 0:
                unended = ", only a line that does not end" if self._pending else ""
                raise EngineFailure(
                    "hangs", f"no answer within {seconds:g} s{unended}{_quoted(self._last_words())}"
                )
            waiting = waiting[self._take(left, waiting) :]
            if self._report is not None or self._output_ended:
                self._take(0.0)
                if b"\n" not in self._pending:
                    raise self._why_ended()

    def close(self) -> None:
        """End it. Raises EngineFailure if it does not, or leaves processes or answers behind."""
        if not self.is_open:
            return
        assert self._process.stdin is not None
        failure: EngineFailure | None = None
        with suppress(OSError):
            self._process.stdin.close()
        report = self._reported(self._bounds.end)
        if report is None:
            failure = EngineFailure("does not end", f"{self._bounds.end:g} s after its input has")
        elif "keeper" in report or "exit" not in report:
            failure = self._why_ended()
        elif report.get("left"):
            failure = EngineFailure("leaves processes behind", f"{report['left']}")
        else:
            failure = self._spoken_at_the_end() or self._crashed_at_the_end(report)
        self.kill()
        if failure is not None:
            raise failure

    def _spoken_at_the_end(self) -> EngineFailure | None:
        """What an engine that has ended said though nobody had asked: nothing may stand on its output then."""
        until = time.monotonic() + ALLOWING.last_output
        try:
            while not self._output_ended and time.monotonic() < until:
                self._take(until - time.monotonic())
            if self._pending:
                self._stray()
        except EngineFailure as failure:
            return failure
        return None

    def _crashed_at_the_end(self, report: Mapping[str, Json]) -> EngineFailure | None:
        """A signal that ended it after its input had; which code it ends with is its own business."""
        code = report.get("exit")
        crashed = isinstance(code, int) and code < 0
        return self._why_ended() if crashed else None

    def kill(self) -> None:
        """End it and all that it has started, at once. Nothing of it is left afterwards."""
        if not self.is_open:
            return
        self.is_open = False
        os.close(self._orders)
        with suppress(OSError):  # somebody may have stopped it
            self._process.send_signal(signal.SIGCONT)
        try:
            self._process.wait(ALLOWING.keeper)
        except subprocess.TimeoutExpired:  # somebody stops it again and again
            self._process.kill()
            self._process.wait()
        self._wait_for_keepers()
        self._ready.close()
        os.close(self._reports)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _wait_for_keepers(self) -> None:
        """If the upper one was killed, the lower one may still be at work; reports end when both have."""
        until = time.monotonic() + ALLOWING.keeper
        with selectors.DefaultSelector() as ready:
            ready.register(self._reports, selectors.EVENT_READ)
            while ready.select(max(0.0, until - time.monotonic())):
                if not os.read(self._reports, CHUNK):
                    return

    def _stray(self) -> None:
        """There is output that nobody has asked for."""
        first = bytes(self._pending).split(b"\n")[0][:80].decode("utf-8", "replace")
        if len(self._pending) > self._bounds.line:
            raise EngineFailure("floods its output", f"{len(self._pending)} bytes unasked")
        raise EngineFailure("speaks unasked", first)

    def _take(self, seconds: float, data: memoryview | None = None) -> int:
        """Read what there is, write what can be; returns how many bytes were written."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        written = 0
        if data:
            written = self._written(process.stdin.fileno(), data)
            if written:
                return written
            self._ready.register(process.stdin, selectors.EVENT_WRITE, "in")
        try:
            events = self._ready.select(seconds)
        finally:
            if data:
                self._ready.unregister(process.stdin)
        for key, _ in events:
            match key.data:
                case "out":
                    self._read_output(process.stdout.fileno())
                case "err":
                    chunk = os.read(process.stderr.fileno(), CHUNK)
                    if not chunk:
                        self._ready.unregister(process.stderr)
                    self._noisy += len(chunk)
                    self._noise = (self._noise + chunk)[-TAIL:]
                    if self._noisy > self._bounds.noise:
                        text = f"more than {self._bounds.noise} bytes on the error stream"
                        raise EngineFailure("floods its output", text)
                case "report":
                    self._report = _report(os.read(self._reports, CHUNK))
                    self._ready.unregister(self._reports)
        return written

    def _written(self, number: int, data: memoryview) -> int:
        try:
            return os.write(number, data)
        except BrokenPipeError:
            return len(data)
        except BlockingIOError:
            return 0

    def _read_output(self, number: int) -> None:
        chunk = os.read(number, CHUNK)
        if not chunk:
            self._output_ended = True
            self._ready.unregister(number)
        self._pending += chunk
        if len(self._pending) > self._bounds.line:
            raise EngineFailure("floods its output", f"more than {self._bounds.line} bytes")

    def _reported(self, seconds: float) -> dict[str, Json] | None:
        """What the keeper says of the engine's end, if it comes in time."""
        until = time.monotonic() + seconds
        while self._report is None and time.monotonic() < until:
            with suppress(EngineFailure):
                self._take(until - time.monotonic())
        return self._report

    def _why_ended(self) -> EngineFailure:
        """The name of an end that came before an answer."""
        report = self._reported(ALLOWING.last_output)
        words = _quoted(self._last_words())
        if report is None:
            return EngineFailure("closes its output", words)
        if "failed" in report:
            return EngineFailure("does not start", f"{self._name}: {report['failed']}")
        if "memory" in report:
            return EngineFailure(
                "takes too much memory", f"{self._bounds.memory // MIB} MiB is allowed"
            )
        if "processes" in report:
            return EngineFailure("starts too many processes", str(report["processes"]))
        if "threads" in report:
            return EngineFailure("starts too many processes", f"{report['threads']} threads")
        if "keeper" in report:
            how = f"it has {report['keeper']} the process that watches it"
            return EngineFailure("died", f"{how}{words}")
        code = report.get("exit")
        if code == NOT_FOUND and not self._known:
            said_why = self._last_words(
                LONGEST
            )  # by a shell or our host of classes: one whole line
            return EngineFailure("does not start", said_why[-1] if said_why else "")
        how = f"with signal {-code}" if isinstance(code, int) and code < 0 else f"with code {code}"
        return EngineFailure("died", f"{how}{words}")

    def _last_words(self, most: int = LINE) -> Sequence[str]:
        """The last lines of its error stream that tell something: the frames of a stack do not."""
        lines = self._noise.decode("utf-8", "replace").splitlines()
        telling = [line for line in lines if line.strip(" \t^~") and not FRAME.match(line)]
        return [said(line, most) for line in telling[-LAST_LINES:]]


def _quoted(words: Sequence[str]) -> str:
    """What an engine said last, behind how it ended."""
    return f"; its last words: {' | '.join(words)}" if words else ""


def _report(data: bytes) -> dict[str, Json]:
    """What a keeper reports; if it ends without a word, somebody has killed it and the one above."""
    if not data:
        return {"keeper": "killed"}
    try:
        return decoded(data)
    except EngineFailure:
        return {"exit": None}
