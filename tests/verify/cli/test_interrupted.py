"""Who is interrupted, or ended by the system, tells what is known; nothing is left half done."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.verify.cli.command import Output, run

from rulewright.verify.answers.format import read
from rulewright.verify.cli.exits import Exit
from rulewright.verify.cli.main import main
from rulewright.verify.cli.verification import answering, watch
from rulewright.verify.execution.workers import Processes
from rulewright.verify.findings.summary.taken import budget_over
from rulewright.verify.findings.unasked import look
from rulewright.verify.portfolio.agenda import Agenda

RULES = """\
ruleset heap "Heap"
  clauses "clauses.md"
  players Ann, Bob
  state left: 0..5 = 5
  play by [a]
    repeat
      turns for p in Player
        choose p
          one when left > 0
            left -= 1
          two when left > 1
            left -= 2
        if left = 0
          win p
  check one: reachable left = 1
  check four: reachable left = 4
  check end: every play ends
"""
SIGNALS = pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
    ids=lambda x: x.name if isinstance(x, signal.Signals) else None,
)
pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    (tmp_path / "clauses.md").write_text("- **[a]** They take.\n")
    path = tmp_path / "heap.rules"
    path.write_text(RULES)
    return path


def signalled(number: signal.Signals, times: int = 1) -> Callable[..., None]:
    def end(*arguments: object) -> None:
        for _ in range(times):
            os.kill(os.getpid(), number)

    return end


@pytest.mark.thorough
@SIGNALS
def test_all_that_is_known_is_told_and_kept(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
) -> None:
    """Interrupted when every check has its answer, and something else is looked for."""
    monkeypatch.setattr(look, "look", signalled(number))
    exit_code, out, err = run(capsys, "verify", str(heap), "--update")
    assert exit_code == code
    assert out.startswith("Heap: 2 to know")
    assert "3 of 3 answers as expected" in out
    assert err.endswith("rulewright: interrupted; what was not found by then is open\n")
    assert set(read(heap.with_suffix(".answers").read_bytes()).games["variant standard"].answers) == {
        "one", "four", "end",
    }  # fmt: skip


@pytest.mark.thorough
@SIGNALS
def test_a_number_of_a_finding_is_none_until_all_are_known(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
) -> None:
    assert run(capsys, "show", str(heap), "F1")[0] == Exit.AS_EXPECTED
    monkeypatch.setattr(look, "look", signalled(number))
    exit_code, out, err = run(capsys, "show", str(heap), "F1")
    assert (exit_code, out) == (code, "")
    said = " ".join(err.split())
    assert (
        "it was interrupted before all findings of heap were known, and F1 may be another" in said
    )
    assert "ask for the finding by its name" in said
    exit_code, out, err = run(capsys, "show", str(heap), "dead_rule.one")
    assert (exit_code, out) == (code, "")
    assert "and dead_rule.one was not among them; ask again" in " ".join(err.split())


@pytest.mark.thorough
def test_a_budget_that_is_over_is_no_reason_to_say_that_there_is_no_finding(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering.Answering, "taken", lambda *_: budget_over(7.0))
    for name in ("F9", "dead_rule.one"):
        exit_code, out, err = run(capsys, "show", str(heap), name, "--budget", "7")
        assert (exit_code, out) == (Exit.UNDECIDED, "")
        assert "the 7 s of --budget were over before all findings" in " ".join(err.split())


@pytest.mark.thorough
def test_why_answers_are_open_then(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Processes, "wait", signalled(signal.SIGTERM))
    assert "Why open: it was interrupted; ask again\n" in run(capsys, "verify", str(heap))[1]


@pytest.mark.thorough
@SIGNALS
def test_while_kept_answers_are_checked_again(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
) -> None:
    """Nothing is said that was not checked now; what is kept is not lost, and nothing is said to have changed."""
    run(capsys, "verify", str(heap), "--update")
    kept = heap.with_suffix(".answers").read_bytes()
    monkeypatch.setattr(answering.Processes, "wait", signalled(number))
    exit_code, out, err = run(capsys, "verify", str(heap), "--update")
    assert exit_code == code
    assert "3 answers open" in out
    assert "Changed" not in out
    assert "interrupted" in err
    assert heap.with_suffix(".answers").read_bytes() == kept
    exit_code, _, _ = run(capsys, "verify", str(heap), "--update", "--fresh")
    assert exit_code == code
    assert heap.with_suffix(".answers").read_bytes() == kept


@pytest.mark.thorough
def test_what_the_system_says_twice_is_said_once(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `timeout` does: to the process, and to the group that it leads."""
    monkeypatch.setattr(look, "look", signalled(signal.SIGTERM, times=2))
    exit_code, out, _ = run(capsys, "verify", str(heap))
    assert exit_code == 143
    assert "3 of 3 answers as expected" in out


@pytest.mark.thorough
def test_under_each_reading(heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = """\
  reading final "Who takes the last one?" by [a]
    wins: "wins" default
    loses: "loses"
  play"""
    heap.write_text(
        RULES.replace("  play", reading, 1).replace("if left = 0", "if left = 0 and final is wins")
    )
    monkeypatch.setattr(Processes, "wait", signalled(signal.SIGTERM))
    exit_code, out, _ = run(capsys, "verify", str(heap), "--each-reading")
    assert exit_code == 143
    assert out.startswith("one: open under 2 of 2 readings")


@pytest.mark.thorough
def test_watching_ends_when_the_system_says_so(
    heap: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look, "look", signalled(signal.SIGTERM))
    assert main(["verify", str(heap), "--watch"]) == 143
    out, err = capsys.readouterr()
    assert "3 of 3 answers as expected" in out
    assert "waiting for a file" not in err

    def wait(seconds: float) -> None:
        raise AssertionError("nobody waits")

    from rulewright.verify.cli.terminal.console import this_console

    for code in (Exit.TERMINATED, Exit.HUNG_UP):
        again = lambda code=code: code  # noqa: E731
        assert watch.watched(again, [str(heap)], this_console(), wait) is code


@pytest.mark.slow
def test_what_was_not_looked_for_to_the_end_is_told_as_that(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule is edited, and what was kept does not hold: it may well be shown in another way."""
    run(capsys, "verify", str(heap), "--update", "--states", "3")
    heap.write_text(RULES.replace("one when left > 0", "one when left > 5"))
    monkeypatch.setattr(Agenda, "begin", signalled(signal.SIGTERM))
    exit_code, out, _ = run(capsys, "verify", str(heap))
    assert exit_code == 143
    changed = " ".join(out.partition("\n\n")[0].split())
    assert changed.count("Changed.") == changed.count("is now open (cut short); between") > 0


@pytest.mark.thorough
def test_rulesets_that_were_not_begun_are_named_and_stay_as_they_were_kept(
    heap: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [heap.with_name(f"{name}.rules") for name in ("second", "third")]
    for other in others:
        other.write_text(RULES.replace("ruleset heap", f"ruleset {other.stem}"))
    assert main(["verify", str(others[0]), "--update"]) == 0
    answers = others[0].with_suffix(".answers")
    before = answers.read_bytes()
    monkeypatch.setattr(Processes, "wait", signalled(signal.SIGTERM))
    capsys.readouterr()
    code, out, err = run(capsys, "verify", heap, *others, "--update")
    assert code == 143
    assert answers.read_bytes() == before
    assert out.count("Why open: it was interrupted") == 1
    assert "rulewright: not begun: second and third\n" in err
