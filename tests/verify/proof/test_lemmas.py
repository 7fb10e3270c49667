"""Checks from which a question follows, and proofs that rest on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from tests.ir_build import num, var
from tests.tiers import drawn
from tests.verify.kernel.certified import program
from tests.verify.proof.claims.test_sums import EFFORT, HAND, amount, claims, games, moving
from tests.verify.proof.efforts import QUICK
from tests.verify.proof.test_answers import certified, depths, hit

from rulewright.dsl.ir.code import Arith, At, Compare, Expr, Not
from rulewright.dsl.ir.program import Check, Program
from rulewright.dsl.ir.types import Int
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.proof.entailment import in_any_position
from rulewright.verify.proof.guess import NoGuess, guess
from rulewright.verify.proof.obligations import StatePredicate
from rulewright.verify.solvers.queries.metered import Meter, MeteredSolver

BOTH = Arith("+", amount(num(0)), amount(num(1)), Int(0, 4))


def at_most(number: Expr, most: int) -> Expr:
    return Compare("<=", number, num(most))


def always(name: str, property_: Expr) -> Check:
    return Check(name, "always", property_, None, "")


def never(name: str, property_: Expr) -> Check:
    return Check(name, "never", property_, None, "")


FIRST = always("first", at_most(amount(num(0)), 1))
SECOND = never("second", Not(at_most(amount(num(1)), 1)))
HELD = always("held", at_most(var(HAND), 2))


def found(checks: tuple[Check, ...], goal: Expr) -> set[str] | None:
    """The checks from which it follows that something is always so, if all of them are proved."""
    of = replace(moving(1), checks=(always("goal", goal), *checks))
    asked = MeteredSolver(Meter(QUICK.units, lambda: None), QUICK.question)
    known = [Certificate(check.name) for check in checks]
    made = in_any_position(of, 0, known, asked, lambda: None)
    return None if made is None else {lemma.check for lemma in made.lemmas}


@pytest.mark.thorough
def test_checks_that_say_together_what_is_asked() -> None:
    checks = (FIRST, SECOND, HELD)
    assert found(checks, at_most(BOTH, 2)) == {"first", "second"}


@pytest.mark.thorough
def test_checks_that_say_less_are_none() -> None:
    assert found((FIRST, SECOND, HELD), at_most(BOTH, 1)) is None
    assert found((FIRST, HELD), at_most(BOTH, 2)) is None


def test_what_holds_in_any_position_needs_no_check() -> None:
    """Each heap holds two at most, by its type."""
    assert found((FIRST, SECOND, HELD), at_most(BOTH, 4)) == set()
    assert found((), at_most(BOTH, 4)) == set()
    assert found((), at_most(BOTH, 3)) is None


@pytest.mark.heavy
def test_asked_again_only_what_may_rest_on_other_proofs_is_tried() -> None:
    """All else was tried before, with as much effort."""
    rises = "n := 0\nrepeat until n = 5\n  choose A\n    go\n      n := n + 1\ndraw"
    of = program(rises, "few: always n <= 5", "some: always n <= 7", "c: every play ends")
    few = guess(of, 0, QUICK)
    assert isinstance(few, Certificate)
    assert isinstance(guess(of, 2, QUICK, known=[few]), Certificate)
    assert isinstance(guess(of, 2, QUICK, known=[few], again=True), NoGuess)
    assert isinstance(guess(of, 1, QUICK, known=[few], again=True), Certificate)
    assert guess(of, 1, QUICK, known=[few], again=True) == guess(of, 1, QUICK, known=[few])


def test_what_is_about_no_variable_is_no_lemma() -> None:
    assert found((always("where", At((0,))),), at_most(BOTH, 2)) is None


@pytest.mark.thorough
@given(games(), claims(), st.lists(claims(), min_size=1, max_size=3))
@settings(deadline=None, max_examples=drawn(10, few=1), suppress_health_check=list(HealthCheck))
def test_nothing_is_proved_by_lemmas_that_do_not_hold(
    of: Program, claim: Expr, others: list[Expr]
) -> None:
    """Each check is among the others' lemmas, if it is proved itself."""
    checks = (never("claim", claim), *(never(f"c{i}", e) for i, e in enumerate(others)))
    told = replace(of, checks=checks)
    known: list[Certificate] = []
    for number in reversed(range(len(checks))):
        made = certified(told, number, EFFORT, known)
        known += [] if made is None else [made]
    reached = any(hit(of, StatePredicate(claim), position) for position in depths(of))
    answer = any(lemma.check == "claim" for lemma in known)
    event(f"reached: {reached}, proved: {answer}")
    assert not (reached and answer)
