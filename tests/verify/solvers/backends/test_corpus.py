"""Every solver that is installed answers what reasoning or trying everything answers."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from tests.verify.solvers.backends.brute_force import satisfiable, script, truth

from rulewright.verify.solvers import installed
from rulewright.verify.solvers.backends.z3 import Z3
from rulewright.verify.solvers.solver import Result, Sat, Solver, SolverLimit, Undecided, Unsat

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.smt2"))
SOLVERS: list[Solver] = [installed.first(), Z3(None), *installed.others()]
"""The first solver twice: its program, and its package in a process of its own."""
LIMIT = SolverLimit(units=2_000_000_000, seconds=60.0)
KINDS: dict[str, type[Result]] = {"sat": Sat, "unsat": Unsat, "undecided": Undecided}

of_every_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda s: s.name.split()[0])


def test_there_are_solvers_and_questions() -> None:
    assert len(SOLVERS) >= 2
    assert len({solver.name for solver in SOLVERS}) >= 1
    assert len(CORPUS) >= 45


def asked(solver: Solver) -> list[Path]:
    """What a solver is asked; a process that loads the package takes long to start."""
    return CORPUS[::6] if solver == Z3(None) else CORPUS


@pytest.mark.parametrize(
    ("solver", "path"),
    [
        pytest.param(
            solver,
            path,
            id=f"{solver.name.split()[0]}{number}-{path.stem}",
            marks=[] if number == 0 else pytest.mark.slow if other else pytest.mark.thorough,
        )
        for number, solver in enumerate(SOLVERS)
        for path, other in zip(asked(solver), cycle([False, *5 * [number > 0]]), strict=False)
    ],
)
def test_the_corpus(path: Path, solver: Solver) -> None:
    text = path.read_text("utf-8")
    expected = text.splitlines()[0].removeprefix("; expected: ")
    assert isinstance(solver.check(text, LIMIT), KINDS[expected])


@cache
def tried(seed: int) -> tuple[str, bool]:
    """A random script and whether it can be true; about every second one can."""
    random = Random(seed)
    formulas = [truth(random, 3) for _ in range(4)]
    return script(formulas), satisfiable(formulas)


@pytest.mark.heavy
@of_every_solver
def test_what_can_be_tried_out(solver: Solver) -> None:
    seen = set()
    for seed in range(8 if solver == SOLVERS[0] else 4):
        text, expected = tried(seed)
        seen.add(expected)
        assert isinstance(solver.check(text, LIMIT), Sat if expected else Unsat), text
    assert seen == {True, False}


def chain(count: int) -> str:
    """A script of so many steps that add one, whose end is asked to be another number."""
    lines = ["(set-logic QF_UFBV)", "(declare-fun x0 () (_ BitVec 8))"]
    for number in range(count):
        lines.append(f"(declare-fun x{number + 1} () (_ BitVec 8))")
        lines.append(f"(assert (= x{number + 1} (bvadd x{number} #x01)))")
    lines.append(f"(assert (not (= x{count} (bvadd x0 (_ bv{count % 256} 8)))))")
    return "\n".join([*lines, "(check-sat)"])


@pytest.mark.thorough
@of_every_solver
def test_many_constraints(solver: Solver) -> None:
    assert isinstance(solver.check(chain(2000), LIMIT), Unsat)


@pytest.mark.thorough
@of_every_solver
def test_a_long_comment(solver: Solver) -> None:
    text = f"(set-logic QF_UFBV)\n; {'(assert true) ' * 100_000}\n(assert false)\n(check-sat)\n"
    assert isinstance(solver.check(text, LIMIT), Unsat)


@pytest.mark.thorough
@of_every_solver
def test_deep_nesting_is_no_answer_or_the_right_one(solver: Solver) -> None:
    depth = 50_000
    nested = "(not " * depth + "a" + ")" * depth
    text = (
        f"(set-logic QF_UFBV)\n(declare-fun a () Bool)\n(assert {nested})\n(assert a)\n(check-sat)"
    )
    assert not isinstance(solver.check(text, LIMIT), Unsat)


PRIME = """(set-logic QF_UFBV)
(declare-fun a () (_ BitVec 80))
(declare-fun b () (_ BitVec 80))
(assert (= (bvmul a b) (_ bv1152921515344265237 80)))
(assert (bvugt a (_ bv1 80)))
(assert (bvugt b (_ bv1 80)))
(assert (bvult a (_ bv1099511627776 80)))
(assert (bvult b (_ bv1099511627776 80)))
(check-sat)
"""
"""The factors of 1073741827 * 1073741831 among numbers of forty bits: no solver soon finds them."""


@pytest.mark.thorough
@of_every_solver
def test_time_ends_it(solver: Solver) -> None:
    assert isinstance(solver.check(PRIME, SolverLimit(10**12, 0.1)), Undecided)
    assert isinstance(solver.check("(check-sat)", SolverLimit(10**12, 0.0)), Undecided)


@pytest.mark.heavy
@pytest.mark.parametrize("solver", [s for s in SOLVERS if isinstance(s, Z3)], ids=repr)
def test_units_end_it_long_before_the_time(solver: Solver) -> None:
    found = solver.check(PRIME, SolverLimit(200_000, 1000.0))
    assert isinstance(found, Undecided)
    assert "units" in found.why


@pytest.mark.thorough
@of_every_solver
def test_memory_ends_it(solver: Solver) -> None:
    limit = SolverLimit(10**12, 60.0, memory_mb=16)
    assert isinstance(solver.check(chain(5000), limit), Undecided)
