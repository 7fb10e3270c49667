"""The solver as a process of its own, which can be killed: whatever goes wrong is *unknown*."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from .smtlib import BY_SAT, PLAIN, script
from .terms import Term

MEMORY_MB = 4096
HEAD_START, HEAD_SHARE = 0.7, 0.35
"""The first way of asking has the machine for itself for so many seconds, and that share of the
time."""
GRACE = 1.0
"""How many seconds more than it was given the solver may take before it is killed."""


@dataclass(frozen=True, slots=True)
class Sat:
    """There is a model: the values of the Bool variables that were asked for, by name."""

    values: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Unsat:
    """There is no model; ``core`` are the indices of named constraints that exclude it."""

    core: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """No answer, and why."""

    why: str


Result = Sat | Unsat | Undecided


def solver_command() -> tuple[str, ...]:
    """How to start a solver that reads SMT-LIB from its standard input."""
    for file in metadata.files("z3-solver") or ():
        if file.name in {"z3", "z3.exe"}:
            path = Path(str(file.locate())).resolve()
            if path.is_file():
                return (str(path), "-in")
    found = shutil.which("z3")
    if found:
        return (found, "-in")
    return (sys.executable, "-m", "rulewright.verify.solvers.z3_worker")


class Solver:
    """Asks every question in processes of its own: one for each way of asking, the first wins."""

    def __init__(self, command: Sequence[str] | None = None, memory_mb: int = MEMORY_MB) -> None:
        self._command = tuple(command or solver_command())
        self._memory_mb = memory_mb

    def ask(
        self,
        constraints: Iterable[Term],
        seconds: float,
        wanted: Sequence[Term] = (),
        named: Sequence[Term] = (),
        cut: int = 0,
    ) -> Result:
        """Whether the constraints (and the named ones) can be true together.

        Terms older than ``cut`` may be anything; only Unsat says something then.
        A solver that needs longer than ``seconds``, or crashes, gives Undecided.
        """
        if seconds <= 0:
            return Undecided("no time was left")
        limits = (
            f"(set-option :timeout {max(1, int(seconds * 1000))})\n"
            f"(set-option :memory_max_size {self._memory_mb})\n"
        )
        text = limits + script(constraints, wanted, named, cut)
        # Only the plain way gives cores, and is quick enough alone for parts of formulas.
        ways = (PLAIN,) if named or cut else (PLAIN, BY_SAT)
        with tempfile.TemporaryDirectory(prefix="rulewright") as folder:
            race = Race(self._command, Path(folder), len(wanted))
            return race.run([text.replace(PLAIN, way) for way in ways], seconds + GRACE)


class Race:
    """Several processes on one question."""

    def __init__(self, command: Sequence[str], folder: Path, wanted: int) -> None:
        self._command = command
        self._folder = folder
        self._wanted = wanted
        self._running: list[tuple[subprocess.Popen[str], Path]] = []
        self._why = ""

    def run(self, scripts: Sequence[str], seconds: float) -> Result:
        """The first answer that decides, else why there is none."""
        begun, head = time.monotonic(), max(HEAD_START, seconds * HEAD_SHARE)
        waiting = list(scripts)
        try:
            while True:
                spent = time.monotonic() - begun
                if waiting and (not self._running or spent > head):
                    self._start(waiting.pop(0), len(waiting))
                result = self._finished()
                if result is not None:
                    return result
                if not self._running and not waiting:
                    return Undecided(self._why or "the solver gave no answer")
                if spent > seconds:
                    return Undecided(self._why or f"the solver did not end within {seconds:.0f} s")
                time.sleep(min(0.02, 0.001 + spent / 20))
        finally:
            for process, _ in self._running:
                process.kill()
                process.wait()

    def _start(self, script_: str, number: int) -> None:
        source, output = self._folder / f"{number}.smt2", self._folder / f"{number}.out"
        source.write_text(script_, encoding="utf-8")
        try:
            with source.open(encoding="utf-8") as given, output.open("w") as taken:
                process = subprocess.Popen(
                    self._command, stdin=given, stdout=taken, stderr=subprocess.DEVNULL, text=True
                )
        except OSError as error:
            self._why = f"the solver could not be started: {error}"
            return
        self._running.append((process, output))

    def _finished(self) -> Result | None:
        for process, output in list(self._running):
            code = process.poll()
            if code is None:
                continue
            self._running.remove((process, output))
            result = _read(output.read_text(encoding="utf-8"), code, self._wanted)
            if not isinstance(result, Undecided):
                return result
            self._why = result.why
        return None


def _read(output: str, code: int, wanted: int) -> Result:
    answer, _, rest = output.partition("\n")
    match answer.strip():
        case "unsat":
            # An error before the answer would stand on the first line; none after it matters.
            return Unsat(tuple(int(n) for n in re.findall(r"\bn(\d+)\b", rest.split("(error")[0])))
        case "sat":
            pairs = re.findall(r"\(\s*([^\s()]+)\s+(true|false)\s*\)", rest)
            if len(pairs) < wanted:
                return Undecided("the solver had no time left to tell its model")
            return Sat({name: value == "true" for name, value in pairs})
        case "timeout":
            return Undecided("the solver ran out of time")
        case "unknown":
            return Undecided("the solver gave up or ran out of time")
        case _ if "out of memory" in output:
            return Undecided("the solver ran out of memory")
        case other:
            return Undecided(f"the solver ended with code {code}: {other[:200] or 'no answer'}")
