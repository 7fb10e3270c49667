"""``verify --crosscheck`` and ``--proofs``: another solver confirms, is silent, or is at odds."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.tiers import slow
from tests.verify.conftest import CLAUSES
from tests.verify.solvers.fakes import Fake

from rulewright.verify.cli.main import main
from rulewright.verify.solvers import installed
from rulewright.verify.solvers.solver import Sat, Solver, SolverLimit, Undecided, Unsat

pytestmark = pytest.mark.usefixtures("only_asked")

WALKING = """\
ruleset walking "Walking"
  clauses "clauses.md"
  players Ann
  state at: 0..9 = 0
  state bad: Bool = no

  play by [turn]
    repeat
      choose Ann
        step when at < 5 by [turn]
          at := at + 1
        leap when at = 5 by [turn]
          at := 0
        slip when at > 5 by [end]
          bad := yes

  check never_six "Is five | the most; (really)?": always at <= 5 by [heap]
  check never_bad: never bad
  check back: reachable at = 5
"""

Output = pytest.CaptureFixture[str]
ARGUMENTS = ("--states", "2", "--effort", "quick", "--crosscheck")
"""The search is kept from answering, so that the answers rest on certificates."""


@pytest.fixture
def walking(tmp_path: Path) -> Path:
    path = tmp_path / "walking.rules"
    path.write_text(WALKING)
    (tmp_path / "clauses.md").write_text(CLAUSES)
    return path


def others(patch: pytest.MonkeyPatch, *solvers: Solver) -> None:
    patch.setattr(installed, "others", lambda: solvers)


def run(capsys: Output, *arguments: object) -> tuple[int, str, str]:
    code = main([str(a) for a in ("verify", *arguments)])
    found = capsys.readouterr()
    return code, found.out, found.err


@pytest.mark.heavy
def test_another_solver_confirms_every_question(walking: Path, capsys: Output) -> None:
    names = "|".join(re.escape(solver.name) for solver in installed.others())
    code, out, _ = run(capsys, walking, *ARGUMENTS, "--check", "never_bad")
    assert code == 0
    assert "proved" in out
    told = re.search(rf"Cross-check: (\d+) of (\d+) questions? confirmed by ({names})\n", out)
    assert told
    assert told[1] == told[2]
    assert int(told[1]) > 0


@pytest.mark.heavy
def test_what_it_leaves_open_is_told_and_changes_no_answer(
    walking: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    others(monkeypatch, Fake("silent 1", [Undecided("the question is too hard")]))
    code, out, _ = run(capsys, walking, *ARGUMENTS, "--check", "never_bad")
    assert code == 0
    assert re.search(r"Cross-check: 0 of \d+ questions? confirmed\n", out)
    assert "(silent 1: the question is too hard)" in out


@pytest.mark.heavy
def test_a_disagreement_is_a_fault(
    walking: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    others(monkeypatch, Fake("liar 2", [Sat()]))
    code, out, err = run(capsys, walking, *ARGUMENTS)
    assert code == 4
    assert "proved" not in out
    assert "liar 2 finds a model" in err
    assert "(walking standard, check never_" in err
    kept = re.search(r"The script is kept in (.*)\n", err)
    assert kept
    script = Path(kept[1]).read_text("utf-8")
    assert "; game: walking standard\n" in script
    assert script.rstrip().endswith("(check-sat)")
    assert isinstance(installed.first().check(script, SolverLimit.steady(10.0)), Unsat)


@pytest.mark.thorough
@pytest.mark.parametrize("says", slow([[Unsat(), Sat()], [Undecided("hm"), Sat()]]))
def test_one_disagreement_is_enough(
    says: Sequence[Unsat | Sat | Undecided],
    walking: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others(monkeypatch, Fake("liar 2", says))
    some = ("--check", "never_six", "--check", "never_bad", "--format", "json")
    assert run(capsys, walking, *ARGUMENTS, *some)[:2] == (4, "")


def test_without_a_second_solver(
    walking: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    others(monkeypatch)
    code, out, err = run(capsys, walking, *ARGUMENTS)
    assert (code, out) == (2, "")
    assert "pip install 'rulewright[crosscheck]'" in err


@pytest.mark.slow
def test_as_json(walking: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    others(monkeypatch, Fake("fake 1"))
    some = ("--check", "never_bad", "--format", "json")
    code, out, _ = run(capsys, walking, *ARGUMENTS, *some)
    assert code == 0
    (report,) = json.loads(out)
    assert report["crosscheck"]["asked"] == report["crosscheck"]["confirmed"]["fake 1"] > 0
    assert report["crosscheck"]["undecided"] == []


@pytest.mark.thorough
def test_answers_by_search_rest_on_no_solver(
    walking: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    others(monkeypatch, Fake("liar 2", [Sat()]))
    code, out, _ = run(capsys, walking, "--crosscheck")
    assert code == 0
    assert "Cross-check: no answer rests on a solver." in out


@pytest.mark.heavy
def test_questions_as_files_that_any_solver_reads(
    walking: Path, tmp_path: Path, capsys: Output
) -> None:
    folder = tmp_path / "proofs"
    code, _, err = run(capsys, walking, *ARGUMENTS[:-1], "--proofs", folder)
    files = sorted(folder.iterdir())
    assert code == 0
    assert f"{len(files)} questions written to {folder}" in err
    assert {re.sub(r"_\d{3}\.smt2", "", path.name) for path in files} == {
        "walking_standard_never_bad",
        "walking_standard_never_six",
    }
    assert "; check: never_six: Is five | the most; (really)?\n; clauses: heap\n" in "".join(
        path.read_text("utf-8") for path in files
    )
    for path in files:
        text = path.read_text("utf-8")
        for solver in (installed.first(), *installed.others()):
            assert isinstance(solver.check(text, SolverLimit.steady(20.0)), Unsat)


@pytest.mark.slow
def test_foreign_files_are_left_alone(walking: Path, tmp_path: Path, capsys: Output) -> None:
    mine = tmp_path / "walking_standard_never_six_009.smt2"
    mine.write_text("(check-sat)")
    code, _, err = run(capsys, walking, *ARGUMENTS[:-1], "--proofs", tmp_path)
    assert code == 2
    assert "was not written by --proofs" in err
    assert mine.read_text() == "(check-sat)"
    assert [path.name for path in tmp_path.glob("*.smt2")] == [mine.name]


def test_neither_goes_with_each_reading(walking: Path, tmp_path: Path, capsys: Output) -> None:
    for option in (["--crosscheck"], ["--proofs", tmp_path]):
        code, _, err = run(capsys, walking, "--each-reading", *option)
        assert code == 2
        assert f"{option[0]} does not go with --each-reading" in err
