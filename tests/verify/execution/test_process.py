"""Work in another process: its result, its failure, its crash, and its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.verify.execution.process import Failed, Finished, isolated

LONG = 60.0


def double(number: int) -> int:
    return 2 * number


def fail(number: int) -> int:
    raise LookupError("nothing there")


def crash(number: int) -> int:
    os._exit(3)


def hang(number: int) -> int:
    while True:
        pass


def hang_with_a_child(path: str) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    Path(path).write_text(str(child.pid))
    child.wait()


def test_a_result_comes_back() -> None:
    assert isolated(double, (21,), LONG) == Finished(42)


def test_an_exception_is_a_failure() -> None:
    assert isolated(fail, (1,), LONG) == Failed("the prover failed: LookupError: nothing there")


def test_a_crash_is_a_failure() -> None:
    assert isolated(crash, (1,), LONG) == Failed("the prover's process ended with code 3")


@pytest.mark.thorough
def test_what_never_ends_is_ended() -> None:
    assert isolated(hang, (1,), 0.2) == Failed("the time was up")


@pytest.mark.thorough
def test_nothing_that_it_started_is_left(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    result = isolated(hang_with_a_child, (str(path),), 3.0)
    assert result == Failed("the time was up")
    state = Path(f"/proc/{path.read_text()}/stat")
    # Gone, or dead and waiting to be collected by the process that takes in orphans.
    assert not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] == "Z"
