"""Proofs from cut point to cut point, of small programs and of the games as sold."""

from __future__ import annotations

import pytest
from tests.ir_build import SOLO, eq, num, pick, program, scratch, state, var
from tests.shipped import shipped
from tests.tiers import judges
from tests.verify.kernel.certified import program as ruleset_program
from tests.verify.proof.efforts import QUICK
from tests.verify.proof.test_answers import LITTLE, certified, proved

from rulewright.dsl.ir.code import (
    YES,
    At,
    Block,
    Branch,
    Const,
    Goto,
    Local,
    Not,
    Stop,
    Store,
    When,
)
from rulewright.dsl.ir.program import Choice, Decision, Fault, Program
from rulewright.dsl.ir.types import Int
from rulewright.verify.effort.proving import ProofEffort
from rulewright.verify.proof.cuts import after_loops
from rulewright.verify.proof.obligations import StatePredicate


@pytest.mark.heavy
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
    assert not proved(of, StatePredicate(eq(var(n), num(1))))


def ask(of: Program, check: str, effort: ProofEffort = QUICK) -> bool:
    number = next(i for i, c in enumerate(of.checks) if c.name == check)
    return certified(of, number, effort) is not None


@pytest.mark.slow
def test_the_ice_stays_in_one_piece_on_the_full_board() -> None:
    assert ask(shipped("arktia", "box"), "one_piece")


@pytest.mark.heavy
def test_without_its_rule_the_ice_need_not() -> None:
    assert not ask(shipped("arktia", "small_islands"), "one_piece", LITTLE)


@pytest.mark.heavy
@pytest.mark.parametrize("check", ["at_most_three", *judges(["pawns_conserved"])])
def test_nobody_has_a_fourth_trait_and_pawns_are_conserved(check: str) -> None:
    assert ask(shipped("petite-mort", "small"), check)


@pytest.mark.thorough
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
    assert not proved(of, StatePredicate(At((1,))))
    never = program("never", (n,), (blocks[0], Block("on", (), Goto(3)), *blocks[2:]), nodes)
    assert proved(never, StatePredicate(At((1,))))


@pytest.mark.slow
def test_every_torch_of_the_full_box_is_somewhere() -> None:
    assert ask(shipped("run-run-run", "box"), "torches_conserved")


def test_plays_are_also_cut_where_a_loop_is_left_in_which_somebody_decides() -> None:
    """Only where sets are gone through: there the rest of the way is costly."""
    body = "choose p\n        go\n          n := 1"
    of = ruleset_program(
        f"repeat 2 times\n  turns for p in Player\n    {body}\n"
        "  for s in those s in Place with most held[s]\n    held[s] := 1\nwin {A}"
    )
    assert [of.blocks[b].name for b in after_loops(of)] == ["play: after p"]
    plain = ruleset_program(
        f"repeat 2 times\n  turns for p in Player\n    {body}\n  m := 1\nwin {{A}}"
    )
    assert after_loops(plain) == frozenset()
