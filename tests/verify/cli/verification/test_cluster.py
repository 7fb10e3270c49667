"""``--cluster``: a scheduler and two workers on the loopback address, one of which is killed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.verify.cli.main import main

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow

Started = tuple[str, list[subprocess.Popen[str]]]


def started(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[0]
    raise AssertionError(f"nobody said {pattern}")


@pytest.fixture
def cluster() -> Iterator[Started]:
    """The address of a scheduler, and its two workers."""
    scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    workers = []
    try:
        address = said(scheduler, r"tcp://127\.0\.0\.1:\d+")
        for _ in range(2):
            words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
            workers.append(started("worker", address, *words))
            said(workers[-1], "Registered to")
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def verdicts(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, str]:
    words = ["circle", "--instance", "small", "--fresh", "--effort", "quick", "--format", "json"]
    main(["verify", *words, *options])
    out = capsys.readouterr().out
    return {c["name"]: c["verdict"] for c in json.loads(out)[0]["checks"]}


def test_the_same_verdicts_though_a_worker_is_killed(
    cluster: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    address, workers = cluster
    expected = verdicts(capsys)
    assert {"proved", "reached", "refuted"} >= set(expected.values())
    kill = f"import time, os; time.sleep(2); os.kill({workers[0].pid}, 9)"
    killer = subprocess.Popen([sys.executable, "-c", kill])
    assert verdicts(capsys, "--cluster", address) == expected
    killer.wait()
    until = time.monotonic() + 20
    while workers[0].poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    assert workers[0].poll() == -9
    assert verdicts(capsys, "--cluster", address) == expected


def test_what_comes_after_the_checks_is_done_there_too(
    cluster: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    """Plays are made shorter, readings are compared, and what nobody asked about is looked for."""
    words = ["verify", "pig", "--instance", "small", "--fresh", "--format", "json"]
    code, alone = main(words), capsys.readouterr().out
    assert (main([*words, "--cluster", cluster[0]]), code) == (0, 0)
    findings = [
        [one["id"] for one in json.loads(out)[0]["findings"]]
        for out in (alone, capsys.readouterr().out)
    ]
    assert findings[0] == findings[1] != []


def test_nobody_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = main(["verify", "tictactoe", "--fresh", "--cluster", "tcp://127.0.0.1:9"])
    assert code == 2
    assert "no cluster answers at tcp://127.0.0.1:9" in capsys.readouterr().err
