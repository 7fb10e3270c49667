"""Evaluations that would not end for years are ended, in Python and in C, and nothing else is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeVar

import pytest
from tests import tiers
from tests.engines.engines import NEEDS_COMPILER

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.native.game import NativeGame
from rulewright.engines.python.game import PythonGame
from rulewright.verify.cli.main import main
from rulewright.verify.execution.interruption import called_in_time, ending_in_time
from rulewright.verify.explicit.searcher import NativeSearcher, PythonSearcher, SearchRequest
from rulewright.verify.limits import Budget, OutOfTime
from rulewright.verify.portfolio.portfolio import answer_checks
from rulewright.verify.results.verdict import Refuted, Unknown
from rulewright.verify.simulation.simulate import simulate
from rulewright.verify.stategraph.count import perft
from rulewright.verify.stategraph.graph import OUT_OF_TIME, LimitReached

YEARS = "some u, v, w, x, y, z in (0..63): u + v + w + x + y + z = 400 + s"
DOUBLING = "\n".join(
    ["  let a0 = s", *(f"  let a{n} = if a{n - 1} > 3 then a{n - 1} - 1 else a{n - 1} + 1" for n in range(1, 61))]
)  # fmt: skip
HEAD = """\
ruleset slow "Slow"
  clauses "clauses.md"
  players Ann
  state s: 0..63 = 0
  state far: Bool = no
"""
PLAY = """\
  play by [a]
    repeat
      turns for p in Player
        choose p
          go when s < 60 by [a]
            s += 1
          slow when s = 3, HARD by [a]
            far := yes
"""
CHECKS = """\
  check two: never s = 2
  check long: never far
  check ends: every play ends
  instance box: standard
"""
AT_FOURTH = HEAD + PLAY.replace("HARD", YEARS) + CHECKS
"""After three moves nobody knows what is allowed."""
DOUBLED = HEAD + DOUBLING + "\n" + PLAY.replace("HARD", "a60 > 5") + CHECKS
AT_ONCE = HEAD + PLAY.replace("    repeat\n", f"    if {YEARS}\n      far := yes\n    repeat\n", 1).replace(
    "slow when s = 3, HARD", "slow"
) + CHECKS  # fmt: skip
"""Nobody knows how it begins."""
IN_CHECK = HEAD + PLAY.replace("slow when s = 3, HARD", "slow") + CHECKS.replace(
    "never far", f"never s = 3 and {YEARS.replace('400', '900')}"
)  # fmt: skip
SLOW = {"option": AT_FOURTH, "doubled": DOUBLED, "beginning": AT_ONCE, "check": IN_CHECK}
pytestmark = pytest.mark.thorough

SHORT = 0.3

T = TypeVar("T")


def game(text: str) -> PythonGame:
    return PythonGame(instantiate(load_text(text, "slow.rules", every=False)))


@pytest.fixture
def slow(tmp_path: Path) -> Callable[[str], str]:
    """A ruleset in a file, with its clauses."""

    def write(name: str) -> str:
        (tmp_path / "clauses.md").write_text("- **[a]** Somebody decides.\n")
        (tmp_path / f"{name}.rules").write_text(SLOW[name])
        return str(tmp_path / f"{name}.rules")

    return write


def test_generated_code_is_ended_and_works_afterwards() -> None:
    playing = game(AT_ONCE)
    with pytest.raises(OutOfTime), ending_in_time(Budget(SHORT).start()):
        playing.new()
    quick = game(AT_FOURTH)
    assert len(quick.legal(quick.new())) == 1


def test_making_a_program_is_ended() -> None:
    with pytest.raises(OutOfTime), ending_in_time(Budget(SHORT).start()):
        _ = [game(AT_FOURTH) for _ in range(10_000)]


def test_waiting_for_a_compiler_is_ended_and_so_is_what_it_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """This would not return while something keeps the compiler's output open."""
    compiler = tmp_path / "cc"
    text = 'case "$1" in --version) exit 0;; esac; sleep 3600 & wait'
    compiler.write_text(f"#!/bin/sh\n{text}\n")
    compiler.chmod(0o700)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    program = game(AT_FOURTH).program
    with pytest.raises(OutOfTime), ending_in_time(Budget(SHORT).start()):
        NativeGame(program)


def test_nothing_else_is_ended() -> None:
    """Work of our own goes on until it looks at the clock itself."""
    deadline = Budget(0.0).start()
    with ending_in_time(deadline):
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            pass
    assert deadline.passed()


