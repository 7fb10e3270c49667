"""Jobs in processes of their own, and on any executor."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.tiers import slow
from tests.verify.conftest import NIM
from tests.verify.execution.jobs import die, double, sleep, wrong

from rulewright.dsl.instantiate import instantiate
from rulewright.dsl.load import load_text
from rulewright.engines.python.game import PythonGame
from rulewright.verify.effort.schedule import Round, Schedule
from rulewright.verify.execution.pooled import OnExecutor
from rulewright.verify.execution.process import Failed
from rulewright.verify.execution.transfer import packed, unpacked
from rulewright.verify.execution.workers import (
    Job,
    Processes,
    Serial,
    ToolFault,
    Workers,
    all_of,
    each_of,
)
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.portfolio import answer_checks

pytestmark = pytest.mark.thorough
ALWAYS = Budget().start()


def doubles(workers: Workers) -> list[object | None]:
    return all_of([Job(double, (n,)) for n in range(5)], workers, ALWAYS)


@pytest.mark.heavy
def test_results_come_in_the_order_of_the_jobs() -> None:
    for workers in (Serial(), Processes(1), Processes(3)):
        assert doubles(workers) == [0, 2, 4, 6, 8]
    with ThreadPoolExecutor(1) as threads:
        assert doubles(OnExecutor(threads, 2)) == [0, 2, 4, 6, 8]


def test_the_largest_jobs_are_begun_first() -> None:
    jobs = [Job(double, (n,), size=size) for n, size in enumerate((1, 30, 0, 30, 2))]
    begun = [place for place, _ in each_of(jobs, Serial(), ALWAYS)]
    assert begun == [1, 3, 4, 0, 2]
    assert all_of(jobs, Serial(), ALWAYS) == [0, 2, 4, 6, 8]


def test_what_fails_or_dies_has_no_result() -> None:
    workers = Processes(2)
    numbers = [workers.submit(Job(die, ())), workers.submit(Job(wrong, ()))]
    ended = []
    while len(ended) < 2:
        ended += workers.wait(10)
    results = {one.number: one.result for one in ended}
    assert results[numbers[0]] == Failed("its process ended with code -9")
    assert results[numbers[1]] == Failed("ZeroDivisionError: by nothing")


def test_what_is_a_fault_of_the_tool_is_one_everywhere() -> None:
    job = Job(wrong, (), faults=(ZeroDivisionError,))
    for workers in (Processes(1), OnExecutor(ThreadPoolExecutor(1), 1)):
        with pytest.raises(ToolFault, match="by nothing"):
            all_of([job], workers, ALWAYS)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes of POSIX")
def test_a_job_that_is_given_up_is_gone(tmp_path: Path) -> None:
    workers, note = Processes(1), tmp_path / "pid"
    number = workers.submit(Job(sleep, (str(note),), name="long"))
    while not (note.exists() and note.read_text()):
        workers.wait(0.01)
    assert [under.name for under in workers.under_way()] == ["long"]
    workers.end(number)
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)
    assert workers.under_way() == []


@pytest.mark.skipif(sys.platform != "linux", reason="Linux ends the children of one that is killed")
def test_a_job_ends_with_one_who_is_killed_and_can_end_nobody(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = (
        "from tests.verify.execution.jobs import sleep; "
        "from rulewright.verify.execution.workers import Job, Processes; "
        f"workers = Processes(1); workers.submit(Job(sleep, ({str(note)!r},))); workers.wait(None)"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parents[3]) as parent:
        while not (note.exists() and note.read_text()):
            assert parent.poll() is None
            time.sleep(0.01)
        parent.kill()
    status = Path(f"/proc/{note.read_text()}/stat")
    while status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)


def test_the_deadline_holds_for_jobs_that_do_not_end(tmp_path: Path) -> None:
    jobs = [Job(sleep, (str(tmp_path / "pid"),)), Job(double, (4,))]
    assert all_of(jobs, Processes(2), Budget(0.5).start())[0] is None


def test_what_both_sides_have_is_not_sent() -> None:
    shared = ("a long text" * 1000,)
    data = packed({"it": shared[0]}, shared)
    assert len(data) < 100
    result = unpacked(data, shared)
    assert isinstance(result, dict)
    assert result["it"] is shared[0]


@pytest.mark.parametrize("others", [False, *slow([True])])
def test_verdicts_are_the_same_wherever_tasks_are_done(others: bool) -> None:
    game = PythonGame(instantiate(load_text(NIM, "nim.rules", every=False)))
    schedule = Schedule((Round(positions=3), Round(plays=5, moves=9), Round(positions=100)))
    expected = answer_checks(game, Budget(), schedule=schedule)
    assert [answer.holds for answer in expected.answers] == [True, True, False]
    with ProcessPoolExecutor(1) as pool, ThreadPoolExecutor(2) as threads:
        on_others = (OnExecutor(pool, 1), OnExecutor(threads, 2))
        for workers in on_others if others else (Processes(2),):
            found = answer_checks(game, Budget(), schedule=schedule, workers=workers)
            assert [a.verdict.kind for a in found.answers] == ["proved", "reached", "refuted"]
            assert [a.attempts for a in found.answers] == [a.attempts for a in expected.answers]
            assert found.coverage == expected.coverage


def test_a_lost_worker_loses_nothing() -> None:
    class Losing(ThreadPoolExecutor):
        lost = 0

        def submit(self, function, /, *arguments, **named):
            if self.lost < 2:
                self.lost += 1
                return super().submit(wrong, lambda count, what: None)
            return super().submit(function, *arguments, **named)

    assert all_of([Job(double, (4,))], OnExecutor(Losing(1), 1), ALWAYS) == [8]
