"""Z3 is asked by SAT first, and as it thinks best where that gives up."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulewright.verify.solvers.backends.z3 import BY_SAT, PLAIN, Z3, z3
from rulewright.verify.solvers.solver import Result, Sat, SolverLimit, Undecided, Unsat

LIMIT = SolverLimit(units=50_000_000, seconds=60.0)

PIGEONS = "\n".join(
    [
        "(set-logic QF_UFBV)",
        "(declare-fun hole ((_ BitVec 5)) (_ BitVec 5))",
        *(f"(declare-fun p{i} () (_ BitVec 5))" for i in range(7)),
        *(f"(assert (bvult (hole p{i}) #b00110))" for i in range(7)),
        *(f"(assert (not (= (hole p{i}) (hole p{j}))))" for i in range(7) for j in range(i)),
    ]
)
"""Seven things are all in different ones of six places, as a function of anything says: they are not."""


def stand_in(folder: Path, by_sat: str, plain: str) -> Z3:
    """What says one thing if it is asked by SAT and another one if it is not; it notes what it is asked."""
    program = folder / "z3"
    program.write_text(
        f"#!{sys.executable} -S\n"
        "import sys\n"
        "text = sys.stdin.read()\n"
        f"open({str(folder / 'heard')!r}, 'a').write(text + '|')\n"
        f"print({by_sat!r} if {BY_SAT!r} in text else {plain!r})\n",
        "utf-8",
    )
    program.chmod(0o700)
    return Z3(str(program))


@pytest.mark.parametrize(
    ("by_sat", "plain", "answer", "ways"),
    [
        ("unsat", "sat", Unsat(), [BY_SAT]),
        ("sat", "unsat", Sat(), [BY_SAT]),
        ("unknown", "unsat", Unsat(), [BY_SAT, PLAIN]),
        ("timeout", "sat", Sat(), [BY_SAT, PLAIN]),
        ("(error)", "unsat", Unsat(), [BY_SAT, PLAIN]),
    ],
)
def test_what_one_way_does_not_decide_the_other_is_asked(
    tmp_path: Path, by_sat: str, plain: str, answer: Result, ways: list[str]
) -> None:
    script = f"(assert true)\n{PLAIN}\n"
    assert stand_in(tmp_path, by_sat, plain).check(script, LIMIT) == answer
    heard = (tmp_path / "heard").read_text("utf-8").split("|")[:-1]
    assert heard == [f"(assert true)\n{way}\n" for way in ways]


def test_what_neither_way_decides_is_undecided(tmp_path: Path) -> None:
    found = stand_in(tmp_path, "unknown", "unknown").check(f"{PLAIN}\n", LIMIT)
    assert isinstance(found, Undecided)


def test_who_asks_nothing_is_told_nothing() -> None:
    assert isinstance(z3().check("(assert false)\n", LIMIT), Undecided)


@pytest.mark.thorough
def test_units_end_it_both_ways() -> None:
    assert isinstance(z3().check(f"{PIGEONS}\n{PLAIN}\n", SolverLimit(2_000, 60.0)), Undecided)
