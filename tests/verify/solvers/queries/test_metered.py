"""Whether a script has no model: the two ways of asking, and the units that they may take."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from rulewright.verify.effort.proving import PROVING
from rulewright.verify.solvers.backends.z3 import BY_SAT, PLAIN
from rulewright.verify.solvers.queries.metered import Meter, MeteredSolver, OutOfUnits
from rulewright.verify.solvers.queries.term_solver import TermSolver
from rulewright.verify.solvers.solver import Result, Sat, SolverLimit, Undecided, Unsat

UNITS = 1000
BY_SAT_UNITS = int(UNITS * PROVING.by_sat)
SCRIPT = "(declare-const a Bool)\n(assert a)\n(check-sat)\n"


@dataclass
class Scripted(TermSolver):
    """Gives one answer by SAT and one as it thinks best, and takes so many units for each."""

    by_sat: Result
    plain: Result
    units: int
    asked: list[tuple[str, int]] = field(default_factory=list)

    def read(self, text: str, limit: SolverLimit, asked: int = 0) -> tuple[Result, int]:
        way = "by SAT" if BY_SAT in text else "plain"
        assert text.count(BY_SAT) + text.count(PLAIN) == 1
        self.asked.append((way, limit.units))
        answer = self.by_sat if way == "by SAT" else self.plain
        return answer, limit.units if isinstance(answer, Undecided) else self.units


def asking(by_sat: Result, plain: Result, units: int = 10) -> tuple[MeteredSolver, Scripted, Meter]:
    solver, meter = Scripted(by_sat, plain, units), Meter(UNITS, lambda: None)
    return MeteredSolver(meter, UNITS, solver), solver, meter


@pytest.mark.parametrize("answer", [Sat(), Unsat()])
def test_an_answer_by_sat_is_the_answer(answer: Result) -> None:
    metered, solver, meter = asking(answer, Undecided("never asked"))
    assert metered.excludes(SCRIPT) == isinstance(answer, Unsat)
    assert solver.asked == [("by SAT", BY_SAT_UNITS)]
    assert meter.left == UNITS - 10


@pytest.mark.parametrize("answer", [Sat(), Unsat()])
def test_what_is_not_decided_by_sat_is_asked_as_the_solver_thinks_best(answer: Result) -> None:
    metered, solver, meter = asking(Undecided("units"), answer)
    assert metered.excludes(SCRIPT) == isinstance(answer, Unsat)
    assert solver.asked == [("by SAT", BY_SAT_UNITS), ("plain", UNITS - BY_SAT_UNITS)]
    assert meter.left == UNITS - BY_SAT_UNITS - 10


def test_what_neither_way_decides_takes_all_units_and_is_no_answer() -> None:
    metered, _, _ = asking(Undecided("units"), Undecided("units"))
    with pytest.raises(OutOfUnits):
        metered.excludes(SCRIPT)


@pytest.mark.parametrize(("by_sat", "way"), [(False, "plain"), (True, "by SAT")])
def test_models_are_asked_for_in_one_way_for_all_parts(by_sat: bool, way: str) -> None:
    metered, solver, _ = asking(Sat(), Sat())
    asked = metered.by_sat() if by_sat else metered
    for one in (asked, asked.part(0.5), asked.at_most(7)):
        assert one.model(SCRIPT, 0) == Sat()
    assert [how for how, _ in solver.asked] == [way] * 3


def test_what_a_part_of_a_part_takes_is_taken_from_the_whole() -> None:
    metered, _, meter = asking(Sat(), Sat())
    half = metered.part(0.5)
    half.part(0.5).model(SCRIPT, 0)
    assert half.meter.left == UNITS // 2 - 10
    assert meter.left == UNITS - 10
