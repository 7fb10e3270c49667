"""Proofs and witnesses against what complete search by the interpreter of the IR finds."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from tests import ir_examples as examples
from tests import ir_strategies as programs
from tests.ir_build import SOLO, eq, num, pick, program, scratch, state, var
from tests.reference_eval import Position, Reference, evaluate
from tests.tiers import drawn, every, slow
from tests.verify.proof.efforts import QUICK
from tests.verify.proof.systems import depletion, draining, mislaid, recycling

from rulewright.dsl.ir.code import (
    YES,
    Arith,
    At,
    Block,
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
from rulewright.dsl.ir.positions import unanswered
from rulewright.dsl.ir.program import Check, Choice, Decision, Program
from rulewright.dsl.ir.types import Int, bounds, is_scalar
from rulewright.engines.game import Action
from rulewright.verify.effort.proving import ProofEffort
from rulewright.verify.kernel.certificate import Certificate
from rulewright.verify.kernel.check import Accepted
from rulewright.verify.limits import Budget
from rulewright.verify.portfolio.methods.proof import accept
from rulewright.verify.proof.bmc import Nowhere, Proposal, Search
from rulewright.verify.proof.guess import NoGuess, guess
from rulewright.verify.proof.inductive_subset import inductive_subset
from rulewright.verify.proof.obligations import (
    Deadlock,
    ProofTarget,
    StatePredicate,
    target_of,
)
from rulewright.verify.solvers.queries.metered import Meter, MeteredSolver, OutOfUnits
from rulewright.verify.solvers.queries.term_solver import TermSolver
from rulewright.verify.solvers.solver import SolverLimit, Undecided
from rulewright.verify.solvers.terms.terms import TermBuilder

SECONDS = 60.0
UNITS = 150_000_000
SHORTLY = SolverLimit(1_000_000, 0.2)
LITTLE = ProofEffort(units=200_000, question=10_000)
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


def at_fault(program: Program) -> StatePredicate:
    """Any fault."""
    return StatePredicate(At(tuple(i for i, n in enumerate(program.nodes) if unanswered(n))))


def depths(of: Program, most: int = 3000) -> dict[Position, int]:
    """The fewest decisions to every reachable state."""
    game = Reference(of)
    found = {game.new(): 0}
    waiting = list(found)
    for position in waiting:
        for action in game.legal(position):
            after, _ = game.step(position, action)
            if after not in found:
                found[after] = found[position] + 1
                waiting.append(after)
        assert len(found) <= most
    return found


def hit(of: Program, target: ProofTarget, position: Position) -> bool:
    """Whether a state is a target, by the interpreter."""
    game = Reference(of)
    if isinstance(target, Deadlock):
        return isinstance(of.nodes[position.node], Decision) and not game.legal(position)
    assert isinstance(target, StatePredicate)
    return bool(evaluate(target.property, game.scope(position)))


def nearest(of: Program, target: ProofTarget, most: int = 3000) -> int | None:
    """The fewest decisions to a target; None if none can be reached."""
    return min((d for p, d in depths(of, most).items() if hit(of, target, p)), default=None)


def targets(of: Program) -> Iterator[tuple[str, ProofTarget]]:
    for check in of.checks:
        target = target_of(check)
        if isinstance(target, StatePredicate):
            yield check.name, target
    yield "stuck", Deadlock()
    for node in range(len(of.nodes)):
        yield f"node {node}", StatePredicate(At((node,)))


SMALL = [p for p in examples.EXAMPLES if p.instance.ruleset != "tictactoe"]
SYSTEMS = (*SMALL, depletion(3, 2), depletion(2, 4), draining(5), recycling(), mislaid())
QUESTIONS = [(p, target) for p in SYSTEMS for _, target in targets(p)]
NAMES = [f"{p.instance.ruleset}-{name}" for p in SYSTEMS for name, _ in targets(p)]


def replayed(of: Program, actions: tuple[Action, ...]) -> Position:
    game = Reference(of)
    position = game.new()
    for action in actions:
        position, _ = game.step(position, action)
    return position


@pytest.mark.thorough
@pytest.mark.parametrize(("of", "target"), every(4, QUESTIONS, judging=True), ids=NAMES)
def test_bounded_search_finds_the_shortest_play(of: Program, target: ProofTarget) -> None:
    expected = nearest(of, target)
    limit = 4 if expected is None else expected
    if limit > 7:
        limit = 5
    found = Search(of, target, UNITS, limit=limit).run()
    if expected is not None and expected <= limit:
        assert isinstance(found, Proposal)
        assert len(found.actions) == expected
        assert hit(of, target, replayed(of, found.actions))
    else:
        assert isinstance(found, Nowhere)
        assert found.decisions == limit or found.whole


def asking(of: Program, target: ProofTarget) -> Program:
    """The program with one check more, the first: that a target is never reached."""
    kind: Literal["acts", "never"] = "acts" if isinstance(target, Deadlock) else "never"
    asked = target.property if isinstance(target, StatePredicate) else YES
    return replace(of, checks=(Check("it", kind, asked, None, ""), *of.checks))


def proved(
    of: Program,
    target: ProofTarget,
    effort: ProofEffort = QUICK,
    known: Sequence[Certificate] = (),
) -> bool:
    """Whether a certificate is found that shows that a target is never reached."""
    return certified(asking(of, target), 0, effort, known) is not None


def certified(
    of: Program, number: int, effort: ProofEffort, known: Sequence[Certificate] = ()
) -> Certificate | None:
    """The certificate for a check that is found and accepted, if there is one."""
    found = guess(of, number, effort, known=known)
    if isinstance(found, NoGuess):
        return None
    answer = accept(of, number, found, Budget(SECONDS).start())
    return found if isinstance(answer, Accepted) else None


@pytest.mark.thorough
@pytest.mark.parametrize(("of", "target"), every(8, QUESTIONS, judging=True), ids=NAMES)
def test_what_is_proved_is_true(of: Program, target: ProofTarget) -> None:
    if proved(of, target):
        assert nearest(of, target) is None


def questions(of: Program) -> Iterator[ProofTarget]:
    """Whether play comes to each node, and whether a variable gets its least or greatest value."""
    for node in range(len(of.nodes)):
        yield StatePredicate(At((node,)))
    for v in of.variables:
        if is_scalar(v.type):
            for value in dict.fromkeys(bounds(v.type)):
                yield StatePredicate(Compare("==", Var(v.name, v.type), Const(value, v.type)))


@pytest.mark.thorough
@given(programs.games())
@settings(deadline=None, max_examples=drawn(4, few=1), suppress_health_check=SLOW)
def test_nothing_wrong_is_proved_of_random_games(of: Program) -> None:
    game = Reference(of)
    reached = {game.new()}
    for position in tuple(reached):
        for action in game.legal(position)[:4]:
            reached.add(game.step(position, action)[0])
    for target in (at_fault(of), Deadlock(), *questions(of)):
        if any(hit(of, target, position) for position in reached):
            assert not proved(of, target, LITTLE)


@pytest.mark.heavy
def test_conservation_proves_that_a_board_cannot_be_filled() -> None:
    """Two players with two pieces each cannot fill five places, but four."""
    full = StatePredicate(At((1,)))
    assert proved(depletion(5, 2), full)
    witness = Search(depletion(4, 2), full, UNITS).run()
    assert isinstance(witness, Proposal)
    assert len(witness.actions) == 4
    assert not proved(depletion(4, 2), full)


@pytest.mark.heavy
def test_a_supply_that_is_not_conserved_is_no_reason() -> None:
    """The program loses pieces without putting them anywhere: its account is dropped."""
    below = StatePredicate(Compare("<", var(state("heap", Int(0, 5), 5)), num(1)))
    leaking = draining(5)
    assert nearest(leaking, below) == 5
    assert not proved(leaking, below)
    never = StatePredicate(Compare("<", num(5), var(state("heap", Int(0, 5), 5))))
    assert proved(leaking, never)


@pytest.mark.heavy
def test_faults_that_conservation_excludes() -> None:
    """Five pieces come back to a box that holds four of each: it cannot overflow."""
    assert proved(recycling(), StatePredicate(At((3,))))
    assert not proved(recycling(), StatePredicate(At((2,))))


def parity(limit: int) -> Program:
    """A number that goes up by two and starts again: always even, which takes an invariant."""
    n = state("n", Int(0, limit), 0)
    by = scratch("by", Int(1, 1))
    k = pick(Local("k", Int(1, 1)), by)
    more = Arith("+", var(n), num(2), Int(2, limit + 2))
    end = Compare("<", num(limit - 2), var(n))
    return program(
        "parity",
        (n, by),
        (
            Block("play", (), Stop(0)),
            Block(
                "step",
                (When(end, (Store("n", None, num(0), None),), (Store("n", None, more, None),)),),
                Goto(0),
            ),
        ),
        (Decision("next", Const(0, SOLO), (Choice("step", (k,), YES, 1),)),),
    )


@pytest.mark.heavy
def test_a_true_invariant_is_found() -> None:
    n = state("n", Int(0, 20), 0)
    assert proved(parity(20), StatePredicate(eq(var(n), num(7))))
    assert not proved(parity(20), StatePredicate(eq(var(n), num(8))))


@pytest.mark.heavy
def test_a_loop_without_a_decision_bounds_nothing() -> None:
    """What never rests is at no position, so there is none with the property; search cannot tell."""
    of = examples.spin()
    target = StatePredicate(Not(At((0,))))
    assert proved(of, target)
    assert isinstance(Search(of, target, UNITS, limit=3).run(), Undecided | Nowhere)
    found = Search(of, target, UNITS, limit=3).run()
    assert not (isinstance(found, Nowhere) and (found.whole or found.decisions > 0))


def test_without_units_nothing_is_known() -> None:
    of, target = depletion(5, 2), StatePredicate(At((1,)))
    assert isinstance(Search(of, target, 1).run(), Undecided | Nowhere)


QUICK_TO_START = (sys.executable, "-S", "-I", "-c")
HANGS = (*QUICK_TO_START, "import time; time.sleep(60)")
CRASHES = (*QUICK_TO_START, "import os; os.abort()")
LIES_NOT = (*QUICK_TO_START, "print('(error \"bad\")'); print('unsat')")


@cache
def guessed(of: Program) -> Certificate:
    """What a solver that works finds."""
    found = certified(of, 0, QUICK)
    assert found is not None
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(
    "command", [LIES_NOT, *slow([(HANGS,), (CRASHES,), (("no-such-solver",),)])]
)
def test_a_solver_that_fails_decides_nothing(command: tuple[str, ...]) -> None:
    terms, solver = TermBuilder(), TermSolver(lambda limit: command)
    found = solver.measured([terms.variable("a")], SHORTLY)[0]
    assert isinstance(found, Undecided)
    of, target = depletion(5, 2), StatePredicate(At((1,)))
    asked = asking(of, target)
    certificate = guessed(asked)
    failing = MeteredSolver(Meter(LITTLE.question, lambda: None), LITTLE.question, solver)
    with suppress(OutOfUnits):
        assert inductive_subset(asked, 0, certificate, failing, lambda: None) is None
    heap = var(state("heap", Int(0, 5), 5))
    emptied = StatePredicate(Compare("<", heap, num(1)))
    found_nothing = Search(draining(5), emptied, 300_000, solver=solver).run()
    assert isinstance(found_nothing, Undecided | Nowhere)
    # Four decisions are excluded without a question; after five the heap is empty.
    assert isinstance(found_nothing, Undecided) or found_nothing == Nowhere(4, False)
