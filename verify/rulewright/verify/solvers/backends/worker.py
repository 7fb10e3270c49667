"""A solver's Python package as a process: a script on standard input, its answer on the output."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ..solver import SolverLimit


def command(module: str, limit: SolverLimit) -> tuple[str, ...]:
    """How to start a module whose ``__main__`` calls ``serve``.

    Modules are never looked for in the folder in which the command runs.
    """
    numbers = (limit.units, max(1, int(limit.seconds * 1000)), limit.memory_mb)
    return (sys.executable, "-P", "-m", module, *map(str, numbers))


def serve(run: Callable[[str, int, int, int], str]) -> None:
    """Print the result of ``run`` for a script within the given units, milliseconds and megabytes.

    What it raises is printed as an error of SMT-LIB, which is no answer.
    """
    units, milliseconds, memory_mb = map(int, sys.argv[1:])
    _keep_within(memory_mb)
    try:
        print(run(sys.stdin.buffer.read().decode("utf-8"), units, milliseconds, memory_mb), end="")
        sys.stdout.flush()
    except MemoryError:
        print('(error "out of memory")')
        sys.exit(1)
    except Exception as error:
        print(f'(error "{type(error).__name__}: {error}")')
        sys.exit(1)


def _keep_within(memory_mb: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows; there the solver's own limit has to suffice
        return
    most = memory_mb * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
