"""Proofs from cut point to cut point, against complete search by the interpreter of the IR."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from tests import ir_strategies as programs
from tests.ir_build import SOLO, eq, num, pick, program, scratch, state, var
from tests.shipped import shipped
from tests.tiers import drawn
from tests.verify.proof.test_answers import LITTLE, QUESTIONS, SLOW, at_fault, depths, hit, nearest

from rulewright.dsl.ir.code import (
    YES,
    At,
    Block,
    Branch,
    Compare,
    Const,
    Goto,
    Local,
    Not,
    Stop,
    Store,
    Var,
    When,
)
from rulewright.dsl.ir.program import Choice, Decision, Fault, Program
from rulewright.dsl.ir.types import Int, bounds, is_scalar
from rulewright.verify.proof.effort import QUICK, ProofEffort
from rulewright.verify.proof.obligations import StatePredicate, Target, target_of
from rulewright.verify.proof.over_cone import ProofFound
from rulewright.verify.proof.strategy import NoProof, prove_by_cutpoints


@pytest.mark.thorough
@pytest.mark.parametrize(("of", "target"), QUESTIONS)
def test_what_is_kept_is_true(of: Program, target: Target) -> None:
    if isinstance(prove_by_cutpoints(of, target, QUICK), ProofFound):
        assert nearest(of, target) is None


def questions(of: Program) -> Iterator[Target]:
    yield at_fault(of)
    for node in range(len(of.nodes)):
        yield StatePredicate(At((node,)))
    for v in of.variables:
        if is_scalar(v.type):
            lo, hi = bounds(v.type)
            for value in sorted({lo, hi}):
                yield StatePredicate(Compare("==", Var(v.name, v.type), Const(value, v.type)))


@pytest.mark.thorough
@given(programs.games())
@settings(deadline=None, max_examples=drawn(10), suppress_health_check=SLOW)
def test_nothing_wrong_is_kept_in_random_games(of: Program) -> None:
    try:
        reached = depths(of, most=300)
    except AssertionError:
        return
    for target in questions(of):
        if any(hit(of, target, position) for position in reached):
            assert isinstance(prove_by_cutpoints(of, target, QUICK), NoProof)


def test_what_is_not_followed_may_change_between_two_looks() -> None:
    """``m`` is no part of the question; after the store the same condition is another one."""
    n, m = state("n", Int(0, 1), 0), state("m", Int(0, 1), 0)
    by = scratch("by", Int(1, 1))
    is_0 = eq(var(m), num(0))
    inner = When(Not(is_0), (Store("n", None, num(1), None),), ())
    of = program(
        "looks",
        (n, m, by),
        (
            Block("play", (), Stop(0)),
            Block("step", (When(is_0, (Store("m", None, num(1), None), inner), ()),), Goto(0)),
        ),
        (
            Decision(
                "next",
                Const(0, SOLO),
                (Choice("step", (pick(Local("k", Int(1, 1)), by),), YES, 1),),
            ),
        ),
    )
    assert isinstance(prove_by_cutpoints(of, StatePredicate(eq(var(n), num(1))), QUICK), NoProof)


def ask(of: Program, check: str, effort: ProofEffort = QUICK) -> ProofFound | NoProof:
    target = next(target_of(c) for c in of.checks if c.name == check)
    assert target is not None
    return prove_by_cutpoints(of, target, effort)


@pytest.mark.thorough
def test_the_ice_stays_in_one_piece_on_the_full_board() -> None:
    assert isinstance(ask(shipped("arktia", "box"), "one_piece"), ProofFound)


@pytest.mark.thorough
def test_without_its_rule_the_ice_need_not() -> None:
    assert isinstance(ask(shipped("arktia", "small_islands"), "one_piece", LITTLE), NoProof)


@pytest.mark.thorough
def test_nobody_has_a_fourth_trait_and_pawns_are_conserved() -> None:
    of = shipped("petite-mort", "small")
    assert isinstance(ask(of, "at_most_three"), ProofFound)
    assert isinstance(ask(of, "pawns_conserved"), ProofFound)


def test_a_fault_that_the_rules_lead_to_is_not_overlooked() -> None:
    """A block may end at a fault without any store that goes wrong."""
    n = state("n", Int(0, 1), 0)
    blocks = (
        Block("play", (), Stop(0)),
        Block("on", (), Branch(eq(var(n), num(1)), 2, 3)),
        Block("unsaid", (), Stop(1)),
        Block("next", (Store("n", None, num(1), None),), Goto(0)),
    )
    choice = Choice("on", (), YES, 1)
    nodes = (Decision("next", Const(0, SOLO), (choice,)), Fault("nothing is said"))
    of = program("unsaid", (n,), blocks, nodes)
    assert isinstance(prove_by_cutpoints(of, StatePredicate(At((1,))), QUICK), NoProof)
    never = program("never", (n,), (blocks[0], Block("on", (), Goto(3)), *blocks[2:]), nodes)
    assert isinstance(prove_by_cutpoints(never, StatePredicate(At((1,))), QUICK), ProofFound)


@pytest.mark.thorough
def test_every_torch_of_the_full_box_is_somewhere() -> None:
    assert isinstance(ask(shipped("run-run-run", "box"), "torches_conserved"), ProofFound)
