"""Z3 (https://github.com/Z3Prover/z3): its program, or its Python package if there is none."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from ...limits import Budget
from ..solver import Result, SolverLimit, Undecided
from . import worker
from .process import decide

PACKAGE = "z3-solver"
MOST_UNITS = 2**32 - 1
"""The largest number that Z3 takes as a limit."""
PLAIN = "(check-sat)"
BY_SAT = (
    "(check-sat-using (then simplify propagate-values solve-eqs simplify"
    " (using-params ackermannize_bv :div0_ackermann_limit 100000)"
    " simplify bit-blast simplify sat))"
)
"""Two ways of asking; what takes one of them minutes often takes the other seconds. For the second, each
application of a function becomes a variable (Ackermann, "Solvable cases of the decision problem", 1954):
this takes a third of the time for most questions of proofs. It gives up if there would be too many
variables."""


def asked_by(script: str, way: str) -> str:
    """The same script, with its last question asked in one of the two ways."""
    return way.join(script.rsplit(PLAIN, 1))


@dataclass(frozen=True, slots=True)
class Z3:
    """Z3, limited by its ``rlimit``. ``program``: its path, None for the Python package."""

    program: str | None

    @property
    def name(self) -> str:
        """What it is called, with its version."""
        try:
            return f"z3 {metadata.version(PACKAGE)}"
        except metadata.PackageNotFoundError:
            return "z3"

    def check(self, script: str, limit: SolverLimit) -> Result:
        """Whether what the script asserts can be true: asked by SAT, and if that gives up or is not decided
        within the limit, again by Z3's default strategy, within the same limit."""
        deadline = Budget(limit.seconds).start()
        result = self._asked(script, BY_SAT, limit)
        if not isinstance(result, Undecided):
            return result
        return self._asked(script, PLAIN, replace(limit, seconds=deadline.left() or 0.0))

    def _asked(self, script: str, way: str, limit: SolverLimit) -> Result:
        return decide(self.command(limit), asked_by(script, way), limit.seconds)

    def command(self, limit: SolverLimit) -> tuple[str, ...]:
        """How to start it so that it reads a script from its standard input."""
        if self.program is None:
            return worker.command(__name__, limit)
        milliseconds = max(1, int(limit.seconds * 1000))
        return (
            self.program, "-in", "-smt2", f"rlimit={min(limit.units, MOST_UNITS)}",
            f"timeout={milliseconds}", f"memory_max_size={limit.memory_mb}",
        )  # fmt: skip


def z3() -> Z3:
    """The Z3 of this machine: the program in the package, else one on the path."""
    try:
        files = metadata.files(PACKAGE) or ()
    except metadata.PackageNotFoundError:
        files = ()
    for file in files:
        if file.name in {"z3", "z3.exe"}:
            path = Path(str(file.locate())).resolve()
            if path.is_file():
                return Z3(str(path))
    return Z3(shutil.which("z3"))


def _run(script: str, units: int, milliseconds: int, memory_mb: int) -> str:
    import z3

    z3.set_param("rlimit", min(units, MOST_UNITS))
    z3.set_param("timeout", milliseconds)
    z3.set_param("memory_max_size", memory_mb)
    return str(z3.Z3_eval_smtlib2_string(z3.main_ctx().ref(), script))


if __name__ == "__main__":
    worker.serve(_run)
