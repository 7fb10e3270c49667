"""Checks from which a question follows, and proofs that rest on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from tests.ir_build import num, var
from tests.tiers import drawn
from tests.verify.proof.test_answers import depths, hit
from tests.verify.proof.test_linear_tracking import HAND, amount, claims, games, moving

from rulewright.dsl.ir.code import Arith, At, Compare, Expr, Not
from rulewright.dsl.ir.program import Check, Program
from rulewright.dsl.ir.types import Int
from rulewright.verify.proof.effort import QUICK
from rulewright.verify.proof.invariants import ExpressionInvariant
from rulewright.verify.proof.lemmas import lemmas
from rulewright.verify.proof.obligations import StatePredicate
from rulewright.verify.proof.strategy import NoProof, prove_by_cutpoints
from rulewright.verify.solvers.metered import Meter, MeteredSolver
from rulewright.verify.symbolic.dependencies import Analysis

BOTH = Arith("+", amount(num(0)), amount(num(1)), Int(0, 4))


def at_most(number: Expr, most: int) -> Expr:
    return Compare("<=", number, num(most))


def always(name: str, property_: Expr, *, expected: bool = True) -> Check:
    return Check(name, "always", property_, None, "", expected=expected)


def never(name: str, property_: Expr) -> Check:
    return Check(name, "never", property_, None, "")


FIRST = always("first", at_most(amount(num(0)), 1))
SECOND = never("second", Not(at_most(amount(num(1)), 1)))
HELD = always("held", at_most(var(HAND), 2))


def found(checks: tuple[Check, ...], goal: Expr, without: str = "") -> set[str] | None:
    of = replace(moving(1), checks=checks)
    goals = (ExpressionInvariant(goal, True, ""),)
    asked = MeteredSolver(Meter(QUICK.units, lambda: None), QUICK.question)
    found_ = lemmas(Analysis(of), goals, asked, frozenset((without,)))
    return None if found_ is None else {check.name for check in found_}


def test_checks_that_say_together_what_is_asked() -> None:
    checks = (FIRST, SECOND, HELD)
    assert found(checks, at_most(BOTH, 2)) == {"first", "second"}


def test_checks_that_say_less_are_none() -> None:
    assert found((FIRST, SECOND, HELD), at_most(BOTH, 1)) is None
    assert found((FIRST, HELD), at_most(BOTH, 2)) is None


def test_what_holds_in_any_position_needs_no_check() -> None:
    """Each heap holds two at most, by its type."""
    assert found((FIRST, SECOND, HELD), at_most(BOTH, 4)) == set()
    assert found((), at_most(BOTH, 4)) == set()
    assert found((), at_most(BOTH, 3)) is None


def test_a_check_does_not_rest_on_what_rests_on_it() -> None:
    assert found((FIRST, SECOND), at_most(BOTH, 2), without="first") is None


@pytest.mark.parametrize(
    "check",
    [
        always("wrong", at_most(BOTH, 1), expected=False),
        Check("kind", "reachable", at_most(BOTH, 1), None, ""),
        always("where", At((0,))),
    ],
    ids=lambda check: check.name,
)
def test_what_is_no_lemma(check: Check) -> None:
    """What is expected to fail, another kind, and what is about no variable."""
    assert found((check,), at_most(BOTH, 2)) is None


@pytest.mark.thorough
@given(games(), claims(), st.lists(claims(), min_size=1, max_size=3))
@settings(deadline=None, max_examples=drawn(30), suppress_health_check=list(HealthCheck))
def test_nothing_is_proved_by_lemmas_that_do_not_hold(
    of: Program, claim: Expr, others: list[Expr]
) -> None:
    """Each check is among the others' lemmas, be it true or not."""
    checks = (always(f"c{i}", Not(e)) for i, e in enumerate((claim, *others)))
    target, with_checks = StatePredicate(claim), replace(of, checks=tuple(checks))
    reached = any(hit(of, target, position) for position in depths(of))
    answer = prove_by_cutpoints(with_checks, target, QUICK)
    event(f"reached: {reached}, {type(answer).__name__}")
    if reached:
        assert isinstance(answer, NoProof)
