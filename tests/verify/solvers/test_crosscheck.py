"""A second solver confirms, is silent, or is at odds with the first."""

from __future__ import annotations

import pytest
from tests.verify.solvers.fakes import Asked, Fake

from rulewright.verify.limits import Budget
from rulewright.verify.solvers import installed
from rulewright.verify.solvers.crosscheck import CrossCheck, Disagreement, cross_check
from rulewright.verify.solvers.solver import Sat, SolverLimit, Undecided, Unsat

LIMIT = SolverLimit(units=10**9, seconds=60.0)
FOREVER = Budget().start()
QUESTIONS = [Asked(f"question {n}", script=f"; {n}") for n in range(4)]


def test_each_question_is_asked_as_it_is() -> None:
    fake = Fake("fake 1")
    found = cross_check(QUESTIONS, [fake], LIMIT, FOREVER)
    assert found == CrossCheck({"fake 1": 4})
    assert found.asked == 4
    assert fake.heard == [(question.script, LIMIT) for question in QUESTIONS]


def test_what_is_not_decided_is_counted_and_told() -> None:
    fake = Fake("fake 1", [Unsat(), Undecided("too hard")])
    found = cross_check(QUESTIONS, [fake], LIMIT, FOREVER)
    assert found.confirmed == {"fake 1": 2}
    assert found.undecided == (
        ("question 1", "fake 1: too hard"), ("question 3", "fake 1: too hard"),
    )  # fmt: skip
    assert found.asked == 4


@pytest.mark.thorough
def test_another_solver_is_asked_what_one_leaves_open() -> None:
    one, other = Fake("one", [Unsat(), Undecided("hm")]), Fake("other")
    found = cross_check(QUESTIONS, [one, other], LIMIT, FOREVER)
    assert found == CrossCheck({"one": 2, "other": 2})
    assert [script for script, _ in other.heard] == ["; 1", "; 3"]


@pytest.mark.parametrize("before", [[], [Fake("silent", [Undecided("hm")])]])
def test_a_model_is_a_disagreement(before: list[Fake]) -> None:
    liar = Fake("liar 2", [Unsat(), Unsat(), Sat()])
    with pytest.raises(Disagreement, match="liar 2 finds a model") as found:
        cross_check(QUESTIONS, [*before, liar], LIMIT, FOREVER)
    assert found.value.question is QUESTIONS[2]
    assert len(liar.heard) == 3


@pytest.mark.thorough
@pytest.mark.parametrize("solver", installed.others(), ids=lambda s: s.name.split()[0])
def test_a_real_solver_denies_what_has_a_model(solver: Fake) -> None:
    script = "(set-logic QF_UFBV)\n(declare-fun a () Bool)\n(assert a)\n(check-sat)\n"
    right = cross_check([Asked("right")], [solver], LIMIT, FOREVER)
    assert right == CrossCheck({solver.name: 1})
    with pytest.raises(Disagreement):
        cross_check([Asked("right"), Asked("wrong", script)], [solver], LIMIT, FOREVER)


def test_nothing_is_confirmed_when_the_time_is_over() -> None:
    fake = Fake("fake 1")
    now = iter(range(100))
    deadline = Budget(seconds=2.5).start(lambda: float(next(now)))
    found = cross_check(QUESTIONS, [fake], LIMIT, deadline)
    assert found.confirmed == {"fake 1": 2}
    assert found.undecided == (
        ("question 2", "no time was left"), ("question 3", "no time was left"),
    )  # fmt: skip


def test_counts_are_added() -> None:
    one = CrossCheck({"a": 1}, (("q", "why"),))
    assert one + CrossCheck({"a": 2, "b": 1}) == CrossCheck({"a": 3, "b": 1}, (("q", "why"),))
