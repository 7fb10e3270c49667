"""cvc5 (https://cvc5.github.io): its Python package, in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from ..solver import Result, SolverLimit
from . import worker
from .process import decide

PACKAGE = "cvc5"


@dataclass(frozen=True, slots=True)
class Cvc5:
    """cvc5, limited by its ``rlimit-per``."""

    version: str

    @property
    def name(self) -> str:
        """What it is called, with its version."""
        return f"cvc5 {self.version}"

    def check(self, script: str, limit: SolverLimit) -> Result:
        """Whether what the script asserts can be true."""
        return decide(worker.command(__name__, limit), script, limit.seconds)


def cvc5() -> Cvc5 | None:
    """The cvc5 that is installed."""
    try:
        return Cvc5(metadata.version(PACKAGE))
    except metadata.PackageNotFoundError:
        return None


def _run(script: str, units: int, milliseconds: int, memory_mb: int) -> str:
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(units))
    solver.setOption("tlimit-per", str(milliseconds))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "script")
    symbols = parser.getSymbolManager()
    printed = ""
    while not (command := parser.nextCommand()).isNull():
        printed += command.invoke(solver, symbols)
    return printed


if __name__ == "__main__":
    worker.serve(_run)
