"""Questions about terms, with models and cores: several ways of asking, one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ...effort.encoding import SOLVING
from ..backends.process import ProcessOutput, run, why_not
from ..backends.z3 import BY_SAT, PLAIN, asked_by, z3
from ..solver import Result, Sat, SolverLimit, Undecided, Unsat
from ..terms.smtlib import script
from ..terms.terms import Term

SPENT = "(get-info :rlimit)\n"

Command = Callable[[SolverLimit], Sequence[str]]


class TermSolver:
    """Asks every question in separate processes, one for each way of asking."""

    def __init__(self, command: Command | None = None, memory_mb: int = SOLVING.memory_mb) -> None:
        """``command``: how to start a process that reads a script within a limit."""
        self._command = command or z3().command
        self._memory_mb = memory_mb

    def measured(
        self,
        constraints: Iterable[Term],
        limit: SolverLimit,
        asked: Sequence[Term] = (),
        cut: int = 0,
    ) -> tuple[Result, int]:
        """Whether the constraints can be true together, and the units that this took.

        The ways of asking are tried one after the other, each within the limit. Terms older than ``cut``
        may be anything: then only Unsat is an answer, and only the plain way is tried.
        """
        text = script(constraints, asked, cut, PLAIN)
        spent = 0
        result: Result = Undecided("no units were left")
        for way in (PLAIN,) if cut else (PLAIN, BY_SAT):
            result, more = self.read(asked_by(text, way), limit, len(asked))
            spent += more
            if not isinstance(result, Undecided):
                break
        return result, spent

    def read(self, text: str, limit: SolverLimit, asked: int = 0) -> tuple[Result, int]:
        """The answer to a script that prints ``asked`` values, and the units that it took."""
        command = self._command(replace(limit, memory_mb=self._memory_mb))
        ended, spent = counted(command, text, limit)
        return ended if isinstance(ended, Undecided) else _read(ended, asked), spent


def counted(
    command: Sequence[str], text: str, limit: SolverLimit
) -> tuple[ProcessOutput | Undecided, int]:
    """How a solver that reads a script ends, and the units that it took."""
    try:
        ended = run(command, text + SPENT, limit.seconds)
    except OSError as error:
        return Undecided(f"the solver could not be asked: {error.strerror}"), 0
    return ended, limit.units if isinstance(ended, Undecided) else _spent(ended, limit)


def _spent(ended: ProcessOutput, limit: SolverLimit) -> int:
    """The units that a solver reports; if it reports none, all that it had."""
    reported = re.search(r"\(:rlimit (\d+)\)", ended.output)
    return min(int(reported[1]), limit.units) if reported else limit.units


def _read(ended: ProcessOutput, asked: int) -> Result:
    answer, _, rest = ended.output.partition("\n")
    match answer.strip():
        case "unsat":
            # An error before the answer would be on the first line; later ones do not matter.
            return Unsat()
        case "sat":
            pairs = re.findall(r"\(\s*([^\s()]+)\s+(true|false)\s*\)", rest)
            if len(pairs) < asked:
                return Undecided("the solver had no time left to tell its model")
            return Sat({name: value == "true" for name, value in pairs})
        case _:
            return Undecided(why_not(ended))