def test_an_outer_deadline_holds_after_an_inner_one() -> None:
    playing = game(AT_ONCE)
    with ending_in_time(Budget(2 * SHORT).start()):
        with pytest.raises(OutOfTime), ending_in_time(Budget(SHORT).start()):
            playing.new()
        with pytest.raises(OutOfTime):
            playing.new()
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_a_call_that_does_not_end_is_given_up() -> None:
    assert called_in_time(lambda: 7, Budget().start()) == 7
    over = threading.Event()
    with pytest.raises(OutOfTime):
        called_in_time(over.wait, Budget(0.0).start())
    over.set()
    with pytest.raises(ZeroDivisionError):
        called_in_time(lambda: 1 // 0, Budget().start())


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["doubled", *tiers.slow(["option", "check"])])
def test_what_was_found_before_stays(name: str) -> None:
    """Three moves are searched; what comes after them is open, and never a verdict."""
    report = answer_checks(game(SLOW[name]), Budget(0.5), plays=0)
    answers = {a.check.name: a.verdict for a in report.answers}
    assert report.coverage is not None
    assert report.coverage.stopped == OUT_OF_TIME
    assert report.coverage.states >= 3
    assert isinstance(answers["two"], Refuted)
    assert len(answers["two"].witness) == 2
    assert answers["long"].kind in ("bounded", "unknown")
    if name != "check":  # There, play goes round before that.
        assert answers["ends"].kind in ("bounded", "unknown")


@pytest.mark.heavy
def test_a_beginning_that_is_not_found() -> None:
    report = answer_checks(game(AT_ONCE), Budget(0.5), plays=0)
    assert report.coverage is not None
    assert (report.coverage.states, report.coverage.depth) == (0, 0)
    assert all(isinstance(a.verdict, Unknown) for a in report.answers)
    assert perft(game(AT_ONCE), 3, Budget(SHORT).start()) == ()


@pytest.mark.heavy
@NEEDS_COMPILER
@pytest.mark.parametrize("name", ["option", *tiers.slow(["beginning", "check"])])
def test_in_c(name: str) -> None:
    """What C knew is lost where it does not come back; nothing is said that is not known."""
    stop, states, hits = in_a_process_of_its_own(searched_in_c, name)
    assert stop == OUT_OF_TIME
    assert states <= 1
    assert hits == 0


def searched_in_c(name: str) -> tuple[LimitReached | None, int, int]:
    """Why a search stopped, how many states it saw, and how many questions it answered."""
    found = NativeSearcher().ask(SearchRequest(game(SLOW[name]), Budget(1.0), frozenset({0, 1})))
    return found.graph.stopped, len(found.graph.states), len(found.observed.hits)


def in_a_process_of_its_own(work: Callable[[str], T], name: str) -> T:
    """What comes of work that leaves a call into C behind, which runs as long as its process."""
    results = multiprocessing.get_context("fork").SimpleQueue()
    process = multiprocessing.get_context("fork").Process(
        target=lambda: results.put(work(name)), daemon=True
    )
    process.start()
    process.join(60)
    process.kill()
    assert process.exitcode == 0
    result: T = results.get()
    return result


@pytest.mark.heavy
def test_plays_that_do_not_end_are_not_counted() -> None:
    for jobs in (1, 2):
        sample = simulate(game(AT_FOURTH), 50, 0, 100, Budget(SHORT).start(), jobs=jobs)
        assert sample.plays == 0


def test_whole_turns() -> None:
    found, _ = PythonSearcher().turns(SearchRequest(game(AT_FOURTH), Budget(SHORT)))
    assert found.stopped == OUT_OF_TIME


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("verify", "option"),
        ("explore", "check"),
        *tiers.slow([("simulate", "option")]),
        *tiers.slow(("verify", name) for name in ("beginning", "doubled", "check")),
        *tiers.slow([("explore", "option")]),
        *tiers.slow(
            (command, name)
            for command in ("explore", "simulate")
            for name in SLOW
            if (command, name) not in {("explore", "check"), (command, "option")}
        ),
    ],
)
def test_commands_end_with_code_3(
    slow: Callable[[str], str], capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    """The only clock in this file: a minute of real time for a second of budget."""
    begun = time.monotonic()
    words = [
        command,
        slow(name),
        "--budget",
        "1",
        *(["--games", "1000000"] if command == "simulate" else []),
    ]
    code = main(words)
    out, err = capsys.readouterr()
    assert code == {("verify", "beginning"): 3, ("explore", "check"): 0}.get(
        (command, name), 1 if command == "verify" else 3
    ), out + err
    assert not err
    assert time.monotonic() - begun < 60


def test_interrupted_before_anything_is_loaded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(words: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.verify.cli.main.parser", interrupted)
    assert main(["verify"]) == 130
    assert capsys.readouterr() == ("", "rulewright: interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("engine", "number"),
    [
        ("python", signal.SIGINT),
        *tiers.slow(
            [
                ("native", signal.SIGTERM),
                ("python", signal.SIGTERM),
                ("native", signal.SIGINT),
            ]
        ),
    ],
)
def test_interrupted(
    slow: Callable[[str], str], tmp_path: Path, number: signal.Signals, engine: str
) -> None:
    """No traceback, no half of a file, and no process is left."""
    words = ["verify", slow("option"), "--engine", engine, "--traces", str(tmp_path / "traces")]
    program = (
        "import sys, threading; from rulewright.verify.cli.main import main; "
        "threading.Timer(1, lambda: print(file=sys.stderr, flush=True)).start(); "
        f"sys.exit(main({words!r}))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    process.stderr.readline()
    process.send_signal(number)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 128 + number
    # What is known is told if there was time to begin.
    assert err.startswith("rulewright: interrupted")
    assert ("3 answers open" in out) == ("what was not found" in err)
    assert not (tmp_path / "traces").exists()
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
