"""A solver that lies about its limits, crashes, hangs, floods or mumbles has decided nothing."""

from __future__ import annotations

import errno
import gc
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from rulewright.verify.effort.encoding import SOLVING
from rulewright.verify.solvers.backends.process import SolverProcess, decide
from rulewright.verify.solvers.queries.term_solver import TermSolver
from rulewright.verify.solvers.solver import Sat, SolverLimit, Undecided, Unsat

SCRIPT = "(check-sat)\n"
HANGING = 60.0
"""Seconds after which what should end at once is said to hang."""


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-S", "-c", code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("print('unsat')", Unsat()),
        ("print('sat')", Sat()),
        ("import sys; sys.stdin.read(); print('unsat')", Unsat()),
        ("import sys; print('whatever', file=sys.stderr); print('unsat')", Unsat()),
    ],
)
def test_an_answer_is_a_word(code: str, expected: object) -> None:
    assert decide(python(code), SCRIPT, 60.0) == expected


@pytest.mark.parametrize(
    "code",
    [
        "pass",
        "print()",
        "print('unknown')",
        "print('timeout')",
        "print('UNSAT')",
        "print(' unsat')",
        "print('unsat.')",
        "print('unsatisfiable')",
        "print('\"unsat\"')",
        "print(';unsat')",
        "print('unsat', end='')",
        "print('unsat sat')",
        "print('unsat'); print('sat')",
        "print('unsat'); print('unsat')",
        "print('unsat'); print('(error \"line 3: wrong\")')",
        "print('(error \"line 3: wrong\")'); print('unsat')",
        "print('success'); print('unsat')",
        "print(); print('unsat')",
        "print('unsat'); import sys; sys.exit(1)",
        "print('sat'); import sys; sys.exit(1)",
        "print('sat'); print('unsat')",
        "print('unsat', flush=True); import os; os.abort()",
        "print('unsat', flush=True); import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        "import os; os.write(1, b'\\xff\\xfeunsat\\n')",
        "import os; os.write(1, b'unsat\\x00\\n')",
        "import os; os.write(1, b'unsat\\xe2\\x80\\xa8')",
        "import os; os.abort()",
        "raise SystemExit(3)",
        "import sys; print('unsat', file=sys.stderr)",
        "not python",
    ],
)
def test_anything_else_is_none(code: str) -> None:
    assert isinstance(decide(python(code), SCRIPT, 60.0), Undecided)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(600)",
        "print('unsat', flush=True); import time; time.sleep(600)",
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)",
        "import sys, time; sys.stdout.close(); time.sleep(600)",
        "while True: pass",
    ],
)
def test_one_that_does_not_end_is_ended(code: str) -> None:
    found = decide(python(code), SCRIPT, 0.1)
    assert found == Undecided("the solver did not end within 0.1 s")


@pytest.mark.thorough
def test_a_flood_is_stopped() -> None:
    flood = python("import os\nwhile True: os.write(1, b'unsat\\n' * 100000)")
    assert decide(flood, SCRIPT, 600.0) == Undecided("the solver printed too much")
    short_flood = python(
        f"import os\nfor _ in range({SOLVING.output // 2**20 + 1}): os.write(1, b' ' * 2**20)"
    )
    assert isinstance(decide(short_flood, SCRIPT, 600.0), Undecided)


def test_one_that_cannot_be_started() -> None:
    for command in ("no-such-solver", "/", str(Path(__file__))):
        found = decide((command,), SCRIPT, 60.0)
        assert isinstance(found, Undecided)
        assert "could not be started" in found.why


def test_a_script_that_is_no_text() -> None:
    assert isinstance(decide(python("print('unsat')"), "; \ud800", 60.0), Undecided)


def test_without_time_none_is_asked() -> None:
    assert isinstance(decide(python("print('unsat')"), SCRIPT, 0.0), Undecided)
    assert isinstance(decide(python("print('unsat')"), SCRIPT, -1.0), Undecided)


def test_what_the_solver_says_is_told_in_one_line_of_plain_characters() -> None:
    found = decide(python("print('a\\x1b[31mb\\u202ec' * 100)"), SCRIPT, 60.0)
    assert isinstance(found, Undecided)
    assert found.why.isprintable()
    assert len(found.why) < 300


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.thorough
def test_nothing_is_left_after_an_interruption(tmp_path: Path) -> None:
    noted, files = tmp_path / "pid", tmp_path / "files"
    files.mkdir()
    fake = (
        "import os, signal, sys, time; signal.signal(signal.SIGINT, signal.SIG_IGN);"
        "open(sys.argv[1] + '.new', 'w').write(str(os.getpid()));"
        "os.rename(sys.argv[1] + '.new', sys.argv[1]); time.sleep(600)"
    )
    asking = (
        "import sys; from rulewright.verify.solvers.backends.process import decide;"
        f"decide((sys.executable, '-S', '-c', {fake!r}, {str(noted)!r}), '', 600.0)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", asking],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(files)},
    ) as process:
        while not noted.exists():
            assert process.poll() is None
            time.sleep(0.01)
        solver = int(noted.read_text("ascii"))
        assert alive(solver)
        assert not list(files.iterdir())  # nothing that a killed process would leave behind
        process.send_signal(signal.SIGINT)
        process.wait(HANGING)
    assert not alive(solver)


class Interrupted(BaseException):
    """What the handler of a signal raises."""


@pytest.mark.thorough
def test_who_is_interrupted_while_looking_can_still_end_it() -> None:
    chance = random.Random(1)

    def interrupt(*_: object) -> NoReturn:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # what is raised where it collects is lost
    try:
        with SolverProcess(python("import time; time.sleep(600)"), SCRIPT) as process:
            for _ in range(500):
                with suppress(Interrupted):
                    signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-5, 6e-4))
                    while True:
                        assert process.ended() is None
            signal.setitimer(signal.ITIMER_REAL, HANGING)  # a lock left taken: it would never end
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()


def test_a_steady_limit_is_one_of_work_and_not_of_time() -> None:
    limit = SolverLimit.steady(2.0)
    assert limit.units == 2 * SOLVING.units_per_second
    assert limit.seconds >= 2.0 * limit.units / SOLVING.units_per_second


def test_a_full_disk_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    asked = TermSolver().measured([], SolverLimit.of(1_000))[0]
    assert asked == Undecided("the solver could not be asked: No space left on device")
