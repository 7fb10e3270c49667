"""The solver as a process of its own, which can be killed: whatever goes wrong is *unknown*."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from .smtlib import script
from .terms import Term

MEMORY_MB = 4096
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
    return (sys.executable, "-m", "rulewright.verify.smt.worker")


class Solver:
    """Asks one question per process."""

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
        try:
            done = subprocess.run(
                self._command,
                input=text,
                capture_output=True,
                text=True,
                timeout=seconds + GRACE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Undecided(f"the solver did not end within {seconds:.0f} s")
        except OSError as error:
            return Undecided(f"the solver could not be started: {error}")
        return _read(done.stdout, done.returncode, len(wanted))


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
