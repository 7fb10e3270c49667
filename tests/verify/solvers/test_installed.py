"""Which solvers are found, and that nothing else is run in their name."""

from __future__ import annotations

import shutil
import sys
from importlib import metadata
from pathlib import Path

import pytest
from tests.tiers import slow

from rulewright.verify.solvers import installed
from rulewright.verify.solvers.backends.bitwuzla import bitwuzla
from rulewright.verify.solvers.backends.cvc5 import cvc5
from rulewright.verify.solvers.backends.z3 import Z3, z3
from rulewright.verify.solvers.solver import Sat, Solver, SolverLimit, Unsat

LIMIT = SolverLimit(units=10**9, seconds=60.0)


def missing(name: str) -> str:
    raise metadata.PackageNotFoundError(name)


def test_the_program_of_the_package_comes_first() -> None:
    found = z3()
    assert found.program is not None
    assert Path(found.program).is_relative_to(Path(sys.prefix).resolve())
    assert found.name == f"z3 {metadata.version('z3-solver')}"


@pytest.mark.parametrize("on_the_path", ["/opt/somewhere/z3", None])
def test_then_one_on_the_path_then_the_package(
    on_the_path: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "files", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: on_the_path)
    assert z3() == Z3(on_the_path)
    monkeypatch.setattr(metadata, "files", missing)
    monkeypatch.setattr(metadata, "version", missing)
    assert z3() == Z3(on_the_path)
    assert z3().name == "z3"


def test_what_is_not_installed_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "version", missing)
    assert (cvc5(), bitwuzla(), installed.others()) == (None, None, ())


def test_the_limit_in_units_fits_into_the_solver() -> None:
    limit = SolverLimit(units=10**30, seconds=1.5, memory_mb=100)
    command = Z3("z3").command(limit)
    assert "rlimit=4294967295" in command
    assert "timeout=1500" in command
    assert "memory_max_size=100" in command


@pytest.mark.thorough
@pytest.mark.parametrize(
    "solver",
    [Z3(None), *slow(installed.others())],
    ids=lambda solver: solver.name.split()[0],
)
def test_a_file_in_the_folder_of_a_ruleset_is_no_solver(
    solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("z3", "cvc5", "bitwuzla", "resource", "tempfile", "rulewright", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("print('unsat'); raise SystemExit\n")
    monkeypatch.chdir(tmp_path)
    assert solver.check("(set-logic QF_UFBV)\n(check-sat)\n", LIMIT) == Sat()
    assert solver.check("(set-logic QF_UFBV)\n(assert false)\n(check-sat)\n", LIMIT) == Unsat()
