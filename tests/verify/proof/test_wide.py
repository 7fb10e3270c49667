"""What looks at very many elements is left open first, and nothing is assumed that is not needed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.verify.kernel.certified import accepted, certificate, program
from tests.verify.proof.efforts import QUICK

from rulewright.dsl.ir.program import Program
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.proof.attempts import CertificateAttempts
from rulewright.verify.proof.guess import guess
from rulewright.verify.proof.inductive_subset import inductive_subset
from rulewright.verify.proof.wide import pairs_of_places, read_by_wide_looks
from rulewright.verify.solvers.backends.z3 import BY_SAT
from rulewright.verify.solvers.queries.metered import Meter, MeteredSolver
from rulewright.verify.solvers.queries.term_solver import TermSolver
from rulewright.verify.solvers.solver import Result, SolverLimit, Undecided
from rulewright.verify.symbolic.analysis.analysis import Analysis

BOARD = """
board ice = hex(wide)
shape wide = picture("# # #/ # # #/# # #")
state row: Tile -> list of Player up to 2 = []
"""
TRIPLES = "some t, u, v in Tile: row[t] is [] and row[u] is [] and row[v] is []"
PLAY = f"""\
repeat
  choose A
    go(s: Tile) when size(row[s]) < 2 and n <= 3
      row[s] := row[s] ++ [A]
      if {TRIPLES}: n := 3
    stay when not ({TRIPLES})
      if n > 3: bad := yes
"""


@pytest.fixture(scope="module")
def of() -> Program:
    return program(PLAY, "c: always n <= 3", parts=BOARD)


def test_triples_of_places_are_more_than_pairs(of: Program) -> None:
    assert pairs_of_places(of) == 81
    analysis = Analysis(of)
    assert read_by_wide_looks(analysis, 200) == (frozenset({"row"}),)
    assert read_by_wide_looks(analysis, 9**3) == ()


@pytest.mark.heavy
def test_a_proof_that_does_not_rest_on_it_leaves_it_open() -> None:
    of = program(PLAY, "c: never bad", parts=BOARD)
    found = guess(of, 0, QUICK)
    assert isinstance(found, Certificate)
    assert found.widest == 200
    assert accepted(of, found)


class OnlyBySat(TermSolver):
    """Decides nothing by its default strategy."""

    def read(self, text: str, limit: SolverLimit, asked: int = 0) -> tuple[Result, int]:
        if BY_SAT in text:
            return super().read(text, limit, asked)
        return Undecided("units"), limit.units


@pytest.mark.heavy
def test_what_the_solver_does_not_decide_is_asked_by_sat() -> None:
    of = program(PLAY, "c: never bad", parts=BOARD)
    found = guess(of, 0, QUICK)
    assert isinstance(found, Certificate)
    solver = MeteredSolver(Meter(10**8, lambda: None), 10**7, OnlyBySat())
    assert CertificateAttempts(Analysis(of), 0, solver).narrow(found) == found


class Counted(MeteredSolver):
    """Counts how many truth values were asked for in each question."""

    asked: list[int]

    def model(self, script: str, asked: int) -> Result:
        self.asked.append(asked)
        return super().model(script, asked)


@pytest.mark.thorough
def test_what_needs_no_other_claim_is_shown_without_one() -> None:
    play = "repeat\n  choose A\n    go\n      if n < 2: n := n + 1\n      if m < 2: m := m + 1"
    of = program(play, "c: always n <= 2", "d: always n <= 3 or m <= 5")
    counted = Counted(Meter(10**8, lambda: None), 10**7)
    counted.asked = []
    made = certificate(of, ["d"])
    assert inductive_subset(of, 0, made, counted, lambda: None) == replace(made, claims=())
    assert set(counted.asked) == {1}, "only whether the answer is broken"
