"""Questions about terms, with models and cores: several ways of asking, the first answer wins."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from .process import GRACE, Ended, SolverProcess, pause, run, why_not
from .smtlib import script
from .solver import Result, Sat, SolverLimit, Undecided, Unsat
from .terms import Term
from .z3 import BY_SAT, MOST_UNITS, PLAIN, z3

MEMORY_MB = 4096
SPENT = "(get-info :rlimit)\n"
HEAD_START, HEAD_SHARE = 0.7, 0.35
"""The first way of asking has the machine for itself for so many seconds, and that share of the
time."""

Command = Callable[[SolverLimit], Sequence[str]]


class TermSolver:
    """Asks every question in processes of its own, one for each way of asking."""

    def __init__(self, command: Command | None = None, memory_mb: int = MEMORY_MB) -> None:
        """``command``: how to start what reads a script within a limit."""
        self._command = command or z3().command
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
        text = script(constraints, wanted, named, cut, PLAIN)
        # Only the plain way gives cores, and is quick enough alone for parts of formulas.
        ways = (PLAIN,) if named or cut else (PLAIN, BY_SAT)
        command = self._command(SolverLimit(MOST_UNITS, seconds, self._memory_mb))
        try:
            with (
                tempfile.TemporaryDirectory(prefix="rulewright") as folder,
                Race(command, Path(folder), len(wanted)) as race,
            ):
                return race.run([text.replace(PLAIN, way) for way in ways], seconds + GRACE)
        except OSError as error:
            return Undecided(f"there is no room for a question: {error.strerror}")

    def measured(
        self,
        constraints: Iterable[Term],
        limit: SolverLimit,
        wanted: Sequence[Term] = (),
        named: Sequence[Term] = (),
    ) -> tuple[Result, int]:
        """The same with one way of asking after the other, each within the limit.

        Also how many units that took. Only the plain way gives cores.
        """
        text = script(constraints, wanted, named)
        spent = 0
        result: Result = Undecided("no units were left")
        for way in (PLAIN,) if named else (PLAIN, BY_SAT):
            result, more = self.read(text.replace(PLAIN, way), limit, len(wanted))
            spent += more
            if not isinstance(result, Undecided):
                break
        return result, spent

    def read(self, text: str, limit: SolverLimit, wanted: int = 0) -> tuple[Result, int]:
        """What is answered to a script that prints so many values, and the units that took."""
        command = self._command(replace(limit, memory_mb=self._memory_mb))
        ended, spent = counted(command, text, limit)
        return ended if isinstance(ended, Undecided) else _read(ended, wanted), spent


def counted(command: Sequence[str], text: str, limit: SolverLimit) -> tuple[Ended | Undecided, int]:
    """How a solver ends that reads a script, and the units that it took."""
    try:
        with tempfile.TemporaryDirectory(prefix="rulewright") as folder:
            ended = run(command, text + SPENT, limit.seconds, Path(folder))
    except OSError as error:
        return Undecided(f"the solver could not be asked: {error.strerror}"), 0
    return ended, limit.units if isinstance(ended, Undecided) else _spent(ended, limit)


def _spent(ended: Ended, limit: SolverLimit) -> int:
    """The units that a solver says it took; if it does not, all that it had."""
    told = re.search(r"\(:rlimit (\d+)\)", ended.output)
    return min(int(told[1]), limit.units) if told else limit.units


class Race(ExitStack):
    """Several processes on one question; all are gone when the context ends."""

    def __init__(self, command: Sequence[str], folder: Path, wanted: int) -> None:
        super().__init__()
        self._command = command
        self._folder = folder
        self._wanted = wanted
        self._running: list[SolverProcess] = []
        self._why = ""

    def run(self, scripts: Sequence[str], seconds: float) -> Result:
        """The first answer that decides, else why there is none."""
        begun, head = time.monotonic(), max(HEAD_START, seconds * HEAD_SHARE)
        waiting = list(scripts)
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
            pause(spent)

    def _start(self, script_: str, number: int) -> None:
        try:
            process = SolverProcess(self._command, script_, self._folder, str(number))
        except OSError as error:
            self._why = f"the solver could not be started: {error.strerror}"
        else:
            self._running.append(self.enter_context(process))

    def _finished(self) -> Result | None:
        for process in list(self._running):
            ended = process.ended()
            if ended is None:
                continue
            self._running.remove(process)
            result = ended if isinstance(ended, Undecided) else _read(ended, self._wanted)
            if not isinstance(result, Undecided):
                return result
            self._why = result.why
        return None


def _read(ended: Ended, wanted: int) -> Result:
    answer, _, rest = ended.output.partition("\n")
    match answer.strip():
        case "unsat":
            # An error before the answer would stand on the first line; none after it matters.
            return Unsat(tuple(int(n) for n in re.findall(r"\bn(\d+)\b", rest.split("(error")[0])))
        case "sat":
            pairs = re.findall(r"\(\s*([^\s()]+)\s+(true|false)\s*\)", rest)
            if len(pairs) < wanted:
                return Undecided("the solver had no time left to tell its model")
            return Sat({name: value == "true" for name, value in pairs})
        case _:
            return Undecided(why_not(ended))
