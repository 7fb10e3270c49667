"""Bitwuzla (https://bitwuzla.github.io): its Python package, in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from ..solver import Result, SolverLimit
from . import worker
from .process import decide

PACKAGE = "bitwuzla"


@dataclass(frozen=True, slots=True)
class Bitwuzla:
    """Bitwuzla. It does not count its work, so its limit is the clock."""

    version: str

    @property
    def name(self) -> str:
        """What it is called, with its version."""
        return f"bitwuzla {self.version}"

    def check(self, script: str, limit: SolverLimit) -> Result:
        """Whether what the script asserts can be true."""
        return decide(worker.command(__name__, limit), script, limit.seconds)


def bitwuzla() -> Bitwuzla | None:
    """The Bitwuzla that is installed."""
    try:
        return Bitwuzla(metadata.version(PACKAGE))
    except metadata.PackageNotFoundError:
        return None


def _run(script: str, units: int, milliseconds: int, memory_mb: int) -> str:
    import bitwuzla

    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, milliseconds)
    options.set(bitwuzla.Option.MEMORY_LIMIT, memory_mb)
    # It prints the answers itself.
    bitwuzla.Parser(bitwuzla.TermManager(), options).parse(script, parse_file=False)
    return ""


if __name__ == "__main__":
    worker.serve(_run)
